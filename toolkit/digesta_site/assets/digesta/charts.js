// Draws each figure in place of its text, when it comes near the screen, and again when the palette
// or the width changes. Without this script the text stays; on paper it always stands.
(function () {
  "use strict";

  var gettext = window.dgWords.gettext;

  // What a mark stands for, and its ink; digesta.css has the inks as --dg-NAME.
  var INKS = {
    ranked: "accent", unranked: "accent", open: "accent", archived: "accent", floors: "strong",
    reference: "good", chance: "muted", floor: "part"
  };
  var SIGNS = { open: "circle-open", archived: "circle-open", floors: "diamond" };
  // Chance and floor: two kinds of line in two colours, so that both are seen where they meet.
  var DASHES = { chance: "dot", floor: "dash" };
  var SERIES = 8, LETTER = 6.6, NAME = 18;
  var loading = null;

  function plotly(vendor) {
    if (!loading) {
      loading = Promise.all([
        added("link", { id: "plotly.js-style-global", className: "no-inline-styles", rel: "stylesheet", href: vendor + "plotly.css" }),
        added("script", { src: vendor + "plotly-basic.min.js" })
      ]);
    }
    return loading;
  }

  function added(tag, properties) {
    return new Promise(function (done, failed) {
      var element = Object.assign(document.createElement(tag), properties);
      element.onload = done;
      element.onerror = failed;
      document.head.appendChild(element);
    });
  }

  function colour(name) {
    return getComputedStyle(document.body).getPropertyValue("--dg-" + name).trim();
  }

  function ink(key, place) {
    return colour(INKS[key] || key || "") || colour("s" + (place % SERIES + 1));
  }

  // Names stand above their rows where beside them they would take too much of the width.
  function namesAbove(axis, width) {
    if (!axis.ticktext) return false;
    var longest = Math.max.apply(null, axis.ticktext.map(function (name) {
      return Math.max.apply(null, name.split("<br>").map(function (line) { return line.length; }));
    }).concat(0));
    return longest * LETTER > width * 0.4;
  }

  function stateOf(figure) {
    return figure.getAttribute("data-chart") + ".scale";
  }

  // The axes fit what is drawn; the address says where somebody asked for the whole scale.
  function wholeOf(figure) {
    var asked = new URLSearchParams(location.search).get(stateOf(figure)) === "whole";
    return asked && figure.dgFigure.layout.meta ? figure.dgFigure.layout.meta.whole : null;
  }

  function scaleButton(figure, place) {
    var whole = (figure.dgFigure.layout.meta || {}).whole;
    if (!whole) return;
    // The range of a whole scale has room for a mark at its ends.
    var button = document.createElement("button"), ends = whole.xaxis || whole.yaxis;
    button.type = "button";
    button.className = "dg-scale";
    button.textContent = gettext("Whole scale, %(low)s to %(high)s", { low: Math.round(ends[0] + 1), high: Math.round(ends[1] - 1) });
    button.setAttribute("aria-pressed", String(!!wholeOf(figure)));
    button.addEventListener("click", function () {
      var address = new URL(location.href), on = !wholeOf(figure);
      if (on) address.searchParams.set(stateOf(figure), "whole");
      else address.searchParams.delete(stateOf(figure));
      history.replaceState(history.state, "", address);
      button.setAttribute("aria-pressed", String(on));
      draw(figure);
    });
    place.parentNode.insertBefore(button, place);
  }

  // A label turns inwards where it would run out of a phone's chart.
  function anchor(at, range) {
    var part = (at - range[0]) / (range[1] - range[0]);
    return part < 0.2 ? "left" : part > 0.8 ? "right" : "center";
  }

  // A legend cuts what is wider than its chart: on a phone a long name goes on below.
  function folded(name, width) {
    return name && name.length * LETTER > width - 4 * NAME ? name.replace(/^(.{1,42}) /, "$1<br>") : name;
  }

  function painted(figure, width, whole) {
    var text = colour("muted"), line = colour("line"), paper = colour("paper"), given = figure.layout;
    var data = figure.data.map(function (trace, place) {
      var own = ink(trace.meta, place), marker = trace.marker || {};
      var drawn = Object.assign({}, trace, {
        name: folded(trace.name, width),
        marker: Object.assign({ size: 8, symbol: SIGNS[trace.meta] || "circle" }, marker, { color: own })
      });
      // A mark at the edge of the scale is drawn whole.
      if (trace.type === "scatter") drawn.cliponaxis = false;
      if (trace.type === "scatter") drawn.line = Object.assign({ width: 2 }, trace.line, { color: own });
      ["error_x", "error_y"].forEach(function (error) {
        if (trace[error]) drawn[error] = Object.assign({}, trace[error], { color: own, thickness: 2, width: 4 });
      });
      return drawn;
    });
    var axes = {};
    ["xaxis", "yaxis"].forEach(function (name) {
      axes[name] = Object.assign({ fixedrange: true, zeroline: false }, given[name], { gridcolor: line, tickcolor: line, zerolinecolor: line });
      if (whole && whole[name]) axes[name].range = whole[name];
    });
    var height = given.height, names = [];
    if (namesAbove(axes.yaxis, width) && !data.some(function (trace) { return trace.type === "bar"; })) {
      names = axes.yaxis.ticktext.map(function (name, at) {
        return { text: name, x: 0, xref: "paper", xanchor: "left", y: axes.yaxis.tickvals[at], yanchor: "bottom", yshift: 4, align: "left", font: { color: colour("text") } };
      });
      axes.yaxis.showticklabels = false;
      height += Math.abs(axes.yaxis.range[0] - axes.yaxis.range[1]) * NAME;
    }
    return {
      data: data,
      layout: Object.assign({}, given, axes, {
        height: height,
        paper_bgcolor: "rgba(0,0,0,0)",
        plot_bgcolor: "rgba(0,0,0,0)",
        font: { color: text, size: 12, family: getComputedStyle(document.body).fontFamily },
        hoverlabel: { bgcolor: paper, bordercolor: line, font: { color: colour("text") } },
        shapes: (given.shapes || []).map(function (shape) {
          var own = ink(shape.name || "muted", 0);
          return Object.assign({}, shape, shape.type === "rect"
            ? { fillcolor: own, opacity: 0.15, line: { width: 0 } }
            : { line: { color: own, width: shape.name === "floor" ? 2 : 1.5, dash: DASHES[shape.name] || "solid" } });
        }),
        annotations: (given.annotations || []).map(function (label) {
          var side = label.name ? { xanchor: anchor(label.x, axes.xaxis.range) } : {};
          return Object.assign({ font: { color: ink(label.name || "muted", 0) } }, side, label);
        }).concat(names).map(function (label) {
          return Object.assign({ showarrow: false, bgcolor: paper }, label);
        })
      })
    };
  }

  function draw(figure) {
    var place = figure.querySelector(".dg-chart"), drawn = painted(figure.dgFigure, place.clientWidth, wholeOf(figure));
    return window.Plotly.react(place, drawn.data, drawn.layout, { displayModeBar: false, responsive: true });
  }

  // A chart has its place from the start, so that nothing moves when it is drawn.
  function prepare(figure) {
    var place = figure.querySelector(".dg-chart"), said = figure.querySelector(".dg-chart-text");
    figure.dgFigure = JSON.parse(figure.getAttribute("data-figure"));
    place.style.minHeight = (figure.dgFigure.layout.height || 0) + "px";
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", said.textContent);
    place.hidden = false;
    said.hidden = true;
  }

  function load(figure) {
    var place = figure.querySelector(".dg-chart");
    plotly(figure.getAttribute("data-vendor")).then(function () {
      figure.setAttribute("data-drawn", "");
      scaleButton(figure, place);
      return draw(figure);
    }).catch(function () {
      place.hidden = true;
      figure.querySelector(".dg-chart-text").hidden = false;
      figure.removeAttribute("data-drawn");
    });
  }

  function redraw() {
    document.querySelectorAll("figure[data-drawn]").forEach(draw);
  }

  var near = new IntersectionObserver(function (seen) {
    seen.forEach(function (one) {
      if (!one.isIntersecting) return;
      near.unobserve(one.target);
      // The page first, its charts after.
      if (document.readyState === "complete") load(one.target);
      else window.addEventListener("load", function () { load(one.target); });
    });
  }, { rootMargin: "300px" });

  function start() {
    document.querySelectorAll("figure[data-figure]").forEach(function (figure) {
      if (figure.dgReady) return;
      figure.dgReady = true;
      prepare(figure);
      near.observe(figure);
    });
  }

  new MutationObserver(redraw)
    .observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
  window.matchMedia("(min-width: 45em)").addEventListener("change", redraw);

  if (window.document$) window.document$.subscribe(start);
  else document.addEventListener("DOMContentLoaded", start);
})();
