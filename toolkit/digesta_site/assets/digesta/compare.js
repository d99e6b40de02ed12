// Two to four systems side by side. Everything said of them was made when the site was built: this
// looks it up and shows it. Names and answers come from submitters, so all is written as text.
(function () {
  "use strict";

  var phrase = window.dgWords.phrase;

  var PAGE = 10, MOST = 4;
  var box = document.querySelector("[data-compare]");
  if (!box || box.dgReady) return;
  box.dgReady = true;
  var root = new URL(".", new URL(box.getAttribute("data-compare"), location.href));
  var picks = box.querySelectorAll("select[name=s]"), files = {}, state, releases, track, shard, latest;
  var release = box.querySelector("select[name=r]"), tracks = box.querySelector("select[name=t]");

  function load(file) {
    files[file] = files[file] || fetch(new URL(file, root)).then(function (answer) {
      if (!answer.ok) throw new Error(file);
      return answer.json();
    });
    return files[file];
  }

  // make("p.note", "text", node, …): an element with what stands in it; texts stay texts.
  function make(what) {
    var parts = what.split("."), one = document.createElement(parts[0]);
    one.className = parts.slice(1).join(" ");
    for (var i = 1; i < arguments.length; i++) one.append(arguments[i]);
    return one;
  }

  function attributes(one, named) {
    Object.keys(named).forEach(function (name) { one.setAttribute(name, named[name]); });
    return one;
  }

  function link(href, text) {
    return attributes(make("a", text), { href: new URL(href, root).href });
  }

  function part(name) {
    var place = box.querySelector("[data-part=" + name + "]");
    place.textContent = "";
    return place;
  }

  function named(at) {
    var one = shard.systems[at];
    return make("bdi.dg-name", one.href ? link(one.href, one.name) : one.name);
  }

  function option(value, text) {
    return attributes(make("option", text), { value: value, dir: "auto" });
  }

  function remember() {
    var address = new URL(location.href);
    ["r", "t", "s", "q", "p"].forEach(function (key) { address.searchParams.delete(key); });
    address.searchParams.set("r", state.r);
    address.searchParams.set("t", state.t);
    state.s.forEach(function (id) { address.searchParams.append("s", id); });
    if (state.all) address.searchParams.set("q", "all");
    if (state.page) address.searchParams.set("p", state.page + 1);
    history.replaceState(history.state, "", address);
  }

  function chosen() {
    return state.s.map(function (id) { return track.systems.indexOf(id); });
  }

  function showVerdicts(who) {
    var place = part("verdicts"), list = make("ul.dg-verdicts");
    place.append(make("h2", "The verdict"));
    place.append(list);
    if (track.compare) place.append(make("p", link(track.compare, phrase("This track: %(words)s", { words: track.words })), "."));
    var pairs = [];
    who.forEach(function (one, i) {
      who.slice(i + 1).forEach(function (other) { pairs.push([Math.min(one, other), Math.max(one, other)]); });
    });
    return Promise.all(pairs.map(function (pair) { return row(shard.verdicts.parts, pair[0]); })).then(function (rows) {
      pairs.forEach(function (pair, i) {
        var cell = rows[i][pair[1] - pair[0] - 1];
        list.append(cell.length === 2 ? untested(pair, cell) : tested(pair, cell));
      });
    }).catch(failed);
  }

  function untested(pair, cell) {
    var line = make("p", named(pair[0]), " and ", named(pair[1]), ": ", make("strong", "no verdict"), ". ");
    if (cell[1] !== null) line.append(named(cell[1]), " ");
    line.append(shard.verdicts.reasons[cell[0]]);
    return make("li", line);
  }

  // What a cell holds, in order: kinds/picker/verdicts.py.
  function tested(pair, cell) {
    var all = shard.verdicts, first = pair[cell[0]], second = pair[1 - cell[0]], n = count(all.n), family = all.families[cell[8]];
    var scores = phrase("%(first)s against %(second)s", { first: all.scores[first], second: all.scores[second] });
    var outcome = cell[1] ? "The two are told apart." : phrase("%(n)s questions do not tell the two apart: it may be chance.", { n: n });
    var interval = cell[3] === null ? "too few sources for an interval"
      : phrase("%(span)s, of this pair alone, at 95%", { span: phrase("%(low)s to %(high)s", { low: points(cell[3]), high: points(cell[4]) }) });
    var how = phrase("Difference in %(metric)s, in points: %(points)s (%(interval)s); more earned on %(better)s of %(n)s questions. p %(p)s, corrected by Holm's method; %(family)s: %(pairs)s.", {
      metric: all.metric, points: points(cell[2] || 0), interval: interval, n: n, family: family[0], pairs: count(family[1]),
      better: phrase("%(first)s against %(second)s", { first: count(cell[5]), second: count(cell[6]) }),
      p: cell[7] ? "= " + (cell[7] / 1000).toFixed(3) : "< 0.001"
    });
    if (cell[9] !== null) how += " " + phrase("About %(n)s more questions like these would tell so large a difference apart.", { n: count(cell[9]) });
    var item = make("li", make("p", named(first), " " + between(cell[2]) + " ", named(second), make("span", ": " + scores + ". " + outcome)), make("p.dg-muted", make("small", how)));
    item.className = cell[1] ? "dg-apart" : "";
    return item;
  }

  function between(tenths) {
    if (tenths === null) return "scores the same as";
    if (!tenths) return "scores less than 0.1 points more than";
    return phrase("scores %(points)s points more than", { points: (tenths / 10).toFixed(1) });
  }

  function points(tenths) {
    return (tenths < 0 ? "" : "+") + (tenths / 10).toFixed(1);
  }

  function count(number) {
    return number.toLocaleString("en");
  }

  function cell(value) {
    if (!value) return make("td.dg-muted", "–");
    var said = [value[1], value[2] && phrase("rank %(rank)s", { rank: value[2] }), value[4] || ""].filter(Boolean).join(", ");
    return make("td.dg-wrap", make("strong", value[0]), make("small", " " + said));
  }

  function showScores(who) {
    var place = part("scores"), body = make("tbody"), same = 0;
    shard.scores.forEach(function (row) {
      var cells = who.map(function (at) { return row.cells[at]; });
      var values = cells.map(function (value) { return value && value[3]; });
      if (row.depth > 1 && values.every(function (value) { return value === values[0]; })) return same++;
      var title = attributes(make("th.dg-depth" + row.depth, attributes(make("span", row.title), { dir: "auto" }), make("small", phrase("%(metric)s, %(n)s questions", { metric: row.metric, n: row.n }))), { scope: "row" });
      body.append(make.apply(null, ["tr", title].concat(cells.map(cell))));
    });
    var head = make("tr", attributes(make("th", "Place"), { scope: "col" }));
    who.forEach(function (at) { head.append(attributes(make("th.dg-wrap", named(at), make("small", shard.systems[at].said)), { scope: "col" })); });
    var about = "Scores with 95% intervals; a rank stands within its own board." + (same ? " " + phrase("%(n)s further places, where all of these score the same, are left out.", { n: same }) : "");
    var scroll = make("div.dg-scroll", make("table.dg-table.dg-places", make("caption", make("span", about)), make("thead", head), body));
    place.append(make("h2", "Where their scores differ"), attributes(scroll, { role: "region", tabindex: "0", "aria-label": "Scores by place" }));
  }

  // The place of a mark, a character each from "^"; NaN where a system's answers are not kept.
  function earned(system, question) {
    return shard.earned[system].charCodeAt(question) - "^".charCodeAt(0);
  }

  function differ(question, who) {
    var shares = who.map(function (at) { return earned(at, question); })
      .filter(function (mark) { return mark >= 0; })
      .map(function (mark) { return shard.marks[mark].share; });
    return shares.some(function (share) { return share !== shares[0]; });
  }

  function showAnswers(who, focus) {
    var place = part("answers");
    if (!shard.questions.length) {
      place.append(make("p.dg-muted", "The answers of these systems are not shown here; where they are published, they are in the release's files."));
      return;
    }
    var every = shard.questions.map(function (_, at) { return at; });
    var apart = every.filter(function (at) { return differ(at, who); }), list = state.all ? every : apart;
    state.page = Math.max(0, Math.min(state.page, Math.ceil(list.length / PAGE) - 1));
    var shown = list.slice(state.page * PAGE, state.page * PAGE + PAGE);
    var filter = attributes(make("select", option("", phrase("where they differ (%(n)s)", { n: apart.length })), option("all", phrase("all (%(n)s)", { n: every.length }))), { name: "q" });
    filter.value = state.all ? "all" : "";
    filter.addEventListener("change", function () { state.all = filter.value === "all"; state.page = 0; remember(); showAnswers(who, "select"); });
    place.append(attributes(make("h2", "Their answers"), { tabindex: "-1" }), make("div.dg-tools", make("label", "Questions ", filter)));
    var body = make("div"), pager = pages(list, shown, who);
    place.append(body, pager);
    if (!shown.length) body.append(make("p", "There is no question on which what they earned differs."));
    if (focus) place.querySelector(focus).focus();
    Promise.all(shown.map(function (at) { return row(shard.parts, at); })).then(function (texts) {
      texts.forEach(function (said, i) { body.append(question(shown[i], said, who)); });
      place.setAttribute("data-shown", shown.length);
    }).catch(failed);
  }

  function pages(list, shown, who) {
    var count = list.length ? phrase("%(first)s to %(last)s of %(n)s questions", { first: state.page * PAGE + 1, last: state.page * PAGE + shown.length, n: list.length }) : "";
    var turn = function (words, by, possible) {
      var button = attributes(make("button.dg-button.dg-quiet", words), { type: "button" });
      button.disabled = !possible;
      button.addEventListener("click", function () {
        state.page += by;
        remember();
        showAnswers(who, "h2");
      });
      return button;
    };
    return make("div.dg-tools", turn("Previous", -1, state.page > 0), make("output", count), turn("Next", 1, (state.page + 1) * PAGE < list.length));
  }

  // What stands at a place in files that follow each other.
  function row(parts, at) {
    var file = parts.filter(function (one) { return one.from <= at; }).pop();
    return load(file.file).then(function (value) { return value.rows[at - file.from]; });
  }

  function question(at, said, who) {
    var where = shard.questions[at], answers = make("div.dg-side");
    who.forEach(function (system) {
      var mark = shard.marks[earned(system, at)], answer = make("div", make("p", named(system)));
      answer.append(mark ? make("p.dg-mark.dg-" + mark.key, mark.words) : make("p.dg-muted", shard.earned[system].length ? "took no part" : "not kept here"));
      // Of a withheld answer there is what was found: a number names the sentence.
      if (typeof said.said[system] === "number") answer.append(make("p.dg-text", shard.why[said.said[system]]));
      else if (said.said[system]) answer.append(attributes(make("p.dg-text", said.said[system]), { dir: "auto", lang: said.lang }));
      if (said.more && said.more[system]) answer.append(make("small.dg-muted", phrase("… %(count)s more characters", { count: said.more[system] })));
      answers.append(answer);
    });
    var lang = said.lang || "", words = attributes(make("span", said.words), { dir: "auto", lang: lang });
    var one = make("section.dg-versus", make("h3", where[1] ? link(where[1], words) : words));
    if (where[0]) one.append(make("p.dg-muted", make("small", phrase("%(task)s, question %(number)s", { task: where[0], number: where[2] }) + (where[3] ? "" : "; not part of the track's score"))));
    if (said.right) one.append(make("p", make("span.dg-muted", "Right: "), attributes(make("bdi", said.right), { lang: lang })));
    one.append(answers);
    return one;
  }

  function failed() {
    if (!releases) box.querySelector(".dg-picks").remove();
    box.hidden = false;
    box.classList.add("dg-failed");
    part("verdicts").append(make("p.dg-banner", "What this needs could not be loaded. Every published comparison is listed below."));
  }

  function show() {
    remember();
    var who = latest = chosen();
    ["scores", "answers"].forEach(part);
    // What stands above comes first: later it would push the rest down.
    showVerdicts(who).then(function () {
      if (who === latest) {
        showScores(who);
        showAnswers(who);
      }
    });
  }

  function fill() {
    picks.forEach(function (select, at) {
      var groups = {};
      select.textContent = "";
      if (at > 1) select.append(option("", "none"));
      shard.systems.forEach(function (one) {
        var group = groups[one.group] = groups[one.group] || attributes(make("optgroup"), { label: one.group });
        group.append(option(one.id, one.label));
        select.append(group);
      });
      select.value = state.s[at] || "";
    });
  }

  // What the address asks for where it is there; else the newest release, a track of the first
  // system, and the best beside what was asked for.
  function open(asked) {
    var of = releases.filter(function (one) { return one.id === asked.r; })[0] || releases[0];
    var holds = function (one) { return asked.s.every(function (id) { return one.systems.indexOf(id) >= 0; }); };
    track = of.tracks.filter(function (one) { return one.track === asked.t; })[0] || of.tracks.filter(holds)[0] || of.tracks[0];
    var known = asked.s.filter(function (id, at) { return track.systems.indexOf(id) >= 0 && asked.s.indexOf(id) === at; });
    track.systems.forEach(function (id) { if (known.length < 2 && known.indexOf(id) < 0) known.push(id); });
    state = { r: of.id, t: track.track, s: known.slice(0, MOST), all: asked.all, page: asked.page };
    release.value = of.id;
    tracks.textContent = "";
    of.tracks.forEach(function (one) { tracks.append(option(one.track, one.title)); });
    tracks.value = track.track;
    var mine = track;
    return load(track.file).then(function (value) {
      if (track !== mine) return; // another was picked meanwhile
      shard = value;
      box.classList.remove("dg-failed");
      fill();
      box.hidden = false;
      show();
    }).catch(failed);
  }

  function again() {
    var ids = Array.prototype.map.call(picks, function (select) { return select.value; });
    return { r: release.value, t: tracks.value, s: ids.filter(Boolean), all: state.all, page: 0 };
  }

  load("compare.json").then(function (value) {
    var asked = new URLSearchParams(location.search);
    releases = value.releases;
    box.addEventListener("change", function (event) { if (event.target.name !== "q") open(again()); });
    return open({ r: asked.get("r"), t: asked.get("t"), s: asked.getAll("s"), all: asked.get("q") === "all", page: (parseInt(asked.get("p"), 10) || 1) - 1 });
  }).catch(failed);
})();
