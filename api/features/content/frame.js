/*
 * Runs inside a shown page (Web or Reader), in a sandboxed frame of an origin of its own. It knows its page and one
 * MessagePort; everything else on the page is text. Inlined by the server with a nonce: no imports.
 */
(() => {
  'use strict';
  const MARK = '#FFD356';
  const CONTEXT_CHARS = 32;
  const FLASH_MS = 2400;
  let port = null;
  let nonce = '';

  addEventListener('message', ({ data, source, ports }) => {
    if (port || source !== parent || data?.type !== 'webIframe_init' || typeof data.nonce !== 'string' || !ports[0]) return;
    [port] = ports;
    nonce = data.nonce;
    port.onmessage = (message) => heed(message.data ?? {});
    tell({ type: 'web_ready', paragraphs: blocks().length });
    tellPlace();
  });

  function tell(message) { port?.postMessage({ ...message, nonce }); }

  function heed(message) {
    switch (message.type) {
      case 'webIframe_updateClips': showClips(message); break;
      case 'webIframe_scrollTo': scrollToPlace(message); break;
      case 'webIframe_theme': document.documentElement.dataset.theme = message.theme === 'dark' ? 'dark' : 'light'; break;
      case 'webIframe_find': find(String(message.query ?? ''), message.step); break;
    }
  }

  /* ---- text: letters and digits alone are compared, for spaces, marks and quotation differ between views ---- */

  const KEPT = /[\p{L}\p{N}\p{M}]/u;
  const fold = (char) => (KEPT.test(char) ? char.normalize('NFKC').toLowerCase() : '');
  const squash = (text) => Array.from(String(text ?? ''), fold).join('');

  /** The letters of every text node below the roots, and where each stands: its node, its offset there, its offset in all the text. */
  function lettersOf(roots) {
    const at = [];
    let text = '';
    let passed = 0;
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest('script,style,noscript,#gloss-save-clip')) continue;
        let offset = 0;
        for (const char of node.nodeValue) {
          const folded = fold(char);
          for (let unit = 0; unit < folded.length; unit++) at.push({ node, offset, end: offset + char.length, from: passed + offset });
          text += folded;
          offset += char.length;
        }
        passed += offset;
      }
    }
    return { text, at };
  }

  function rangeOf({ at }, from, length) {
    const range = document.createRange();
    const last = at[from + length - 1];
    range.setStart(at[from].node, at[from].offset);
    range.setEnd(last.node, last.end);
    return range;
  }

  const blocks = () => [...document.querySelectorAll('[data-p]')];
  const block = (paragraph) => document.querySelector(`[data-p="${Number(paragraph)}"]`);

  function* placesOf(needle, text) {
    for (let from = needle ? text.indexOf(needle) : -1; from !== -1; from = text.indexOf(needle, from + 1)) yield from;
  }

  /** The range of a quote: in its paragraph, in what follows, else anywhere; whole, else its beginning. */
  function quoteRange(place) {
    const quote = squash(place.quote);
    const all = blocks();
    const at = all.indexOf(block(place.paragraph));
    const rooms = [...(at === -1 ? [] : [[all[at]], all.slice(at, at + 12)]), [document.body]].map(lettersOf);
    for (const needle of new Set([quote, quote.slice(0, 60), quote.slice(0, 30)])) {
      for (const letters of rooms) {
        const from = choose(letters, needle, place);
        if (from !== undefined) return rangeOf(letters, from, needle.length);
      }
    }
    return undefined;
  }

  /** Of several, the one after its prefix, else the one nearest to its start, else the first. */
  function choose(letters, needle, place) {
    const prefix = squash(place.prefix);
    let best;
    for (const from of placesOf(needle, letters.text)) {
      const follows = prefix && letters.text.slice(0, from).endsWith(prefix);
      const score = follows ? -1 : typeof place.start === 'number' ? Math.abs(letters.at[from].from - place.start) : from;
      if (!best || score < best.score) best = { from, score };
    }
    return best?.from;
  }

  /* ---- marks: highlights of the style engine, or elements where it has none ---- */

  const registry = typeof Highlight === 'function' && CSS.highlights ? CSS.highlights : undefined;

  function mark(name, ranges) {
    if (registry) {
      if (ranges.length === 0) registry.delete(name);
      else registry.set(name, new Highlight(...ranges));
      return;
    }
    for (const old of document.querySelectorAll(`mark[data-gloss="${name}"]`)) {
      const within = old.parentNode;
      old.replaceWith(...old.childNodes);
      within.normalize();
    }
    for (const { node, start, end } of ranges.flatMap(textIn)) {
      const piece = document.createRange();
      piece.setStart(node, start);
      piece.setEnd(node, end);
      const element = document.createElement('mark');
      element.dataset.gloss = name;
      element.style.cssText = `background:${MARK};color:#2b2200`;
      piece.surroundContents(element);
    }
  }

  function textIn(range) {
    const parts = [];
    const root = range.commonAncestorContainer;
    const walker = document.createTreeWalker(root.nodeType === Node.TEXT_NODE ? root.parentNode : root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!range.intersectsNode(node)) continue;
      const start = node === range.startContainer ? range.startOffset : 0;
      const end = node === range.endContainer ? range.endOffset : node.nodeValue.length;
      if (start < end) parts.push({ node, start, end });
    }
    return parts;
  }

  let clips = [];
  let canDelete = false;
  function showClips(message) {
    canDelete = message.canDelete === true;
    clips = (message.clips ?? []).map((place) => ({ _id: place._id, place, range: quoteRange(place) }));
    mark('gloss-clip', clips.flatMap(({ range }) => range ?? []));
  }
  const clipAt = (inner) => clips.find(({ range }) => range
    && range.compareBoundaryPoints(Range.START_TO_START, inner) <= 0 && range.compareBoundaryPoints(Range.END_TO_END, inner) >= 0);

  let flashing = 0;
  function scrollToPlace(message) {
    const place = message._id === undefined ? message : clips.find((it) => it._id === message._id)?.place ?? message;
    mark('gloss-goal', []);
    const range = quoteRange(place);
    const element = range ? range.startContainer.parentElement : block(place.paragraph);
    if (!element) return;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    // A paragraph may be higher than the window: the words themselves must be in it.
    const box = range?.getBoundingClientRect?.();
    if (box && (box.top < 0 || box.top > innerHeight * 0.8)) scrollBy({ top: box.top - innerHeight / 3, behavior: 'instant' });
    const around = element.closest('[data-p]') ?? element;
    if (range) mark('gloss-goal', [range]);
    for (const old of document.querySelectorAll('.gloss-flash')) old.classList.remove('gloss-flash');
    void around.offsetWidth;
    around.classList.add('gloss-flash');
    clearTimeout(flashing);
    flashing = setTimeout(() => around.classList.remove('gloss-flash'), FLASH_MS);
  }

  let sought = { query: '', hit: -1 };
  function find(query, step) {
    mark('gloss-find', []);
    mark('gloss-found', []);
    const needle = squash(query);
    const letters = lettersOf(needle ? [document.body] : []);
    const hits = [...placesOf(needle, letters.text)].slice(0, 1000).map((from) => rangeOf(letters, from, needle.length));
    const from = sought.query === query ? sought.hit : -1;
    const hit = hits.length === 0 ? -1 : (from + (step === 'previous' ? -1 : 1) + hits.length) % hits.length;
    sought = { query, hit };
    hits[hit]?.startContainer.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
    if (registry) mark('gloss-find', hits);
    mark('gloss-found', hits.slice(hit, hit + 1));
    tell({ type: 'web_found', current: hit + 1, total: hits.length });
  }

  /* ---- the hand of the reader ---- */

  const button = Object.assign(document.createElement('button'), { id: 'gloss-save-clip', type: 'button', hidden: true });

  function selected() {
    const selection = getSelection();
    const text = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.toString().replace(/\s+/g, ' ').trim() : '';
    return text === '' ? undefined : { range: selection.getRangeAt(0), text: text.slice(0, 20_000) };
  }

  function textBefore(root, range) {
    const before = document.createRange();
    before.selectNodeContents(root);
    before.setEnd(range.startContainer, range.startOffset);
    return before.toString();
  }

  function clipOf({ range, text }) {
    const start = range.startContainer.childNodes[range.startOffset] ?? range.startContainer;
    const all = blocks();
    const home = (start.parentElement?.closest('[data-p]')) ?? all.find((it) => range.intersectsNode(it))
      ?? all.findLast((it) => it.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING) ?? document.body;
    const before = textBefore(home, range);
    const after = document.createRange();
    after.selectNodeContents(home);
    if (home.contains(range.endContainer)) after.setStart(range.endContainer, range.endOffset);
    else after.collapse();
    return {
      type: 'web_createClip', paragraph: Number(home.dataset.p ?? 1), text, start: before.length, end: before.length + range.toString().length,
      prefix: before.slice(-CONTEXT_CHARS), suffix: after.toString().slice(0, CONTEXT_CHARS), occurrence: [...placesOf(squash(text), squash(before))].length + 1,
    };
  }

  function placeButton() {
    const chosen = selected();
    const box = chosen?.range.getBoundingClientRect();
    button.hidden = !box || (box.width === 0 && box.height === 0);
    if (button.hidden) return;
    button.textContent = canDelete && clipAt(chosen.range) ? 'Remove clip' : 'Save clip';
    if (!button.isConnected) document.body.append(button);
    button.style.left = `${Math.min(Math.max(box.left + Math.min(box.width, 240) / 2, 60), innerWidth - 60)}px`;
    button.style.top = `${Math.max(box.top > 52 ? box.top - 46 : Math.min(box.bottom + 8, innerHeight - 46), 6)}px`;
  }

  let waiting = 0;
  function tellPlace() {
    waiting ||= setTimeout(() => {
      waiting = 0;
      const seen = blocks().find((it) => it.getBoundingClientRect().bottom > 24);
      if (seen) tell({ type: 'web_place', paragraph: Number(seen.dataset.p) });
    }, 500);
  }

  button.addEventListener('pointerdown', (event) => event.preventDefault());
  button.addEventListener('click', (event) => {
    const chosen = selected();
    // Only a real press keeps a clip or lets one go.
    if (!event.isTrusted || !chosen) return;
    const kept = canDelete ? clipAt(chosen.range) : undefined;
    tell(kept ? { type: 'web_deleteClip', _id: kept._id } : clipOf(chosen));
    getSelection().removeAllRanges();
    button.hidden = true;
  });
  document.addEventListener('selectionchange', placeButton);
  addEventListener('scroll', () => { placeButton(); tellPlace(); }, { passive: true });
  document.addEventListener('submit', (event) => event.preventDefault(), true);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
    if (link) {
      // Within the page one is taken there; nothing else may take the frame along.
      event.preventDefault();
      const href = link.getAttribute('href');
      if (href.startsWith('#')) (document.getElementById(href.slice(1)) ?? document.getElementsByName(href.slice(1))[0])?.scrollIntoView();
      else if (event.isTrusted && /^https?:/.test(link.href)) tell({ type: 'web_link', href: link.href });
    } else if (event.isTrusted && !selected()) {
      const caret = document.caretRangeFromPoint?.(event.clientX, event.clientY);
      const pressed = caret && clipAt(caret);
      if (pressed) tell({ type: 'web_editClip', _id: pressed._id });
    }
  }, true);

  const style = document.createElement('style');
  style.textContent = `::highlight(gloss-clip),::highlight(gloss-goal){background-color:${MARK};color:#2b2200}
    ::highlight(gloss-find){background-color:#b9dfd1;color:#12241d}::highlight(gloss-found){background-color:#17654f;color:#fff}
    .gloss-flash{animation:gloss-flash 2.4s ease-out}@keyframes gloss-flash{0%,40%{background-color:rgb(255 211 86/.4);box-shadow:0 0 0 6px rgb(255 211 86/.4)}}
    @media (prefers-reduced-motion:reduce){.gloss-flash{animation:none;outline:2px solid ${MARK};outline-offset:4px}}
    #gloss-save-clip{all:initial;position:fixed;z-index:2147483647;transform:translateX(-50%);height:38px;padding:0 14px;border:1px solid #cfc9bf;border-radius:8px;
    background:#fff;color:#1f1c18;font:500 13px system-ui,sans-serif;white-space:nowrap;cursor:pointer;box-shadow:0 6px 20px rgb(60 48 30/.18)}
    #gloss-save-clip[hidden]{display:none}#gloss-save-clip:focus-visible{outline:2px solid #17654f;outline-offset:2px}`;
  document.head.append(style);
})();
