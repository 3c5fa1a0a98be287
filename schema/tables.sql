-- The database of the corpus. Ids are hyphenated ASCII and never change their meaning.
-- "start" and "end" count Unicode code points, half-open, into the paragraph of the passage
-- (column zh or ko) exactly as it stands in the source file. Every span also stores its words,
-- and the triggers at the end reject a row whose words are not those of the paragraph. "place"
-- numbers the rows of a table in the order of the corpus, Chinese before Korean.

CREATE TABLE document (
  id TEXT PRIMARY KEY NOT NULL,
  n INTEGER NOT NULL UNIQUE CHECK (n >= 0),
  zh TEXT NOT NULL,
  ko TEXT NOT NULL,
  tradition TEXT NOT NULL,
  certain TEXT NOT NULL,
  lead TEXT NOT NULL,
  licence_zh TEXT NOT NULL,
  licence_ko TEXT NOT NULL,
  licence_annotation TEXT NOT NULL,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL
) STRICT;

CREATE TABLE passage (
  id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL REFERENCES document(id),
  n INTEGER NOT NULL CHECK (n >= 1),
  zh TEXT NOT NULL CHECK (zh <> ''),
  ko TEXT NOT NULL CHECK (ko <> ''),
  zh_line INTEGER NOT NULL,
  ko_line INTEGER NOT NULL,
  place INTEGER NOT NULL UNIQUE,
  UNIQUE (document, n),
  CHECK (id = document || '-' || n)
) STRICT;

CREATE TABLE unit (
  id TEXT PRIMARY KEY NOT NULL,
  passage TEXT NOT NULL REFERENCES passage(id),
  lang TEXT NOT NULL CHECK (lang IN ('zh', 'ko')),
  n INTEGER NOT NULL CHECK (n >= 1),
  layer TEXT NOT NULL,
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  glosses TEXT REFERENCES unit(id) DEFERRABLE INITIALLY DEFERRED,
  continues TEXT REFERENCES unit(id) DEFERRABLE INITIALLY DEFERRED,
  voice TEXT,
  place INTEGER NOT NULL UNIQUE,
  UNIQUE (passage, lang, n),
  CHECK (start < "end"),
  CHECK (lang = 'zh' AND layer IN ('main', 'commentary', 'remark')
      OR lang = 'ko' AND layer IN ('translation', 'commentary', 'note'))
) STRICT;

CREATE TABLE sentence (
  id TEXT PRIMARY KEY NOT NULL,
  passage TEXT NOT NULL REFERENCES passage(id),
  lang TEXT NOT NULL CHECK (lang IN ('zh', 'ko')),
  n INTEGER NOT NULL CHECK (n >= 1),
  layer TEXT NOT NULL,
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  place INTEGER NOT NULL UNIQUE,
  UNIQUE (passage, lang, n),
  CHECK (start < "end")
) STRICT;

CREATE TABLE segment (
  id TEXT PRIMARY KEY NOT NULL,
  passage TEXT NOT NULL REFERENCES passage(id),
  lang TEXT NOT NULL CHECK (lang IN ('zh', 'ko')),
  layer TEXT NOT NULL,
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 1),
  unit TEXT NOT NULL REFERENCES unit(id),
  sentence TEXT NOT NULL REFERENCES sentence(id),
  place INTEGER NOT NULL UNIQUE,
  UNIQUE (passage, lang, n),
  CHECK (start < "end")
) STRICT;

CREATE TABLE term_category (
  id TEXT PRIMARY KEY NOT NULL,
  en TEXT NOT NULL,
  ko TEXT NOT NULL,
  zh TEXT NOT NULL
) STRICT;

CREATE TABLE term (
  id TEXT PRIMARY KEY NOT NULL,
  headword TEXT NOT NULL,
  reading TEXT NOT NULL,
  ko TEXT NOT NULL,
  en TEXT NOT NULL,
  sense TEXT NOT NULL,
  sense_ko TEXT NOT NULL,
  sense_zh TEXT NOT NULL,
  category TEXT NOT NULL REFERENCES term_category(id),
  art TEXT NOT NULL CHECK (art IN ('liuyao', 'liuren', 'both'))
) STRICT;

-- The forms by which a term is found, the headword among them.
CREATE TABLE term_form (
  term TEXT NOT NULL REFERENCES term(id),
  lang TEXT NOT NULL CHECK (lang IN ('zh', 'ko')),
  form TEXT NOT NULL CHECK (form <> ''),
  PRIMARY KEY (term, lang, form)
) STRICT;

CREATE TABLE term_occurrence (
  passage TEXT NOT NULL REFERENCES passage(id),
  lang TEXT NOT NULL CHECK (lang IN ('zh', 'ko')),
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  term TEXT NOT NULL REFERENCES term(id),
  text TEXT NOT NULL,
  layer TEXT NOT NULL,
  segment TEXT REFERENCES segment(id),
  PRIMARY KEY (passage, lang, start, term),
  CHECK (start < "end")
) STRICT;

