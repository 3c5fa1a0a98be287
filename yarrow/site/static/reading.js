// The reading page: what is shown, the sense of a term, turning the page, the citation.
"use strict";

const root = document.documentElement;

// Layers that may be hidden; the choice is kept for the next page.
function stored(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* storage may be forbidden; then the choice lasts for this page */ }
  return null;
}

function show(button, shown) {
  const hides = button.dataset.hides;
  button.setAttribute("aria-pressed", String(shown));
  root.classList.toggle(`without-${hides}`, !shown);
  if (hides === "terms")
    for (const term of document.querySelectorAll("a.term")) term.tabIndex = shown ? 0 : -1;
}

for (const button of document.querySelectorAll("[data-hides]")) {
  const key = `yarrow-${button.dataset.hides}`;
  show(button, stored(key) !== "hidden");
  button.addEventListener("click", () => {
    const shown = button.getAttribute("aria-pressed") !== "true";
    show(button, shown);
    stored(key, shown ? "shown" : "hidden");
  });
  button.parentElement.hidden = false;
}

// The sense of a term under the pointer or the focus.
const senses = JSON.parse(document.getElementById("senses").textContent);
const sense = document.getElementById("sense");
let shownFor = null;
let leaving = 0;

function line(tag, text, lang) {
  const element = document.createElement(tag);
  element.textContent = text;
  if (lang) element.lang = lang;
  return element;
}

function showSense(link) {
  clearTimeout(leaving);
  if (shownFor === link) return;
  hideSense();
  const term = senses[link.dataset.term];
  const head = document.createElement("p");
  head.append(
    line("strong", term.headword, "zh-Hant"), " ",
    line("span", term.reading === term.ko ? term.ko : `${term.reading} · ${term.ko}`, "ko"), " ",
    line("em", term.en),
  );
  sense.replaceChildren(head, line("p", term.sense), line("p", term.sense_ko, "ko"));
  sense.hidden = false;
  const box = link.getClientRects()[0];
  const left = Math.min(box.left, root.clientWidth - sense.offsetWidth - 12);
  const below = box.bottom + 6 + sense.offsetHeight < root.clientHeight;
  sense.style.left = `${Math.max(12, left) + scrollX}px`;
  sense.style.top = `${(below ? box.bottom + 6 : box.top - 6 - sense.offsetHeight) + scrollY}px`;
  link.setAttribute("aria-describedby", "sense");
  shownFor = link;
}

function hideSense() {
  clearTimeout(leaving);
  sense.hidden = true;
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
}

const termOf = (event) => event.target.closest?.("a.term");

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const link = termOf(event);
  if (link) showSense(link);
  else if (event.target.closest?.("#sense")) clearTimeout(leaving);
  else if (shownFor && shownFor !== document.activeElement) {
    clearTimeout(leaving);
    leaving = setTimeout(hideSense, 200);
  }
});
document.addEventListener("focusin", (event) => {
  const link = termOf(event);
  if (link) showSense(link);
  else hideSense();
});

// On a touch screen the first tap shows the sense, the second follows the link.
let touched = null;
document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch" ? { link: termOf(event), was: shownFor } : null;
});
document.addEventListener("click", (event) => {
  const link = termOf(event);
  if (!link) {
    if (!event.target.closest?.("#sense")) hideSense();
  } else if (touched?.link === link && touched.was !== link) {
    event.preventDefault();
    showSense(link);
  }
});

// The link between the languages: what the pointer, the focus or a tap is on lights up on both
// sides, and its confidence is said in the margin of the switches.
const confidence = document.getElementById("confidence");
let lit = null;

function light(segment) {
  const bead = segment?.dataset.bead ?? null;
  if (bead === lit) return;
  for (const old of document.querySelectorAll(".linked")) old.classList.remove("linked");
  lit = bead;
  if (bead === null) {
    confidence.textContent = "";
    return;
  }
  const members = document.querySelectorAll(`[data-bead="${bead}"]`);
  for (const member of members) member.classList.add("linked");
  const sides = new Set([...members].map((member) => member.closest("article").lang));
  const { status, score } = segment.dataset;
  confidence.textContent = [
    sides.size === 2 ? `${status} link` : `${status}: nothing answers to it`,
    score && `confidence ${score}`,
  ].filter(Boolean).join(", ");
}

const segmentOf = (event) => event.target.closest?.("[data-bead]");
document.addEventListener("pointerover", (event) => light(segmentOf(event)));
document.addEventListener("focusin", (event) => light(segmentOf(event)));
document.addEventListener("click", (event) => light(segmentOf(event)));

// Keys: Escape closes the sense, the arrows turn the page.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideSense();
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`.turn a[rel=${rel}]`);
  if (link) location.assign(link.href);
});

// The citation, with the address under which the reader has the page.
const address = document.querySelector("[data-address]");
address.textContent = new URL(address.dataset.address, location).href;
const copy = document.getElementById("copy");
copy.hidden = false;
copy.addEventListener("click", async () => {
  const citation = document.getElementById("citation");
  const copied = document.getElementById("copied");
  try {
    await navigator.clipboard.writeText(citation.textContent);
    copied.textContent = "Copied";
  } catch {
    // no clipboard without https: mark the words for the reader's own copy command
    getSelection().selectAllChildren(citation);
    copied.textContent = "Marked: copy with Ctrl+C";
  }
});
