// Draws each figure from its JSON file, and again when the palette changes. Until it is drawn a
// figure is hidden, caption and all: the tables above it hold the same numbers, so that without
// this script, or from a folder, nothing is missing.
(function () {
  "use strict";

  // Rows that are not ranked have no colour: open ones are hollow, floors are diamonds.
  var COLOURS = { ranked: "--dg-accent", unranked: "--dg-accent" };
  var SIGNS = { ranked: "circle", unranked: "circle", open: "circle-open", archived: "circle-open" };
  // Chance and floor: two kinds of line in two colours, so that both are seen where they meet.
  var LINES = {
    chance: { colour: "--dg-muted", dash: "dot", width: 1.5 },
    floor: { colour: "--dg-part", dash: "dash", width: 2 }
  };
  var loading = null;

  function plotly(address) {
    if (!loading) {
      loading = new Promise(function (done, failed) {
        var script = document.createElement("script");
        script.src = address;
        script.onload = function () { done(window.Plotly); };
        script.onerror = failed;
        document.head.appendChild(script);
      });
    }
    return loading;
  }

  function colour(name) {
    return getComputedStyle(document.body).getPropertyValue(name).trim();
  }

  function painted(figure) {
    var text = colour("--dg-muted"), line = colour("--dg-line");
    var data = figure.data.map(function (trace) {
      var ink = colour(COLOURS[trace.meta] || "--dg-line-strong");
      return Object.assign({}, trace, {
        marker: { color: ink, size: 8, symbol: SIGNS[trace.meta] || "diamond" },
        error_x: Object.assign({}, trace.error_x, { color: ink, thickness: 2, width: 4 })
      });
    });
    var layout = Object.assign({}, figure.layout, {
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { color: text, size: 12, family: getComputedStyle(document.body).fontFamily },
      hoverlabel: { bgcolor: colour("--dg-paper"), bordercolor: line, font: { color: colour("--md-default-fg-color") } },
      xaxis: Object.assign({}, figure.layout.xaxis, { gridcolor: line, tickcolor: line }),
      yaxis: Object.assign({}, figure.layout.yaxis, { gridcolor: line, tickcolor: line }),
      shapes: figure.layout.shapes.map(function (shape) {
        var line = LINES[shape.name];
        return Object.assign({}, shape, { line: { color: colour(line.colour), width: line.width, dash: line.dash } });
      }),
      annotations: figure.layout.annotations.map(function (label) {
        return Object.assign({}, label, {
          font: { color: colour(LINES[label.name].colour) },
          bgcolor: colour("--dg-paper")
        });
      })
    });
    return { data: data, layout: layout };
  }

  function draw(place) {
    var drawn = painted(place.dgFigure);
    return window.Plotly.newPlot(place, drawn.data, drawn.layout, { displayModeBar: false, responsive: true });
  }

  function load(figure) {
    var place = figure.querySelector(".dg-chart");
    if (!place || figure.dgReady) return;
    figure.dgReady = true;
    var address = new URL(figure.getAttribute("data-figure"), location.href);
    Promise.all([
      plotly(figure.getAttribute("data-plotly")),
      fetch(address).then(function (answer) { return answer.json(); })
    ]).then(function (both) {
      place.dgFigure = both[1];
      figure.hidden = false;
      return draw(place);
    }).then(function () {
      figure.setAttribute("data-drawn", "");
    }).catch(function () {
      figure.hidden = true;
    });
  }

  function start() {
    document.querySelectorAll("figure[data-figure]").forEach(load);
  }

  new MutationObserver(function () {
    document.querySelectorAll("figure[data-drawn] .dg-chart").forEach(draw);
  }).observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });

  if (window.document$) window.document$.subscribe(start);
  else document.addEventListener("DOMContentLoaded", start);
})();