-- The folding of the search, besides Unicode's and OpenCC's: characters that share a key, that
-- of the first of them (same), or keep a key each (apart).
CREATE TABLE variant (
  chars TEXT PRIMARY KEY NOT NULL,
  rule TEXT NOT NULL CHECK (rule IN ('same', 'apart')),
  why TEXT NOT NULL
) STRICT;

-- An id that was withdrawn, and the one that took its place: ids are never used again.
CREATE TABLE retired (
  id TEXT PRIMARY KEY NOT NULL,
  now TEXT NOT NULL,
  since TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;

-- What this database was built from and with.
CREATE TABLE about (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT;

CREATE INDEX unit_glosses ON unit(glosses);
CREATE INDEX unit_continues ON unit(continues);
CREATE INDEX segment_unit ON segment(unit);
CREATE INDEX segment_sentence ON segment(sentence);
CREATE INDEX term_category_of ON term(category);
CREATE INDEX term_occurrence_term ON term_occurrence(term);
CREATE INDEX term_occurrence_segment ON term_occurrence(segment);

-- How clauses and sentences render each other: what the aligner found by itself in every passage,
-- and what readers settled. A passage that was read through has its beads twice.
CREATE TABLE bead (
  id TEXT PRIMARY KEY NOT NULL,
  passage TEXT NOT NULL REFERENCES passage(id),
  status TEXT NOT NULL CHECK (status IN ('automatic', 'reviewed')),
  n INTEGER NOT NULL CHECK (n >= 1),
  zh_start INTEGER,
  zh_end INTEGER,
  ko_start INTEGER,
  ko_end INTEGER,
  zh TEXT,
  ko TEXT,
  score REAL CHECK (score BETWEEN 0 AND 1),
  note TEXT NOT NULL,
  place INTEGER NOT NULL UNIQUE,
  UNIQUE (passage, status, n),
  CHECK (zh_start < zh_end OR zh_start IS NULL AND zh_end IS NULL AND zh IS NULL),
  CHECK (ko_start < ko_end OR ko_start IS NULL AND ko_end IS NULL AND ko IS NULL),
  CHECK (zh_start IS NOT NULL OR ko_start IS NOT NULL)
) STRICT;

-- Which Korean words render the terms of the glossary, inside the beads. A term that is rendered
-- in several runs has a row for each; one that nothing renders has a row without Korean.
CREATE TABLE term_link (
  passage TEXT NOT NULL REFERENCES passage(id),
  term TEXT NOT NULL REFERENCES term(id),
  zh_start INTEGER NOT NULL,
  zh_end INTEGER NOT NULL,
  zh TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 1),
  ko_start INTEGER,
  ko_end INTEGER,
  ko TEXT,
  rendering TEXT,
  score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
  how TEXT NOT NULL CHECK (how IN ('rendering', 'reading', 'learned', 'parts', 'none')),
  PRIMARY KEY (passage, zh_start, n),
  CHECK (zh_start < zh_end),
  CHECK (ko_start < ko_end OR ko_start IS NULL AND ko_end IS NULL AND ko IS NULL)
) STRICT;

-- The bilingual glossary: how each term is rendered, and how often.
CREATE TABLE rendering (
  term TEXT NOT NULL REFERENCES term(id),
  ko TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 1),
  share REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
  usual INTEGER NOT NULL CHECK (usual IN (0, 1)),
  PRIMARY KEY (term, ko)
) STRICT;

-- Where the translation does not correspond to the Chinese.
CREATE TABLE translation_finding (
  place INTEGER PRIMARY KEY NOT NULL,
  passage TEXT NOT NULL REFERENCES passage(id),
  class TEXT NOT NULL CHECK (class IN ('slip of a character', 'other syllable', 'reversed polarity',
    'other term', 'omission', 'addition', 'homonym', 'other sense', 'base text')),
  found_by TEXT NOT NULL CHECK (found_by IN ('check', 'reader', 'both')),
  zh_start INTEGER,
  zh_end INTEGER,
  zh TEXT,
  ko_start INTEGER,
  ko_end INTEGER,
  ko TEXT,
  reads TEXT,
  confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  why TEXT NOT NULL,
  verdict TEXT CHECK (verdict IN ('real', 'choice', 'false alarm')),
  reason TEXT,
  CHECK (zh_start < zh_end OR zh_start IS NULL AND zh_end IS NULL AND zh IS NULL),
  CHECK (ko_start < ko_end OR ko_start IS NULL AND ko_end IS NULL AND ko IS NULL),
  CHECK (zh_start IS NOT NULL OR ko_start IS NOT NULL)
) STRICT;
CREATE INDEX term_link_term ON term_link(term);
CREATE INDEX translation_finding_passage ON translation_finding(passage);

