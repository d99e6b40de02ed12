// Finds boards, systems, tasks and questions: in the box at the head of every page, which also finds
// written pages, and with filters on the page of questions. The index is fetched at the first
// search. What was submitted enters the page as text only. The state stands in the
// address: ?words=bread&track=halacha survives a reload and can be sent to someone.
(function () {
  "use strict";

  var phrase = window.dgWords.phrase, gettext = window.dgWords.gettext, ngettext = window.dgWords.ngettext;

  var STEP = 40, FEW = 8, LONG = 160;
  var OTHERS = "boards", UNREAD = gettext("the index could not be read; it needs a web server");
  var KINDS = { question: gettext("question"), board: gettext("board"), task: gettext("task"), system: gettext("system"), model: gettext("model") };
  var DIFFICULTIES = { easy: gettext("easy"), medium: gettext("medium"), hard: gettext("hard") };

  // Case, accents, Hebrew points and the many quotes do not count; words are found anywhere, so
  // that Chinese needs no spaces.
  function fold(text) {
    return text.replace(/\u05be/g, " ").normalize("NFKD")
      .replace(/[\u0300-\u036f\u0591-\u05c7\u200e\u200f]/g, "")
      .replace(/[\u05f4\u201c-\u201f\u00ab\u00bb]/g, '"').replace(/[\u05f3\u2018\u2019]/g, "'")
      .toLowerCase();
  }

  function wordsOf(query) {
    return fold(query).split(/\s+/).filter(Boolean).map(function (word) {
      // A whole id, or an anchor: questions are indexed by the first 16 digits.
      return word.replace(/^#?q-(?=[0-9a-f]{4})/, "").replace(/^([0-9a-f]{16})[0-9a-f]+$/, "$1");
    });
  }

  function named(fields, row) {
    var one = {};
    fields.forEach(function (field, at) { one[field] = row[at]; });
    return one;
  }

  function questions(shard) {
    return shard.rows.map(function (row) {
      var one = named(shard.fields, row), category = shard.categories[one.category];
      one.kind = "question";
      one.track = shard.track;
      one.category = shard.track + "/" + category[0];
      one.href = shard.pages[one.page] + "#" + one.anchor;
      one.title = one.text.length > LONG ? one.text.slice(0, LONG) + " …" : one.text;
      one.about = [shard.title, shard.tasks[one.task] + ", " + one.number, one.language, DIFFICULTIES[one.difficulty]]
        .concat(one.law_as_of ? gettext("law as of %(day)s", { day: one.law_as_of }) : [])
        .concat(one.answered ? ngettext("%(right)s of %(n)s system right", "%(right)s of %(n)s systems right", one.answered, { right: one.right }) : [])
        .join(" · ");
      one.found = fold([one.text, one.anchor.slice(2), one.about, category[1], category[0], one.sources].join("\n"));
      return one;
    });
  }

  function others(shard) {
    return shard.rows.map(function (row) {
      var one = named(shard.fields, row);
      one.found = fold([one.title, one.about, one.words].join("\n"));
      return one;
    });
  }

  function fits(one, asked, words) {
    if (asked.kind && one.kind !== asked.kind) return false;
    if (asked.track && one.track !== asked.track) return false;
    if (one.kind !== "question") {
      if (asked.category || asked.language || asked.difficulty || asked.law || asked.released || asked.right || asked.source) return false;
    } else {
      if (asked.category && one.category !== asked.category) return false;
      if (asked.language && one.language !== asked.language) return false;
      if (asked.difficulty && one.difficulty !== asked.difficulty) return false;
      if (asked.law && one.law_as_of.slice(0, 4) !== asked.law) return false;
      if (asked.released && one.released < asked.released) return false;
      if (asked.source && fold(one.sources).indexOf(fold(asked.source.trim())) < 0) return false;
      var state = !one.answered ? "" : one.right === 0 ? "none" : one.right === one.answered ? "all" : "some";
      if (asked.right && asked.right !== state) return false;
    }
    return words.every(function (word) { return one.found.indexOf(word) >= 0; });
  }

  // address: of the page of questions, beside which the index lies. Gives a function that loads a part.
  function index(address) {
    var loads = {};
    return function (shard) {
      if (!loads[shard]) {
        loads[shard] = fetch(address.href.replace(/\.html.*$/, "") + "." + shard + ".json")
          .then(function (answer) { return answer.json(); })
          .then(function (part) {
            return shard === OTHERS ? { shards: part.shards, rows: others(part) } : { rows: questions(part) };
          });
      }
      return loads[shard];
    };
  }

  // First those in which each word begins a word: "API" before "Capital".
  function matches(parts, asked) {
    var words = wordsOf(asked.words || "");
    var all = [].concat.apply([], parts.map(function (part) { return part.rows; }))
      .filter(function (one) { return fits(one, asked, words); });
    function begins(one) {
      return words.every(function (word) {
        for (var at = one.found.indexOf(word); at >= 0; at = one.found.indexOf(word, at + 1)) {
          if (!at || !/[\p{L}\p{N}]/u.test(one.found[at - 1])) return true;
        }
        return false;
      });
    }
    return all.filter(begins).concat(all.filter(function (one) { return !begins(one); }));
  }

  function line(one, root) {
    var item = document.createElement("li"), link = document.createElement("a"), about = document.createElement("small");
    item.lang = document.documentElement.lang;
    link.href = root + one.href;
    link.dir = "auto";
    if (one.language) link.lang = one.language;
    link.textContent = one.title;
    about.dir = "auto";
    about.textContent = [KINDS[one.kind], one.about].filter(Boolean).join(" · ");
    item.appendChild(link);
    item.appendChild(about);
    return item;
  }

  function build(form) {
    var root = form.getAttribute("data-root"), load = index(location);
    var all = form.getAttribute("data-shards").split(" ");
    var list = form.querySelector("ol"), count = form.querySelector("output"), next = form.querySelector("button");
    var controls = Array.prototype.slice.call(form.querySelectorAll("[name]"));
    var hits = [], turn = 0;

    function show(from) {
      if (!from) list.textContent = "";
      hits.slice(from, from + STEP).forEach(function (one) { list.appendChild(line(one, root)); });
      next.hidden = list.children.length >= hits.length;
    }

    function search() {
      var asked = {}, address = new URL(location.href), mine = ++turn;
      controls.forEach(function (control) {
        if (control.value) asked[control.name] = control.value;
        if (control.value) address.searchParams.set(control.name, control.value);
        else address.searchParams.delete(control.name);
      });
      history.replaceState(history.state, "", address);
      var isAny = Object.keys(asked).length > 0;
      var needed = all.filter(function (shard) {
        if (shard === OTHERS) return !asked.kind || asked.kind !== "question";
        return (!asked.kind || asked.kind === "question") && (!asked.track || asked.track === shard);
      });
      Promise.all(needed.map(load)).then(function (parts) {
        if (mine !== turn) return;
        hits = isAny ? matches(parts, asked) : [];
        count.textContent = !isAny ? "" : hits.length === 0 ? "nothing found" : phrase("%(n)s found", { n: hits.length });
        show(0);
      }).catch(function () { count.textContent = UNREAD; });
    }

    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("input", search);
    next.addEventListener("click", function () { show(list.children.length); });
    var state = new URLSearchParams(location.search), restored = false;
    controls.forEach(function (control) {
      if (!state.get(control.name)) return;
      control.value = state.get(control.name);
      restored = true;
    });
    form.hidden = false;
    if (restored) search();
  }

  // The theme's own search knows written pages only: its box shows what ours finds above them.
  function head() {
    var input = document.querySelector(".md-search__input"), place = document.querySelector(".md-search__output");
    var settings = document.getElementById("__config");
    if (!input || !place || !settings || place.dgReady) return;
    place.dgReady = true;
    var base = new URL(JSON.parse(settings.textContent).base + "/", location.href);
    var address = new URL("questions.html", base), load = index(address), turn = 0;
    var box = document.createElement("div"), list = document.createElement("ol"), link = document.createElement("a");
    box.className = "dg-search-head";
    list.className = "dg-results";
    box.append(list, link);
    place.insertBefore(box, place.firstChild);
    function say(hits) {
      list.textContent = "";
      hits.slice(0, FEW).forEach(function (one) { list.appendChild(line(one, base.href)); });
      address.searchParams.set("words", input.value);
      link.href = address.href;
      link.textContent = hits.length > FEW ? gettext("All %(n)s found", { n: hits.length }) : "";
      place.classList.toggle("dg-search-hits", hits.length > 0);
    }
    input.addEventListener("input", function () {
      var mine = ++turn, asked = { words: input.value };
      if (!asked.words.trim()) return say([]);
      load(OTHERS).then(function (first) {
        return Promise.all([first].concat(first.shards.map(load)));
      }).then(function (parts) {
        if (mine === turn) say(matches(parts, asked));
      }).catch(function () { link.textContent = UNREAD; });
    });
  }

  function start() {
    head();
    document.querySelectorAll("[data-search]").forEach(function (form) {
      if (form.dgReady) return;
      form.dgReady = true;
      build(form);
    });
  }

  if (window.document$) window.document$.subscribe(start);
  else document.addEventListener("DOMContentLoaded", start);
})();
