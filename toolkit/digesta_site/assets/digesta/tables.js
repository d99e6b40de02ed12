// Sorting and filtering of tables that are already readable. The state stands in the address:
// ?ranked.sort=-4&ranked.find=acme&ranked.pin=acme-7b survives a reload and can be sent to someone.
(function () {
  "use strict";

  var gettext = window.dgWords.gettext;

  var UP = ["ascending", "descending", ""], DOWN = ["descending", "ascending", ""];

  function valueOf(row, column) {
    var cell = row.cells[column];
    if (!cell) return "";
    return cell.hasAttribute("data-v") ? cell.getAttribute("data-v") : cell.textContent.trim();
  }

  // "10,881" and "10 881" are one number, "−2.2" is below 0, and "KR-20 0.9" is 0.9.
  function number(text) {
    var plain = text.replace(/\u2212/g, "-").replace(/(\d)[,\s](?=\d{3}(?!\d))/g, "$1");
    return parseFloat((plain.match(/(?:^|\s)([-+.]?\d.*)/) || [])[1]);
  }

  function compared(column, numeric, sign) {
    return function (one, other) {
      var a = valueOf(one, column), b = valueOf(other, column);
      if (numeric) { a = number(a); b = number(b); }
      // What is not there sorts last, whichever way round.
      var noA = a === "" || a !== a, noB = b === "" || b !== b;
      if (noA || noB) return noA && noB ? one.dgAt - other.dgAt : noA ? 1 : -1;
      var by = numeric ? a - b : a.localeCompare(b);
      return by ? sign * by : one.dgAt - other.dgAt;
    };
  }

  function pinned(row) { return row.classList.contains("dg-pinned") ? 1 : 0; }

  function pins(table, key) {
    var asked = (new URLSearchParams(location.search).get(key + ".pin") || "").split(",");
    var rows = Array.prototype.slice.call(table.tBodies[0].rows);
    (rows.length > 2 ? rows : []).forEach(function (row) {
      var id = row.getAttribute("data-pin");
      if (!id) return;
      var button = document.createElement("button");
      button.type = "button";
      button.className = "dg-pin";
      // Shown by the style sheet: a filter and a copied table have the row's own words alone.
      button.setAttribute("aria-label", gettext("Pin"));
      var turn = function (on) {
        row.classList.toggle("dg-pinned", on);
        button.setAttribute("aria-pressed", on);
      };
      turn(asked.indexOf(id) >= 0);
      button.addEventListener("click", function () {
        turn(!pinned(row));
        remember(key + ".pin", rows.filter(pinned).map(function (one) { return one.getAttribute("data-pin"); }).join(","));
        resort(table);
      });
      row.querySelector("th .dg-name").after(button);
    });
  }

  function resort(table) {
    var heads = table.tHead.rows[0].cells, at = 0;
    for (var i = 0; i < heads.length; i++) if (heads[i].hasAttribute("aria-sort")) at = i;
    sort(table, at, heads[at].getAttribute("aria-sort") || "");
  }

  function sort(table, column, way) {
    var heads = table.tHead.rows[0].cells, body = table.tBodies[0];
    for (var i = 0; i < heads.length; i++) heads[i].removeAttribute("aria-sort");
    if (way) heads[column].setAttribute("aria-sort", way);
    var numeric = heads[column].getAttribute("data-sort") === "n";
    var order = way
      ? compared(column, numeric, way === "ascending" ? 1 : -1)
      : function (one, other) { return one.dgAt - other.dgAt; };
    // Pinned rows stay above all others.
    var pinnedFirst = function (one, other) { return pinned(other) - pinned(one) || order(one, other); };
    Array.prototype.slice.call(body.rows).sort(pinnedFirst).forEach(function (row) { body.appendChild(row); });
  }

  function filter(table, words, count) {
    var wanted = words.toLowerCase().split(/\s+/).filter(Boolean), shown = 0, rows = table.tBodies[0].rows;
    for (var i = 0; i < rows.length; i++) {
      var text = rows[i].textContent.toLowerCase();
      var fits = wanted.every(function (word) { return text.indexOf(word) >= 0; });
      rows[i].hidden = !fits;
      // A row may stand for a card further down the page.
      var card = document.getElementById(rows[i].getAttribute("data-card"));
      if (card) card.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    count.textContent = wanted.length ? gettext("%(n)s of %(all)s rows", { n: shown, all: rows.length }) : "";
  }

  function remember(name, value) {
    var address = new URL(location.href);
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
    history.replaceState(history.state, "", address);
  }

  function headings(table, key) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
      if (!head.hasAttribute("data-sort")) return;
      var button = document.createElement("button");
      button.type = "button";
      while (head.firstChild) button.appendChild(head.firstChild);
      head.appendChild(button);
      button.addEventListener("click", function () {
        // The third press gives back the order in which the page came.
        var up = head.getAttribute("data-sort") !== "n" || head.hasAttribute("data-first");
        var ways = up ? UP : DOWN;
        var way = ways[(ways.indexOf(head.getAttribute("aria-sort") || "") + 1) % 3];
        sort(table, column, way);
        remember(key + ".sort", way ? (way === "descending" ? "-" : "") + (column + 1) : "");
      });
    });
  }

  function box(table, key) {
    var tools = document.createElement("div"), label = document.createElement("label");
    var input = document.createElement("input"), count = document.createElement("output");
    tools.className = "dg-tools";
    label.appendChild(document.createTextNode(gettext("Filter")));
    input.type = "search";
    input.autocomplete = "off";
    label.appendChild(input);
    tools.appendChild(label);
    tools.appendChild(count);
    var scroll = table.parentNode;
    scroll.parentNode.insertBefore(tools, scroll);
    input.addEventListener("input", function () {
      filter(table, input.value, count);
      remember(key + ".find", input.value.trim());
    });
    return { input: input, count: count };
  }

  function restore(table, key, tools) {
    var state = new URLSearchParams(location.search);
    var by = parseInt(state.get(key + ".sort") || "", 10), words = state.get(key + ".find");
    var head = table.tHead.rows[0].cells[Math.abs(by) - 1];
    if (head && head.hasAttribute("data-sort")) sort(table, Math.abs(by) - 1, by < 0 ? "descending" : "ascending");
    if (words && tools) {
      tools.input.value = words;
      filter(table, words, tools.count);
    }
  }

  // A box that a table overflows sideways keeps a heading from sticking to the page: there the
  // heading is moved along with it. Where the table fits, style sheets alone do it.
  function follow() {
    var top = document.querySelector(".md-header");
    var edge = top ? top.getBoundingClientRect().bottom : 0;
    var narrow = !matchMedia("(min-width: 45rem)").matches;
    document.querySelectorAll(".dg-scroll > .dg-table > thead").forEach(function (head) {
      var box = head.parentNode.parentNode, table = head.parentNode;
      var wide = narrow || table.scrollWidth > box.clientWidth + 1;
      box.classList.toggle("dg-fits", !wide);
      head.style.transform = "";
      if (!wide) return;
      var place = head.getBoundingClientRect(), end = table.getBoundingClientRect().bottom;
      var by = Math.min(edge - place.top, end - place.bottom - place.height);
      if (by > 0) head.style.transform = "translateY(" + Math.round(by) + "px)";
    });
  }

  var waits = false;
  function later() {
    if (waits) return;
    waits = true;
    requestAnimationFrame(function () { waits = false; follow(); });
  }
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);

  function start() {
    later();
    // The theme's search opens as a dialog without a name.
    var search = document.querySelector(".md-search[role=dialog]");
    if (search) search.setAttribute("aria-label", gettext("Search"));
    // On a phone the theme's menu opens inside the page's own section, where the others are unseen.
    if (matchMedia("(max-width: 76.1875em)").matches)
      document.querySelectorAll(".md-nav--primary > .md-nav__list > .md-nav__item--nested > .md-nav__toggle")
        .forEach(function (toggle) { toggle.checked = false; });
    // A script that one page needs is loaded there alone.
    document.querySelectorAll("[data-script]").forEach(function (place) {
      var script = document.createElement("script");
      script.src = place.getAttribute("data-script");
      place.removeAttribute("data-script");
      document.head.appendChild(script);
    });
    document.querySelectorAll("table[data-table]").forEach(function (table) {
      if (table.dgReady || !table.tBodies.length) return;
      table.dgReady = true;
      Array.prototype.forEach.call(table.tBodies[0].rows, function (row, at) { row.dgAt = at; });
      var key = table.getAttribute("data-table");
      headings(table, key);
      pins(table, key);
      if (table.querySelector(".dg-pinned")) resort(table);
      // A filter for three rows is noise.
      restore(table, key, table.tBodies[0].rows.length > 4 ? box(table, key) : null);
    });
  }

  if (window.document$) window.document$.subscribe(start);
  else document.addEventListener("DOMContentLoaded", start);
})();