-- Search. Each column holds the folded text with a space after every character, so that each
-- character is a token and a phrase of tokens is a substring: exact for words of any length.
-- All categories of character are tokens, punctuation too: otherwise 財，空 would match 財空.
CREATE VIRTUAL TABLE passage_fts USING fts5(
  zh, ko, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE unit_fts USING fts5(
  text, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE sentence_fts USING fts5(
  text, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE segment_fts USING fts5(
  text, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE bead_fts USING fts5(
  zh, ko, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE translation_finding_fts USING fts5(
  zh, ko, why, reason, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE rule_fts USING fts5(
  quote, zh, ko, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE example_fts USING fts5(
  quote, zh, ko, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE term_fts USING fts5(
  headword, reading, ko, en, sense, sense_ko, sense_zh, content='',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
CREATE VIRTUAL TABLE document_fts USING fts5(
  zh, ko, certain, lead, content='',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");

-- Views: the plain questions.

CREATE VIEW parallel AS -- a passage beside its translation
SELECT passage.id AS passage, document.id AS document, document.zh AS title_zh,
       document.ko AS title_ko, document.tradition, passage.n, passage.zh, passage.ko
FROM passage JOIN document ON document.id = passage.document
ORDER BY passage.place;

CREATE VIEW commentary_lemma AS -- a commentary or remark and the words that it glosses
SELECT note.id AS unit, note.passage, note.layer, note.text AS commentary,
       lemma.id AS lemma_unit, lemma.passage AS lemma_passage, lemma.text AS lemma,
       note.continues
FROM unit AS note
LEFT JOIN unit AS lemma ON lemma.id = note.glosses
WHERE note.lang = 'zh' AND note.layer <> 'main'
ORDER BY note.place;

CREATE VIEW term_in_context AS -- the occurrences of a term, thirty characters either side
SELECT term.id AS term, term.headword, term.category, passage.document, passage.id AS passage,
       occurrence.lang, occurrence.layer, occurrence.start,
       substr(paragraph.text, max(occurrence.start - 29, 1),
              min(occurrence.start, 30)) AS "left",
       occurrence.text AS word,
       substr(paragraph.text, occurrence."end" + 1, 30) AS "right",
       occurrence.segment
FROM term_occurrence AS occurrence
JOIN term ON term.id = occurrence.term
JOIN passage ON passage.id = occurrence.passage
JOIN (SELECT id, 'zh' AS lang, zh AS text FROM passage
      UNION ALL SELECT id, 'ko', ko FROM passage) AS paragraph
  ON paragraph.id = occurrence.passage AND paragraph.lang = occurrence.lang
ORDER BY passage.place, occurrence.lang DESC, occurrence.start;

CREATE VIEW term_frequency AS -- how often each term occurs, per text, language and layer
SELECT term.id AS term, term.headword, term.en, term.category, passage.document,
       occurrence.lang, occurrence.layer, count(*) AS occurrences,
       count(DISTINCT passage.id) AS passages
FROM term_occurrence AS occurrence
JOIN term ON term.id = occurrence.term
JOIN passage ON passage.id = occurrence.passage
GROUP BY term.id, passage.document, occurrence.lang, occurrence.layer;

CREATE VIEW layer_count AS -- units, segments and characters per text, language and layer
SELECT passage.document, unit.lang, unit.layer, count(*) AS units,
       sum((SELECT count(*) FROM segment WHERE segment.unit = unit.id)) AS segments,
       sum(unit."end" - unit.start) AS characters
FROM unit JOIN passage ON passage.id = unit.passage
GROUP BY passage.document, unit.lang, unit.layer;

CREATE VIEW alignment_bead AS -- the beads that stand: settled by readers, else the aligner's own
SELECT passage.document, passage.n AS passage, bead.zh_start, bead.zh_end, bead.ko_start,
       bead.ko_end, bead.status, bead.score, bead.zh, bead.ko, bead.note, bead.id AS bead
FROM bead
JOIN passage ON passage.id = bead.passage
JOIN document ON document.id = passage.document
WHERE bead.status = 'reviewed'
   OR NOT EXISTS (SELECT 1 FROM bead AS other
                  WHERE other.passage = bead.passage AND other.status = 'reviewed')
ORDER BY document.n, passage.n, bead.n;

-- Guards. A paragraph is the text: it is written once.

CREATE TRIGGER passage_is_the_text BEFORE UPDATE OF id, zh, ko ON passage
BEGIN SELECT RAISE(ABORT, 'passage: the source text is never altered'); END;

CREATE TRIGGER unit_words_insert BEFORE INSERT ON unit
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'unit: words differ from passage[start:end]'); END;

CREATE TRIGGER unit_words_update BEFORE UPDATE OF passage, lang, start, "end", text ON unit
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'unit: words differ from passage[start:end]'); END;

CREATE TRIGGER sentence_words_insert BEFORE INSERT ON sentence
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'sentence: words differ from passage[start:end]'); END;

CREATE TRIGGER sentence_words_update BEFORE UPDATE OF passage, lang, start, "end", text ON sentence
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'sentence: words differ from passage[start:end]'); END;

CREATE TRIGGER segment_words_insert BEFORE INSERT ON segment
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'segment: words differ from passage[start:end]'); END;

CREATE TRIGGER segment_words_update BEFORE UPDATE OF passage, lang, start, "end", text ON segment
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'segment: words differ from passage[start:end]'); END;

CREATE TRIGGER term_occurrence_words_insert BEFORE INSERT ON term_occurrence
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'term_occurrence: words differ from passage[start:end]'); END;

CREATE TRIGGER term_occurrence_words_update BEFORE UPDATE OF passage, lang, start, "end", text ON term_occurrence
WHEN new.text IS NOT (
  SELECT substr(CASE new.lang WHEN 'zh' THEN zh ELSE ko END, new.start + 1, new."end" - new.start)
  FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'term_occurrence: words differ from passage[start:end]'); END;

CREATE TRIGGER segment_in_unit BEFORE INSERT ON segment
WHEN NOT EXISTS (
  SELECT 1 FROM unit WHERE unit.id = new.unit AND unit.passage = new.passage
  AND unit.lang = new.lang AND unit.layer = new.layer
  AND unit.start <= new.start AND new."end" <= unit."end")
BEGIN SELECT RAISE(ABORT, 'segment: not inside its unit'); END;

CREATE TRIGGER bead_words_insert BEFORE INSERT ON bead
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'bead: words differ from passage[start:end]'); END;

CREATE TRIGGER bead_words_update BEFORE UPDATE ON bead
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'bead: words differ from passage[start:end]'); END;

-- The annotation: what the texts state, record by record. Spans of several runs have their words
-- run by run in rule_span; zh and ko are all that stands from the first run to the last.

-- Words of the rule language. composed: a word made of others, that some record uses.
CREATE TABLE vocabulary (
  art TEXT NOT NULL CHECK (art IN ('liuyao', 'liuren')),
  word TEXT NOT NULL,
  ko TEXT NOT NULL,
  en TEXT NOT NULL,
  heading TEXT NOT NULL,
  takes TEXT NOT NULL,
  gives TEXT NOT NULL,
  definition TEXT NOT NULL,
  source TEXT NOT NULL,
  variants TEXT NOT NULL,
  texts TEXT NOT NULL,
  composed INTEGER NOT NULL CHECK (composed IN (0, 1)),
  place INTEGER NOT NULL UNIQUE,
  PRIMARY KEY (art, word)
) STRICT;

-- Points on which the books differ: one row a reading.
CREATE TABLE convention (
  art TEXT NOT NULL CHECK (art IN ('liuyao', 'liuren')),
  name TEXT NOT NULL,
  reading TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('chart', 'language')),
  zh TEXT NOT NULL,
  ko TEXT NOT NULL,
  en TEXT NOT NULL,
  definition TEXT NOT NULL,
  meaning TEXT NOT NULL,
  source TEXT NOT NULL,
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  texts TEXT NOT NULL,
  PRIMARY KEY (art, name, reading)
) STRICT;

