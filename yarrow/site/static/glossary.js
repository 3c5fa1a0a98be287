// Narrow the glossary to the entries that have the words typed.
"use strict";

const box = document.getElementById("narrow");
const said = document.getElementById("narrowed");
const entries = [...document.querySelectorAll(".entries li")];
box.closest("p").hidden = false;
box.addEventListener("input", () => {
  const words = box.value.trim().toLowerCase();
  let count = 0;
  for (const entry of entries) {
    entry.hidden = !entry.dataset.words.includes(words) && !entry.textContent.toLowerCase().includes(words);
    count += !entry.hidden;
  }
  for (const section of document.querySelectorAll(".category"))
    section.hidden = !section.querySelector("li:not([hidden])");
  said.textContent = words ? `${count} of ${entries.length}` : "";
});
