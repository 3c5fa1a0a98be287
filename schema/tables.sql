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