-- The closed lists of judgments: aspects with their values, forces, omens, occasions, bearings.
CREATE TABLE aspect (
  aspect TEXT PRIMARY KEY NOT NULL,
  ko TEXT NOT NULL,
  en TEXT NOT NULL,
  gives TEXT NOT NULL
) STRICT;

CREATE TABLE aspect_value (
  aspect TEXT NOT NULL REFERENCES aspect(aspect),
  value TEXT NOT NULL,
  ko TEXT NOT NULL,
  en TEXT NOT NULL,
  PRIMARY KEY (aspect, value)
) STRICT;

CREATE TABLE label (
  list TEXT NOT NULL CHECK (list IN ('forces', 'omens', 'occasions', 'bearings', 'parties')),
  zh TEXT NOT NULL,
  ko TEXT NOT NULL,
  en TEXT NOT NULL,
  PRIMARY KEY (list, zh)
) STRICT;

CREATE TABLE question (
  question TEXT PRIMARY KEY NOT NULL,
  ko TEXT NOT NULL,
  en TEXT NOT NULL,
  within TEXT REFERENCES question(question) DEFERRABLE INITIALLY DEFERRED,
  takes TEXT NOT NULL
) STRICT;

-- kind: row is a row of the table that part_of names. condition, meaning and form are lines of the
-- rule language: what must hold, what a definition names, the intensional form of a table.
CREATE TABLE rule (
  id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL REFERENCES document(id),
  passage TEXT NOT NULL REFERENCES passage(id),
  kind TEXT NOT NULL CHECK (kind IN
    ('rule', 'definition', 'table', 'row', 'claim', 'citation', 'prose')),
  part_of TEXT REFERENCES rule(id),
  layer TEXT NOT NULL CHECK (layer IN ('main', 'commentary', 'remark')),
  quote TEXT NOT NULL,
  zh_start INTEGER NOT NULL CHECK (zh_start >= 0),
  zh_end INTEGER NOT NULL,
  zh TEXT NOT NULL,
  ko_start INTEGER,
  ko_end INTEGER,
  ko TEXT,
  ko_status TEXT CHECK (ko_status IN ('automatic', 'reviewed')),
  asks TEXT NOT NULL REFERENCES question(question),
  condition TEXT,
  despite TEXT,
  omen TEXT,
  defines TEXT,
  meaning TEXT,
  stands TEXT,
  means TEXT,
  "case" TEXT,
  more INTEGER NOT NULL CHECK (more IN (0, 1)),
  form TEXT,
  cites TEXT,
  bears TEXT,
  never TEXT,
  always TEXT,
  open TEXT,
  supplies TEXT,
  note TEXT,
  line INTEGER NOT NULL,
  place INTEGER NOT NULL UNIQUE,
  CHECK (zh_start < zh_end),
  CHECK (ko_start < ko_end OR ko_start IS NULL AND ko_end IS NULL AND ko IS NULL),
  CHECK ((kind = 'row') = (part_of IS NOT NULL))
) STRICT;

