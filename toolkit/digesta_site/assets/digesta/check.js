// A first look at a predictions file, in the browser: the file is read here and sent nowhere.
// The codes and their words are those of `digesta check`, which also finds what this cannot
// (repeated keys, numbers that doubles cannot keep, invisible characters).
(function () {
  "use strict";

  var phrase = window.dgWords.phrase;

  var SHOWN = 20;

  function codesOfLine(text, known, seen, number) {
    if (!text.trim()) return ["line-blank"];
    var value, codes = [];
    try { value = JSON.parse(text); } catch (error) { return ["not-json"]; }
    if (value === null || typeof value !== "object" || Array.isArray(value)) return ["not-object"];
    var keys = Object.keys(value);
    if (keys.some(function (key) { return key !== "question_id" && key !== "answer"; })) codes.push("unknown-key");
    if (!("question_id" in value) || !("answer" in value)) codes.push("missing-key");
    if (Array.isArray(value.answer)) codes.push("list-answer");
    if ("question_id" in value) {
      if (!known.has(value.question_id)) codes.push("unknown-id");
      else if (seen.has(value.question_id)) codes.push("dup-id");
      seen.set(value.question_id, number);
    }
    return codes;
  }

  function problems(bytes, told) {
    if (bytes.byteLength > told.file_bytes) return [[0, "file-size"]];
    var text, found = [], known = new Set(told.ids), seen = new Map();
    try { text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes); } catch (error) { return [[0, "utf8"]]; }
    if (text.charCodeAt(0) === 0xfeff) found.push([1, "bom"]);
    var lines = text.replace(/^\uFEFF/, "").split("\n");
    if (lines[lines.length - 1] === "") lines.pop();
    if (!lines.length) return [[0, "file-empty"]];
    lines.forEach(function (line, at) {
      var codes = line.length > told.line_bytes ? ["line-size"] : codesOfLine(line, known, seen, at + 1);
      codes.forEach(function (code) { found.push([at + 1, code]); });
    });
    found.answered = seen.size;
    return found;
  }

  function say(place, file, found, told) {
    place.textContent = "";
    var words = document.createElement("p"), list = document.createElement("ol");
    words.textContent = found.length
      ? found.length > SHOWN
        ? phrase("%(n)s problems, the first %(shown)s are:", { n: found.length, shown: SHOWN })
        : phrase(found.length === 1 ? "%(n)s problem:" : "%(n)s problems:", { n: found.length })
      : phrase("No problem found: %(n)s of %(all)s questions of release %(release)s have a line. Now run digesta check.", { n: found.answered, all: told.ids.length, release: told.release });
    found.slice(0, SHOWN).forEach(function (one) {
      var item = document.createElement("li"), code = told.codes[one[1]];
      item.textContent = file.name + (one[0] ? ":" + one[0] : "") + ": " + one[1] + ": " + phrase("%(problem)s; fix: %(fix)s", { problem: code[0], fix: code[1] });
      list.appendChild(item);
    });
    place.appendChild(words);
    if (found.length) place.appendChild(list);
  }

  function build(place, told) {
    var label = document.createElement("label"), input = document.createElement("input"), said = document.createElement("output");
    label.textContent = "Check a predictions file in this browser; nothing is sent anywhere. ";
    input.type = "file";
    input.accept = ".jsonl,.json";
    label.appendChild(input);
    place.appendChild(label);
    place.appendChild(said);
    place.hidden = false;
    input.addEventListener("change", function () {
      var file = input.files[0];
      if (file) file.arrayBuffer().then(function (bytes) { say(said, file, problems(bytes, told), told); });
    });
  }

  function start() {
    var place = document.querySelector("[data-check]");
    if (!place || place.dgReady) return;
    place.dgReady = true;
    fetch(new URL(place.getAttribute("data-check"), location.href))
      .then(function (answer) { return answer.json(); })
      .then(function (told) { build(place, told); })
      .catch(function () { place.hidden = true; });
  }

  if (window.document$) window.document$.subscribe(start);
  else document.addEventListener("DOMContentLoaded", start);
})();
