/*
 * Runs inside a shown page (Web or Reader), in a sandboxed frame of an origin of its own. It knows its page and one
 * MessagePort; everything else on the page is text. Inlined by the server with a nonce: no imports, and nothing here may
 * contain a closing script tag.
 */
(function () {
  'use strict';
  var MARK = '#FFD356';
  var CONTEXT_CHARS = 32;
  var FLASH_MS = 2400;
  var port = null;
  var nonce = '';

  addEventListener('message', function (event) {
    var init = event.data;
    if (port || event.source !== parent || !init || init.type !== 'webIframe_init' || typeof init.nonce !== 'string' || !event.ports[0]) return;
    port = event.ports[0];
    nonce = init.nonce;
    port.onmessage = function (message) { heed(message.data || {}); };
    tell({ type: 'web_ready', paragraphs: document.querySelectorAll('[data-p]').length });
    tellPlace();
  });

  function tell(message) {
    if (!port) return;
    message.nonce = nonce;
    port.postMessage(message);
  }

  function heed(message) {
    if (message.type === 'webIframe_updateClips') showClips(message.clips || []);
    else if (message.type === 'webIframe_scrollTo') scrollTo(message);
    else if (message.type === 'webIframe_theme') document.documentElement.dataset.theme = message.theme === 'dark' ? 'dark' : 'light';
    else if (message.type === 'webIframe_find') find(String(message.query || ''), message.step);
  }

  /* ---- text: only letters and digits are compared, for spaces, marks and quotation differ between views ---- */

  var KEPT = /[\p{L}\p{N}\p{M}]/u;

  /** The letters of every text node below the roots, and where each stands. */
  function lettersOf(roots) {
    var letters = '', nodes = [], offsets = [], raw = '', rawAt = [];
    roots.forEach(function (root) {
      var walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (var node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest('script,style,noscript,#gloss-save-clip')) continue;
        var text = node.nodeValue, offset = 0;
        for (var char of text) {
          if (KEPT.test(char)) {
            var folded = char.normalize('NFKC').toLowerCase();
            for (var unit = 0; unit < folded.length; unit++) { nodes.push(node); offsets.push(offset); rawAt.push(raw.length + offset); }
            letters += folded;
          }
          offset += char.length;
        }
        raw += text;
      }
    });
    return { text: letters, nodes: nodes, offsets: offsets, raw: raw, rawAt: rawAt };
  }

  function squash(text) {
    var kept = '';
    for (var char of text) if (KEPT.test(char)) kept += char.normalize('NFKC').toLowerCase();
    return kept;
  }

  function rangeOf(letters, from, length) {
    var last = from + length - 1;
    var range = document.createRange();
    range.setStart(letters.nodes[from], letters.offsets[from]);
    var node = letters.nodes[last], end = letters.offsets[last];
    range.setEnd(node, end + String.fromCodePoint(node.nodeValue.codePointAt(end)).length);
    return range;
  }

  function blocks() { return Array.from(document.querySelectorAll('[data-p]')); }
  function block(paragraph) { return document.querySelector('[data-p="' + Number(paragraph) + '"]'); }

  /** The range of a quote: in its paragraph and what follows, else anywhere; the nth, or after its prefix, where it stands more than once. */
  function quoteRange(place) {
    var quote = squash(String(place.quote || ''));
    if (!quote) return null;
    var all = blocks();
    var at = all.indexOf(block(place.paragraph));
    var rooms = at === -1 ? [] : [[all[at]], all.slice(at, at + 12)];
    rooms.push([document.body]);
    var needles = [quote, quote.slice(0, 60), quote.slice(0, 30)];
    for (var n = 0; n < needles.length; n++) {
      if (n > 0 && needles[n].length >= needles[n - 1].length) continue;
      for (var r = 0; r < rooms.length; r++) {
        var letters = lettersOf(rooms[r]);
        var from = choose(letters, needles[n], place);
        if (from !== -1) return rangeOf(letters, from, needles[n].length);
      }
    }
    return null;
  }

  function choose(letters, needle, place) {
    var prefix = squash(String(place.prefix || ''));
    var best = -1, bestScore = Infinity;
    for (var from = letters.text.indexOf(needle), nth = 1; from !== -1; from = letters.text.indexOf(needle, from + 1), nth++) {
      var score = prefix && letters.text.slice(0, from).endsWith(prefix) ? -2
        : place.occurrence === nth ? -1
        : typeof place.start === 'number' ? Math.abs(letters.rawAt[from] - place.start) : from;
      if (score < bestScore) { best = from; bestScore = score; }
    }
    return best;
  }

  /* ---- marks: highlights of the style engine, or elements where it has none ---- */

  var registry = typeof CSS !== 'undefined' && CSS.highlights && typeof Highlight === 'function' ? CSS.highlights : null;

  function mark(name, ranges) {
    if (registry) {
      if (ranges.length === 0) registry.delete(name);
      else registry.set(name, new Highlight(...ranges));
      return;
    }
    document.querySelectorAll('mark[data-gloss="' + name + '"]').forEach(function (old) {
      var within = old.parentNode;
      old.replaceWith.apply(old, Array.from(old.childNodes));
      within.normalize();
    });
    ranges.forEach(function (range) {
      textNodesIn(range).forEach(function (part) {
        var wrap = document.createElement('mark');
        wrap.dataset.gloss = name;
        wrap.style.cssText = 'background:' + MARK + ';color:#2b2200';
        var piece = document.createRange();
        piece.setStart(part.node, part.start);
        piece.setEnd(part.node, part.end);
        piece.surroundContents(wrap);
      });
    });
  }

  function textNodesIn(range) {
    var parts = [];
    var root = range.commonAncestorContainer;
    var walker = document.createTreeWalker(root.nodeType === 3 ? root.parentNode : root, NodeFilter.SHOW_TEXT);
    for (var node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!range.intersectsNode(node)) continue;
      var start = node === range.startContainer ? range.startOffset : 0;
      var end = node === range.endContainer ? range.endOffset : node.nodeValue.length;
      if (start < end) parts.push({ node: node, start: start, end: end });
    }
    return parts;
  }

  var clips = [];
  function showClips(given) {
    clips = given.map(function (clip) { return { _id: clip._id, place: clip }; });
    clips.forEach(function (clip) { clip.range = quoteRange(clip.place); });
    mark('gloss-clip', clips.flatMap(function (clip) { return clip.range ? [clip.range] : []; }));
  }

  var flashing = 0;
  function scrollTo(place) {
    var clip = place._id === undefined ? null : clips.find(function (it) { return it._id === place._id; });
    var target = clip ? clip.place : place;
    var range = quoteRange(target);
    var element = range ? range.startContainer.parentElement : block(target.paragraph);
    if (!element) return;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    mark('gloss-goal', range ? [range] : []);
    // A long paragraph may be higher than the window: the words themselves must be in it.
    var box = range && range.getBoundingClientRect ? range.getBoundingClientRect() : null;
    if (box && (box.top < 0 || box.top > innerHeight * 0.8)) scrollBy({ top: box.top - innerHeight / 3, behavior: 'instant' });
    var around = element.closest('[data-p]') || element;
    document.querySelectorAll('.gloss-flash').forEach(function (old) { old.classList.remove('gloss-flash'); });
    void around.offsetWidth;
    around.classList.add('gloss-flash');
    clearTimeout(flashing);
    flashing = setTimeout(function () { around.classList.remove('gloss-flash'); }, FLASH_MS);
  }

  var hits = [], hit = -1, sought = '';
  function find(query, step) {
    if (query !== sought) {
      sought = query;
      hits = [];
      hit = -1;
      var needle = squash(query), letters = needle ? lettersOf([document.body]) : null;
      for (var from = letters ? letters.text.indexOf(needle) : -1; from !== -1 && hits.length < 1000; from = letters.text.indexOf(needle, from + needle.length)) {
        hits.push(rangeOf(letters, from, needle.length));
      }
    }
    if (hits.length) {
      hit = (hit + (step === 'previous' ? -1 : 1) + hits.length) % hits.length;
      hits[hit].startContainer.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
    }
    mark('gloss-find', hits);
    mark('gloss-found', hits.length ? [hits[hit]] : []);
    tell({ type: 'web_found', current: hit + 1, total: hits.length });
  }

  /* ---- the hand of the reader ---- */

  var button = document.createElement('button');
  button.id = 'gloss-save-clip';
  button.type = 'button';
  button.textContent = 'Save clip';
  button.hidden = true;

  function selected() {
    var selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
    var range = selection.getRangeAt(0);
    var text = selection.toString().replace(/\s+/g, ' ').trim();
    return text ? { range: range, text: text.slice(0, 20000) } : null;
  }

  function clipOf(chosen) {
    var range = chosen.range;
    var start = range.startContainer.nodeType === 1 ? range.startContainer.childNodes[range.startOffset] || range.startContainer : range.startContainer;
    var element = start.nodeType === 1 ? start : start.parentElement;
    var home = element.closest('[data-p]') || blocks().filter(function (it) { return range.intersectsNode(it); })[0] || blocks().filter(function (it) {
      return it.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    }).pop();
    var before = document.createRange(), after = document.createRange(), all = document.createRange();
    all.selectNodeContents(document.body);
    before.setStart(all.startContainer, all.startOffset);
    before.setEnd(range.startContainer, range.startOffset);
    after.setStart(range.endContainer, range.endOffset);
    after.setEnd(all.endContainer, all.endOffset);
    var clip = {
      type: 'web_createClip', paragraph: home ? Number(home.dataset.p) : 1, text: chosen.text, occurrence: 1,
      prefix: before.toString().replace(/\s+/g, ' ').slice(-CONTEXT_CHARS), suffix: after.toString().replace(/\s+/g, ' ').slice(0, CONTEXT_CHARS),
    };
    if (home && home.contains(range.startContainer)) {
      var within = document.createRange();
      within.selectNodeContents(home);
      within.setEnd(range.startContainer, range.startOffset);
      clip.start = within.toString().length;
      clip.end = clip.start + range.toString().length;
      var letters = squash(within.toString()), needle = squash(chosen.text);
      for (var from = letters.indexOf(needle); from !== -1; from = letters.indexOf(needle, from + 1)) clip.occurrence++;
    }
    return clip;
  }

  function place() {
    var chosen = selected();
    var box = chosen && chosen.range.getBoundingClientRect();
    button.hidden = !box || (box.width === 0 && box.height === 0);
    if (button.hidden) return;
    if (!button.isConnected) document.body.append(button);
    button.style.left = Math.min(Math.max(box.left + Math.min(box.width, 240) / 2, 60), innerWidth - 60) + 'px';
    button.style.top = Math.max(box.top > 52 ? box.top - 46 : Math.min(box.bottom + 8, innerHeight - 46), 6) + 'px';
  }

  var waiting = 0;
  function tellPlace() {
    if (waiting) return;
    waiting = setTimeout(function () {
      waiting = 0;
      var seen = blocks().find(function (it) { return it.getBoundingClientRect().bottom > 24; });
      if (seen) tell({ type: 'web_place', paragraph: Number(seen.dataset.p) });
    }, 500);
  }

  button.addEventListener('pointerdown', function (event) { event.preventDefault(); });
  button.addEventListener('click', function (event) {
    var chosen = selected();
    // Only a real press keeps a clip.
    if (!event.isTrusted || !chosen) return;
    tell(clipOf(chosen));
    getSelection().removeAllRanges();
    button.hidden = true;
  });
  document.addEventListener('selectionchange', place);
  addEventListener('scroll', function () { place(); tellPlace(); }, { passive: true });
  document.addEventListener('click', function (event) {
    var link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
    if (!link) return;
    var href = link.getAttribute('href');
    // Within the page the browser scrolls; anywhere else it must not take the frame along.
    if (href.charAt(0) === '#') {
      var goal = document.getElementById(decodeURIComponent(href.slice(1))) || document.getElementsByName(decodeURIComponent(href.slice(1)))[0];
      event.preventDefault();
      if (goal) goal.scrollIntoView();
      return;
    }
    event.preventDefault();
    if (event.isTrusted && /^https?:/.test(link.href)) tell({ type: 'web_link', href: link.href });
  }, true);
  document.addEventListener('submit', function (event) { event.preventDefault(); }, true);

  var style = document.createElement('style');
  style.nonce = document.currentScript ? document.currentScript.nonce : '';
  style.textContent = '::highlight(gloss-clip){background-color:' + MARK + ';color:#2b2200}'
    + '::highlight(gloss-find){background-color:#b9dfd1;color:#12241d}::highlight(gloss-found){background-color:#17654f;color:#fff}'
    + '::highlight(gloss-goal){background-color:' + MARK + ';color:#2b2200}'
    + '.gloss-flash{animation:gloss-flash 2.4s ease-out}@keyframes gloss-flash{0%,40%{background-color:rgb(255 211 86/.45);box-shadow:0 0 0 6px rgb(255 211 86/.45)}}'
    + '@media (prefers-reduced-motion:reduce){.gloss-flash{animation:none;outline:2px solid ' + MARK + ';outline-offset:4px}}'
    + '#gloss-save-clip{all:initial;position:fixed;z-index:2147483647;transform:translateX(-50%);min-height:36px;padding:0 14px;border:1px solid #cfc9bf;border-radius:8px;'
    + 'background:#fff;color:#1f1c18;font:500 13px/34px system-ui,sans-serif;cursor:pointer;box-shadow:0 6px 20px rgb(60 48 30/.18)}'
    + '#gloss-save-clip[hidden]{display:none}#gloss-save-clip:focus-visible{outline:2px solid #17654f;outline-offset:2px}';
  (document.head || document.documentElement).append(style);
}());