CREATE TABLE rule_span (
  rule TEXT NOT NULL REFERENCES rule(id),
  n INTEGER NOT NULL CHECK (n >= 1),
  passage TEXT NOT NULL REFERENCES passage(id),
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (rule, n),
  CHECK (start < "end")
) STRICT;

-- reading: 0 for what holds by the reading that is preferred; the others from 1.
CREATE TABLE rule_reading (
  rule TEXT NOT NULL REFERENCES rule(id),
  reading INTEGER NOT NULL CHECK (reading >= 0),
  ground TEXT NOT NULL,
  condition TEXT,
  omen TEXT,
  PRIMARY KEY (rule, reading)
) STRICT;

CREATE TABLE judgment (
  rule TEXT NOT NULL REFERENCES rule(id),
  reading INTEGER NOT NULL CHECK (reading >= 0),
  n INTEGER NOT NULL CHECK (n >= 1),
  about TEXT NOT NULL REFERENCES aspect(aspect),
  value TEXT,
  answer TEXT,
  force TEXT,
  on_condition TEXT,
  occasion TEXT,
  whose TEXT,
  PRIMARY KEY (rule, reading, n),
  CHECK ((value IS NULL) <> (answer IS NULL))
) STRICT;

-- effect: cancel, limit, add (exceptions), require (provisos: target holds only while rule does),
-- else (rule holds only where target does not).
CREATE TABLE exception (
  rule TEXT NOT NULL REFERENCES rule(id),
  target TEXT NOT NULL REFERENCES rule(id) DEFERRABLE INITIALLY DEFERRED,
  effect TEXT NOT NULL CHECK (effect IN ('cancel', 'limit', 'add', 'require', 'else')),
  PRIMARY KEY (rule, target, effect)
) STRICT;

