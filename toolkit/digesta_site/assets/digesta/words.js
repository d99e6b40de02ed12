// The other scripts' words: English as they say it, or what the site's build wrote in its place.
(function () {
  "use strict";

  var WORDS = {};

  function filled(text, named) {
    return text.replace(/%\((\w+)\)s/g, function (all, name) { return name in named ? named[name] : all; });
  }

  window.dgWords = {
    // English, of pages that are in English.
    phrase: filled,
    gettext: function (text, named) {
      return filled(WORDS[text] || text, named || {});
    },
    // The first form is said of one, the second of many, as the page's language counts.
    ngettext: function (one, many, n, named) {
      var rule = new Intl.PluralRules(document.documentElement.lang || "en").select(n);
      return filled((WORDS[one] || [one, many])[rule === "one" ? 0 : 1], Object.assign({ n: n }, named));
    }
  };
})();