-- tie: how rule comments on other (same, narrows, widens, grounds, applies, opposes), definition
-- (rule rests on it), bears (rule says how other is to be weighed).
CREATE TABLE rule_tie (
  rule TEXT NOT NULL REFERENCES rule(id),
  tie TEXT NOT NULL,
  other TEXT NOT NULL REFERENCES rule(id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (rule, tie, other)
) STRICT;

CREATE TABLE rule_word (
  rule TEXT NOT NULL REFERENCES rule(id),
  art TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (rule, word),
  FOREIGN KEY (art, word) REFERENCES vocabulary(art, word)
) STRICT;

-- Charts, in compact facts, on which the condition must be so.
CREATE TABLE rule_chart (
  rule TEXT NOT NULL REFERENCES rule(id),
  facts TEXT NOT NULL,
  holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
  PRIMARY KEY (rule, facts)
) STRICT;

CREATE TABLE claim (
  rule TEXT PRIMARY KEY NOT NULL REFERENCES rule(id),
  over TEXT NOT NULL CHECK (over IN ('charts', 'examples')),
  holds TEXT NOT NULL CHECK (holds IN ('every', 'some', 'only', 'exactly')),
  asserts TEXT NOT NULL,
  count_of TEXT,
  count INTEGER
) STRICT;

CREATE TABLE example (
  id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL REFERENCES document(id),
  passage TEXT NOT NULL REFERENCES passage(id),
  layer TEXT NOT NULL CHECK (layer IN ('main', 'commentary', 'remark')),
  quote TEXT NOT NULL,
  zh_start INTEGER NOT NULL CHECK (zh_start >= 0),
  zh_end INTEGER NOT NULL,
  zh TEXT NOT NULL,
  ko_start INTEGER,
  ko_end INTEGER,
  ko TEXT,
  ko_status TEXT CHECK (ko_status IN ('automatic', 'reviewed')),
  asks TEXT NOT NULL REFERENCES question(question),
  facts TEXT NOT NULL,
  holds TEXT NOT NULL CHECK (holds IN ('one', 'every')),
  omen TEXT,
  open TEXT,
  supplies TEXT,
  note TEXT,
  line INTEGER NOT NULL,
  place INTEGER NOT NULL UNIQUE,
  CHECK (zh_start < zh_end)
) STRICT;

CREATE TABLE example_span (
  example TEXT NOT NULL REFERENCES example(id),
  n INTEGER NOT NULL CHECK (n >= 1),
  passage TEXT NOT NULL REFERENCES passage(id),
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (example, n),
  CHECK (start < "end")
) STRICT;

-- role: given (a fact or an expression), asserted, or carried (餘倣此: charts and what holds there).
CREATE TABLE assertion (
  example TEXT NOT NULL REFERENCES example(id),
  n INTEGER NOT NULL CHECK (n >= 1),
  role TEXT NOT NULL CHECK (role IN ('given', 'asserted', 'carried')),
  passage TEXT NOT NULL REFERENCES passage(id),
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  facts TEXT,
  expression TEXT,
  PRIMARY KEY (example, n),
  CHECK (start < "end"),
  CHECK (facts IS NOT NULL OR expression IS NOT NULL)
) STRICT;

-- role: says (what the text infers), expected (常斷) or came (驗), with the words that tell it.
CREATE TABLE example_judgment (
  example TEXT NOT NULL REFERENCES example(id),
  n INTEGER NOT NULL CHECK (n >= 1),
  role TEXT NOT NULL CHECK (role IN ('says', 'expected', 'came')),
  words TEXT,
  about TEXT NOT NULL REFERENCES aspect(aspect),
  value TEXT,
  answer TEXT,
  force TEXT,
  on_condition TEXT,
  occasion TEXT,
  whose TEXT,
  PRIMARY KEY (example, n)
) STRICT;

CREATE TABLE illustration (
  example TEXT NOT NULL REFERENCES example(id),
  rule TEXT NOT NULL REFERENCES rule(id),
  PRIMARY KEY (example, rule)
) STRICT;

-- Two examples that tell the same case.
CREATE TABLE example_tie (
  example TEXT NOT NULL REFERENCES example(id),
  other TEXT NOT NULL REFERENCES example(id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (example, other)
) STRICT;

CREATE TABLE claim_example (
  rule TEXT NOT NULL REFERENCES rule(id),
  example TEXT NOT NULL REFERENCES example(id),
  PRIMARY KEY (rule, example)
) STRICT;

-- Which records take up a clause, and whether they take up all of it.
CREATE TABLE account (
  segment TEXT NOT NULL REFERENCES segment(id),
  rule TEXT REFERENCES rule(id),
  example TEXT REFERENCES example(id),
  kind TEXT NOT NULL,
  CHECK ((rule IS NULL) <> (example IS NULL)),
  UNIQUE (segment, rule, example)
) STRICT;

CREATE TABLE account_state (
  segment TEXT PRIMARY KEY NOT NULL REFERENCES segment(id),
  state TEXT NOT NULL CHECK (state IN ('whole', 'part', 'none'))
) STRICT;

CREATE INDEX rule_passage ON rule(passage);
CREATE INDEX rule_part_of ON rule(part_of);
CREATE INDEX example_passage ON example(passage);
CREATE INDEX rule_word_word ON rule_word(art, word);
CREATE INDEX exception_target ON exception(target);
CREATE INDEX rule_tie_other ON rule_tie(other);
CREATE INDEX account_rule ON account(rule);
CREATE INDEX account_example ON account(example);
CREATE INDEX judgment_about ON judgment(about);
CREATE INDEX illustration_rule ON illustration(rule);

CREATE VIEW coverage AS -- clauses of each text and layer by how much of them is accounted for
SELECT passage.document, segment.layer, count(*) AS clauses,
       sum(account_state.state = 'whole') AS whole, sum(account_state.state = 'part') AS part,
       sum(account_state.state = 'none') AS "none"
FROM account_state
JOIN segment ON segment.id = account_state.segment
JOIN passage ON passage.id = segment.passage
GROUP BY passage.document, segment.layer;

-- The words of records are those of their paragraphs.

CREATE TRIGGER rule_words_insert BEFORE INSERT ON rule
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'rule: words differ from passage[start:end]'); END;

CREATE TRIGGER rule_words_update BEFORE UPDATE OF passage, zh_start, zh_end, zh, ko_start, ko_end, ko ON rule
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'rule: words differ from passage[start:end]'); END;

CREATE TRIGGER example_words_insert BEFORE INSERT ON example
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'example: words differ from passage[start:end]'); END;

CREATE TRIGGER example_words_update BEFORE UPDATE OF passage, zh_start, zh_end, zh, ko_start, ko_end, ko ON example
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'example: words differ from passage[start:end]'); END;

CREATE TRIGGER rule_span_words_insert BEFORE INSERT ON rule_span
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'rule_span: words differ from passage[start:end]'); END;

CREATE TRIGGER rule_span_words_update BEFORE UPDATE OF passage, start, "end", text ON rule_span
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'rule_span: words differ from passage[start:end]'); END;

CREATE TRIGGER example_span_words_insert BEFORE INSERT ON example_span
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'example_span: words differ from passage[start:end]'); END;

CREATE TRIGGER example_span_words_update BEFORE UPDATE OF passage, start, "end", text ON example_span
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'example_span: words differ from passage[start:end]'); END;

CREATE TRIGGER assertion_words_insert BEFORE INSERT ON assertion
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'assertion: words differ from passage[start:end]'); END;

CREATE TRIGGER assertion_words_update BEFORE UPDATE OF passage, start, "end", text ON assertion
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'assertion: words differ from passage[start:end]'); END;

-- What computation says of the annotation (yarrow check, yarrow census). Charts are compact facts.

-- computed: the chart as computed; emendation: the least change that makes the example come out,
-- several equally good ones with | between. charts: how many the facts leave open; fits: on how many
-- of them all is so.
CREATE TABLE example_check (
  id TEXT PRIMARY KEY NOT NULL REFERENCES example(id),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'contradicted', 'underdetermined')),
  charts INTEGER NOT NULL,
  fits INTEGER NOT NULL,
  computed TEXT NOT NULL,
  emendation TEXT,
  school TEXT,
  explanation TEXT NOT NULL
) STRICT;

-- Emendations of an example that is contradicted, the best first. Nothing is altered in the text.
CREATE TABLE emendation (
  example TEXT NOT NULL REFERENCES example(id),
  n INTEGER NOT NULL CHECK (n >= 1),
  cost REAL NOT NULL,
  explains TEXT NOT NULL,
  leaves TEXT NOT NULL,
  attested TEXT NOT NULL,
  chart TEXT NOT NULL,
  PRIMARY KEY (example, n)
) STRICT;

CREATE TABLE emendation_edit (
  example TEXT NOT NULL,
  n INTEGER NOT NULL,
  edit INTEGER NOT NULL CHECK (edit >= 1),
  passage TEXT NOT NULL REFERENCES passage(id),
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  reading TEXT NOT NULL,
  how TEXT NOT NULL CHECK (how IN ('alike', 'transposed', 'exchanged')),
  why TEXT NOT NULL,
  PRIMARY KEY (example, n, edit),
  FOREIGN KEY (example, n) REFERENCES emendation(example, n),
  CHECK (start < "end")
) STRICT;

-- The translator's notes on the base text, held against the examples that rest on the same words.
CREATE TABLE base_text_check (
  note TEXT NOT NULL REFERENCES unit(id),
  passage TEXT NOT NULL REFERENCES passage(id),
  start INTEGER NOT NULL CHECK (start >= 0),
  "end" INTEGER NOT NULL,
  text TEXT NOT NULL,
  reading TEXT,
  verdict TEXT NOT NULL CHECK (verdict IN
    ('borne out', 'refuted', 'either', 'neither', 'stands', 'falls', 'untested')),
  explanation TEXT NOT NULL,
  PRIMARY KEY (note, start),
  CHECK (start < "end")
) STRICT;

-- charts: on how many the condition holds; meet: on how many of them what is asserted does too;
-- beyond: on how many others it does; unknown: how many cannot be judged for want of a fact.
CREATE TABLE claim_check (
  rule TEXT PRIMARY KEY NOT NULL REFERENCES rule(id),
  status TEXT NOT NULL CHECK (status IN ('proved', 'refuted', 'undecided')),
  charts INTEGER NOT NULL,
  meet INTEGER NOT NULL,
  beyond INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  counted INTEGER,
  witness TEXT,
  counter TEXT,
  explanation TEXT NOT NULL
) STRICT;

-- reading: as in rule_reading. Empty where the stored census is of other records or another program.
CREATE TABLE census (
  rule TEXT NOT NULL REFERENCES rule(id),
  reading INTEGER NOT NULL CHECK (reading >= 0),
  charts INTEGER NOT NULL,
  true INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  witness TEXT,
  PRIMARY KEY (rule, reading)
) STRICT;

-- same: always true together; implies: where rule is true, other is; opposed: both are true on some
-- charts and say opposite things (about).
CREATE TABLE census_relation (
  rule TEXT NOT NULL REFERENCES rule(id),
  relation TEXT NOT NULL CHECK (relation IN ('same', 'implies', 'opposed')),
  other TEXT NOT NULL REFERENCES rule(id),
  about TEXT NOT NULL,
  charts INTEGER NOT NULL,
  witness TEXT NOT NULL,
  PRIMARY KEY (rule, relation, other, about)
) STRICT;

CREATE VIEW silent_rule AS -- rules that no chart makes true
SELECT census.rule, rule.passage, rule.quote, rule.condition, census.unknown, rule.never
FROM census JOIN rule ON rule.id = census.rule
WHERE census.true = 0 AND census.reading = 0;

-- What was concluded on places where text and computation part. id: an example, a rule, or a note.
CREATE TABLE conclusion (
  id TEXT PRIMARY KEY NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN
    ('copying', 'author', 'school', 'loose', 'translator', 'open')),
  reads TEXT,
  argument TEXT NOT NULL
) STRICT;

CREATE VIEW finding AS -- where text and computation part, and what was concluded
WITH found AS (
  SELECT 1 AS rank, 'example' AS kind, example.id, example.document, example.passage, example.quote,
         example.ko, check_.status, check_.computed, check_.explanation, check_.emendation,
         check_.school, example.note, example.place
  FROM example_check AS check_ JOIN example ON example.id = check_.id
  WHERE check_.status <> 'confirmed'
  UNION ALL
  SELECT 2, 'claim', rule.id, rule.document, rule.passage, rule.quote, rule.ko, check_.status,
         check_.counter, check_.explanation, NULL, NULL, rule.note, rule.place
  FROM claim_check AS check_ JOIN rule ON rule.id = check_.rule
  WHERE check_.status <> 'proved'
  UNION ALL
  SELECT 3, 'rule', rule.id, rule.document, rule.passage, rule.quote, rule.ko, 'never true',
         coalesce(rule.condition, rule.meaning), rule.never, NULL, NULL, rule.note, rule.place
  FROM rule WHERE rule.never IS NOT NULL
  UNION ALL
  SELECT 4, 'note', check_.note, passage.document, check_.passage, check_.text, unit.text,
         check_.verdict, NULL, check_.explanation, check_.reading, NULL, NULL, passage.place
  FROM base_text_check AS check_ JOIN passage ON passage.id = check_.passage
  JOIN unit ON unit.id = check_.note
  WHERE check_.verdict <> 'untested'
)
SELECT kind, found.id, document, passage, quote, ko, status, computed, explanation, emendation,
       school, verdict, reads, argument, note
FROM found LEFT JOIN conclusion ON conclusion.id = found.id
ORDER BY rank, place;

CREATE TRIGGER emendation_edit_words_insert BEFORE INSERT ON emendation_edit
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'emendation_edit: words differ from passage[start:end]'); END;

CREATE TRIGGER emendation_edit_words_update BEFORE UPDATE OF passage, start, "end", text ON emendation_edit
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'emendation_edit: words differ from passage[start:end]'); END;

CREATE TRIGGER base_text_check_words_insert BEFORE INSERT ON base_text_check
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'base_text_check: words differ from passage[start:end]'); END;

CREATE TRIGGER base_text_check_words_update BEFORE UPDATE OF passage, start, "end", text ON base_text_check
WHEN new.text IS NOT (
  SELECT substr(zh, new.start + 1, new."end" - new.start) FROM passage WHERE id = new.passage)
BEGIN SELECT RAISE(ABORT, 'base_text_check: words differ from passage[start:end]'); END;

CREATE TRIGGER term_link_words_insert BEFORE INSERT ON term_link
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'term_link: words differ from passage[start:end]'); END;

CREATE TRIGGER term_link_words_update BEFORE UPDATE ON term_link
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'term_link: words differ from passage[start:end]'); END;

CREATE TRIGGER translation_finding_words_insert BEFORE INSERT ON translation_finding
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'translation_finding: words differ from passage[start:end]'); END;

CREATE TRIGGER translation_finding_words_update BEFORE UPDATE ON translation_finding
WHEN EXISTS (SELECT 1 FROM passage WHERE id = new.passage AND (
  new.zh IS NOT substr(zh, new.zh_start + 1, new.zh_end - new.zh_start)
  OR new.ko IS NOT substr(ko, new.ko_start + 1, new.ko_end - new.ko_start)))
BEGIN SELECT RAISE(ABORT, 'translation_finding: words differ from passage[start:end]'); END;
