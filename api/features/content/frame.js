/*
 * Runs inside a displayed page (Web or Reader), in a sandboxed frame with an opaque origin. It has
 * access to the page and one MessagePort, and treats everything else on the page as text. The
 * server inlines it with a nonce, so it has no imports.
 */
(() => {
  'use strict';
  const MARK = '#FFD356';
  const CONTEXT_CHARS = 32;
  const FLASH_MS = 2400;
  const SETTLE_MS = 150;
  const MOST_CHARS = 20_000;
  const MOST_HEADINGS = 500;
  let port = null;
  let nonce = '';
  /** only in Reader */
  const header = document.getElementById('gloss-header');

  addEventListener('message', ({ data, source, ports }) => {
    if (
      port ||
      source !== parent ||
      data?.type !== 'webIframe_init' ||
      typeof data.nonce !== 'string' ||
      !ports[0]
    )
      return;
    [port] = ports;
    nonce = data.nonce;
    port.onmessage = (message) => heed(message.data ?? {});
    tell({ type: 'web_ready', paragraphs: blocks().length });
    const headings = outline();
    if (headings.length > 0) tell({ type: 'web_outline', headings });
    tellPlace();
  });
  // The fragment of the address is a nonce that a page loaded in its place would not know.
  parent.postMessage({ type: 'web_hello', mount: location.hash.slice(1) }, '*');

  function tell(message) {
    port?.postMessage({ ...message, nonce });
  }

  function heed(message) {
    switch (message.type) {
      case 'webIframe_updateClips':
        showClips(message);
        break;
      case 'webIframe_scrollTo':
        scrollToPlace(message);
        break;
      case 'webIframe_takeClip':
        takeClip(message);
        break;
      case 'webIframe_focusClip':
        keys
          .querySelector(`[data-clip="${CSS.escape(String(message._id))}"]`)
          ?.focus({ preventScroll: true });
        break;
      case 'webIframe_focusImage':
        enlarged?.focus({ preventScroll: true });
        break;
      case 'webIframe_theme':
        document.documentElement.dataset.theme = message.theme === 'dark' ? 'dark' : 'light';
        break;
      case 'webIframe_style':
        wear(message.style ?? {});
        break;
      case 'webIframe_step':
        step(message.by === -1 ? -1 : 1);
        break;
      case 'webIframe_find':
        find(String(message.query ?? ''), message.step);
        break;
    }
  }

  const outline = () =>
    blocks()
      .filter((it) => /^H[1-6]$/.test(it.tagName) && it.textContent.trim() !== '')
      .slice(0, MOST_HEADINGS)
      .map((it) => ({
        paragraph: Number(it.dataset.p),
        level: Number(it.tagName[1]),
        text: it.textContent.replace(/\s+/g, ' ').trim().slice(0, 300),
      }));
  const firstSeen = () => blocks().find((it) => it.getBoundingClientRect().bottom > 24);

  /** Sets custom properties of the page, and keeps the scroll position of the current paragraph. */
  function wear(style) {
    const seen = firstSeen();
    const top = seen?.getBoundingClientRect().top;
    for (const [name, value] of Object.entries(style))
      if (name.startsWith('--')) document.documentElement.style.setProperty(name, String(value));
    if (seen && scrollY > 0)
      scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' });
  }

  /* ---- text: compares only letters and digits, since views differ in spaces and punctuation ---- */

  const KEPT = /[\p{L}\p{N}\p{M}]/u;
  const fold = (char) => (KEPT.test(char) ? char.normalize('NFKC').toLowerCase() : '');
  const squash = (text) => Array.from(String(text ?? ''), fold).join('');

  /**
   * Returns the letters of every text node below the roots, each with its node, its offset there,
   * and its offset in the complete text.
   */
  function lettersOf(roots) {
    const at = [];
    let text = '';
    let passed = 0;
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest('script,style,noscript,rt,rp,#gloss-keys,#gloss-header'))
          continue;
        let offset = 0;
        for (const char of node.nodeValue) {
          const folded = fold(char);
          for (let unit = 0; unit < folded.length; unit++)
            at.push({ node, offset, end: offset + char.length, from: passed + offset });
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
    for (
      let from = needle ? text.indexOf(needle) : -1;
      from !== -1;
      from = text.indexOf(needle, from + 1)
    )
      yield from;
  }

  let whole;
  /** All letters of the page; read only once if marks don't change the page. */
  const allLetters = () => {
    if (!registry) return lettersOf([document.body]);
    whole ??= lettersOf([document.body]);
    return whole;
  };

  /**
   * Returns the range of a quote: in its paragraph, in later ones, else anywhere; complete, else
   * its beginning.
   */
  function quoteRange(place) {
    const quote = squash(place.quote);
    const all = blocks();
    const at = all.indexOf(block(place.paragraph));
    const home = at === -1 ? undefined : lettersOf([all[at]]);
    for (const needle of new Set([quote, quote.slice(0, 60), quote.slice(0, 30)])) {
      if (needle === '') continue;
      for (const read of home
        ? [() => home, () => lettersOf(all.slice(at, at + 12)), allLetters]
        : [allLetters]) {
        const letters = read();
        const from = choose(letters, needle, place, letters === home);
        if (from !== undefined) return rangeOf(letters, from, needle.length);
      }
    }
    return undefined;
  }

  /** Counts the letters before and after a position that match the context of the quote. */
  function agreement(text, from, length, prefix, suffix) {
    let before = 0;
    while (before < prefix.length && prefix.at(-1 - before) === text[from - 1 - before]) before++;
    let after = 0;
    while (after < suffix.length && suffix[after] === text[from + length + after]) after++;
    return before + after;
  }

  /**
   * Of several matches, prefers the same context, then the nearest to the start, the given
   * occurrence, the first.
   */
  function choose(letters, needle, place, isHome) {
    const [prefix, suffix] = [squash(place.prefix), squash(place.suffix)];
    const found = [...placesOf(needle, letters.text)].map((from, nth) => ({
      from,
      agrees: agreement(letters.text, from, needle.length, prefix, suffix),
      apart:
        typeof place.start === 'number'
          ? Math.abs(letters.at[from].from - place.start)
          : isHome && nth === place.occurrence
            ? 0
            : 1 + nth,
    }));
    return found.sort(
      (one, other) => other.agrees - one.agrees || one.apart - other.apart || one.from - other.from,
    )[0]?.from;
  }

  /* ---- marks: highlights of the CSS engine, or elements if it has none ---- */

  const registry = typeof Highlight === 'function' && CSS.highlights ? CSS.highlights : undefined;

  function mark(name, ranges, { background = MARK, underline = false } = {}) {
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
      element.style.cssText = underline
        ? `background:none;color:inherit;text-decoration:underline 2px ${background}`
        : `background:${background};color:#2b2200`;
      piece.surroundContents(element);
    }
  }

  function textIn(range) {
    const parts = [];
    const root = range.commonAncestorContainer;
    const walker = document.createTreeWalker(
      root.nodeType === Node.TEXT_NODE ? root.parentNode : root,
      NodeFilter.SHOW_TEXT,
    );
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
  let worn = new Map();
  const looks = document.createElement('style');
  const keys = Object.assign(document.createElement('div'), { id: 'gloss-keys' });

  /**
   * Shows each clip in its colour and style, with a button that is visible on focus, for keyboard
   * users.
   */
  function showClips(message) {
    canDelete = message.canDelete === true;
    clips = (message.clips ?? []).map((place) => ({
      _id: String(place._id),
      place,
      range: quoteRange(place),
    }));
    const groups = new Map();
    for (const { place, range } of clips) {
      if (!range) continue;
      const background = /^#[\da-f]{6}$/i.test(place.color) ? place.color : MARK;
      const name = `gloss-clip-${background.slice(1).toLowerCase()}${place.underline ? '-line' : ''}`;
      if (!groups.has(name))
        groups.set(name, { ranges: [], look: { background, underline: place.underline === true } });
      groups.get(name).ranges.push(range);
    }
    for (const name of worn.keys()) if (!groups.has(name)) mark(name, []);
    for (const [name, { ranges, look }] of groups) mark(name, ranges, look);
    worn = groups;
    looks.textContent = [...groups]
      .map(
        ([
          name,
          {
            look: { background, underline },
          },
        ]) =>
          underline
            ? `::highlight(${name}){text-decoration:underline 2px color-mix(in srgb,${background} 82%,CanvasText)}`
            : `::highlight(${name}){background-color:${background};color:#2b2200}`,
      )
      .join('');
    const focused = document.activeElement?.dataset?.clip;
    keys.replaceChildren(
      ...clips
        .filter(({ range }) => range)
        .map(({ _id, place }) => {
          const key = Object.assign(document.createElement('button'), {
            type: 'button',
            textContent: String(place.label ?? ''),
          });
          key.dataset.clip = _id;
          return key;
        }),
    );
    if (clips.length > 0 && !keys.isConnected) document.body.append(keys);
    if (focused !== undefined)
      keys.querySelector(`[data-clip="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
  const lengthOf = ({ range }) => range.toString().length;
  /** Of overlapping clips, returns the shortest, which can't be reached otherwise. */
  const clipAt = (inner) =>
    clips
      .filter(
        ({ range }) =>
          range &&
          range.compareBoundaryPoints(Range.START_TO_START, inner) <= 0 &&
          range.compareBoundaryPoints(Range.END_TO_END, inner) >= 0,
      )
      .sort((one, other) => lengthOf(one) - lengthOf(other))[0];
  const clipOfKey = (target) =>
    clips.find(
      ({ _id }) =>
        _id ===
        (target instanceof Element
          ? target.closest('#gloss-keys [data-clip]')?.dataset.clip
          : undefined),
    );
  function editClip({ _id, range }) {
    const { left, top, width, height } = range.getBoundingClientRect();
    tell({ type: 'web_editClip', _id, box: { left, top, width, height } });
  }
  function bringIntoSight(range) {
    const box = range.getBoundingClientRect?.();
    if (box && (box.top < 0 || box.top > innerHeight * 0.8))
      scrollBy({ top: box.top - innerHeight / 3, behavior: 'instant' });
  }

  let flashing = 0;
  function scrollToPlace(message) {
    const kept = clips.find((it) => it._id === message._id);
    const place = kept?.place ?? message;
    mark('gloss-goal', []);
    const range = kept?.range ?? quoteRange(place);
    const element = range ? range.startContainer.parentElement : block(place.paragraph);
    if (!element) return;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    // A paragraph may be taller than the window, so the text itself must be visible.
    if (range) bringIntoSight(range);
    const around = element.closest('[data-p]') ?? element;
    // A clip is marked already, in its own colour.
    if (range && !clips.some((it) => it.range && sameRange(it.range, range)))
      mark('gloss-goal', [range]);
    for (const old of document.querySelectorAll('.gloss-flash'))
      old.classList.remove('gloss-flash');
    void around.offsetWidth;
    around.classList.add('gloss-flash');
    clearTimeout(flashing);
    flashing = setTimeout(() => around.classList.remove('gloss-flash'), FLASH_MS);
  }
  let current;
  /**
   * Scrolls to the next or previous paragraph; to the first visible one if the current one is not
   * visible.
   */
  function step(by) {
    const box = current?.getBoundingClientRect();
    const isSeen = box && box.bottom > 0 && box.top < innerHeight;
    const all = blocks();
    const next = isSeen ? all[all.indexOf(current) + by] : firstSeen();
    if (!next) return;
    current?.classList.remove('gloss-current');
    current?.removeAttribute('tabindex');
    current = next;
    next.classList.add('gloss-current');
    if (document.hasFocus()) {
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    }
    next.scrollIntoView({ block: 'start' });
  }
  const sameRange = (one, other) =>
    one.compareBoundaryPoints(Range.START_TO_START, other) === 0 &&
    one.compareBoundaryPoints(Range.END_TO_END, other) === 0;

  let sought = { query: '', hit: -1 };
  function find(query, step) {
    mark('gloss-find', []);
    mark('gloss-found', []);
    const needle = squash(query);
    const letters = needle ? allLetters() : { text: '', at: [] };
    const hits = [...placesOf(needle, letters.text)]
      .slice(0, 1000)
      .map((from) => rangeOf(letters, from, needle.length));
    const from = sought.query === query ? sought.hit : -1;
    const hit =
      hits.length === 0 ? -1 : (from + (step === 'previous' ? -1 : 1) + hits.length) % hits.length;
    sought = { query, hit };
    hits[hit]?.startContainer.parentElement.scrollIntoView({
      block: 'center',
      behavior: 'instant',
    });
    if (registry) mark('gloss-find', hits);
    mark('gloss-found', hits.slice(hit, hit + 1));
    tell({ type: 'web_found', current: hit + 1, total: hits.length });
  }

  /* ---- user input ---- */

  /** Code keeps its lines; ruby readings are not part of the text. */
  function selected() {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
    const range = selection.getRangeAt(0);
    // The title above a page is not part of its text.
    if (header?.contains(range.startContainer)) return undefined;
    const around = range.commonAncestorContainer;
    const isCode = (around.closest ? around : around.parentElement).closest('pre') !== null;
    const copy = range.cloneContents();
    const readings = copy.querySelectorAll('rt,rp');
    for (const reading of readings) reading.remove();
    const said = readings.length > 0 ? copy.textContent : selection.toString();
    const text = isCode ? said.trimEnd() : said.replace(/\s+/g, ' ').trim();
    return text.trim() === '' ? undefined : { range, text: text.slice(0, MOST_CHARS) };
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
    const home =
      start.parentElement?.closest('[data-p]') ??
      all.find((it) => range.intersectsNode(it)) ??
      all.findLast((it) => it.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING) ??
      document.body;
    const before = textBefore(home, range);
    const after = document.createRange();
    after.selectNodeContents(home);
    if (home.contains(range.endContainer)) after.setStart(range.endContainer, range.endOffset);
    else after.collapse();
    const letters = squash(home.textContent);
    const from = squash(before).length;
    return {
      type: 'web_createClip',
      paragraph: Number(home.dataset.p ?? 1),
      text,
      start: before.length,
      end: before.length + range.toString().length,
      prefix: before.slice(-CONTEXT_CHARS),
      suffix: after.toString().slice(0, CONTEXT_CHARS),
      occurrence: [...placesOf(squash(text), letters)].filter((it) => it < from).length,
    };
  }

  function takeClip({ color, underline }) {
    const chosen = selected();
    if (!chosen) return;
    tell({
      ...clipOf(chosen),
      ...(typeof color === 'string' && { color }),
      underline: underline === true,
    });
    getSelection().removeAllRanges();
  }

  let settling = 0;
  let isTold = false;
  /** Reports the selection after a pause, or at once when it is cleared or moves. */
  function tellSelection(moves = false) {
    clearTimeout(settling);
    const chosen = selected();
    if (isTold && (!chosen || moves)) {
      isTold = false;
      tell({ type: 'web_select' });
    }
    if (chosen) settling = setTimeout(tellSelected, SETTLE_MS);
  }
  function tellSelected() {
    const chosen = selected();
    const rects = chosen
      ? [...chosen.range.getClientRects()].filter((it) => it.width > 0 && it.height > 0)
      : [];
    const [first, last] = [rects[0], rects.at(-1)];
    if (!first || last.bottom < 0 || first.top > innerHeight) return;
    isTold = true;
    tell({
      type: 'web_select',
      text: chosen.text,
      spot: { x: first.left + Math.min(first.width, 240) / 2, top: first.top, bottom: last.bottom },
    });
  }

  let waiting = 0;
  function tellPlace() {
    waiting ||= setTimeout(() => {
      waiting = 0;
      const seen = firstSeen();
      if (seen) tell({ type: 'web_place', paragraph: Number(seen.dataset.p) });
    }, 500);
  }

  let enlarged;
  function enlarge(image) {
    enlarged = image;
    tell({
      type: 'web_image',
      src: image.currentSrc || image.src,
      alt: image.alt.slice(0, 2000),
      caption: (image.closest('figure')?.querySelector('figcaption')?.textContent ?? '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 2000),
    });
  }

  const progress = Object.assign(document.createElement('div'), { id: 'gloss-progress' });
  function showProgress() {
    const room = document.documentElement.scrollHeight - innerHeight;
    const share = room > 0 ? Math.min(1, Math.max(0, scrollY / room)) : 0;
    progress.style.transform = `scaleX(${share})`;
  }
  if (header) {
    document.body.append(progress);
    for (const image of document.querySelectorAll('figure img'))
      if (!image.closest('a')) image.tabIndex = 0;
    addEventListener('scroll', showProgress, { passive: true });
    addEventListener('resize', showProgress);
  }

  document.addEventListener('selectionchange', () => tellSelection());
  addEventListener(
    'scroll',
    () => {
      tellSelection(true);
      tellPlace();
    },
    { passive: true },
  );
  keys.addEventListener('focusin', ({ target }) => {
    const clip = clipOfKey(target);
    if (clip) bringIntoSight(clip.range);
  });
  document.addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.altKey) return;
    const clip = clipOfKey(event.target);
    const key = event.key.toLowerCase();
    const isTyping =
      event.target instanceof Element && event.target.closest('input,textarea,select') !== null;
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'f') return;
      tell({ type: 'web_key', key: 'find' });
    } else if (key === 'escape') tell({ type: 'web_key', key: 'escape' });
    else if (isTyping) return;
    else if (clip && canDelete && (key === 'delete' || key === 'backspace'))
      tell({ type: 'web_deleteClip', _id: clip._id });
    else if (selected() && (key === 'h' || key === 'u'))
      tell({ type: 'web_key', key: key === 'h' ? 'highlight' : 'underline' });
    else if (!event.shiftKey && (key === 'j' || key === 'k'))
      tell({ type: 'web_key', key: key === 'j' ? 'next' : 'previous' });
    else if (key === 'enter' && event.target instanceof HTMLImageElement) enlarge(event.target);
    else return;
    event.preventDefault();
  });
  document.addEventListener('submit', (event) => event.preventDefault(), true);
  document.addEventListener(
    'click',
    (event) => {
      const link =
        event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
      if (link) {
        // Links within the page scroll; nothing else may navigate the frame.
        event.preventDefault();
        const href = link.getAttribute('href');
        if (href.startsWith('#'))
          (
            document.getElementById(href.slice(1)) ?? document.getElementsByName(href.slice(1))[0]
          )?.scrollIntoView();
        else if (event.isTrusted && /^https?:/.test(link.href))
          tell({ type: 'web_link', href: link.href });
      } else if (event.isTrusted && !selected()) {
        if (header && event.target instanceof HTMLImageElement) {
          enlarge(event.target);
          return;
        }
        const caret = document.caretRangeFromPoint?.(event.clientX, event.clientY);
        const pressed = clipOfKey(event.target) ?? (caret && clipAt(caret));
        if (pressed) editClip(pressed);
        else tell({ type: 'web_select' });
      }
    },
    true,
  );

  const style = document.createElement('style');
  style.textContent = `::highlight(gloss-goal){background-color:${MARK};color:#2b2200}
    ::highlight(gloss-find){background-color:#b9dfd1;color:#12241d}::highlight(gloss-found){background-color:#17654f;color:#fff}
    .gloss-flash{animation:gloss-flash 2.4s ease-out}@keyframes gloss-flash{0%,40%{background-color:rgb(255 211 86/.4);box-shadow:0 0 0 6px rgb(255 211 86/.4)}}
    @media (prefers-reduced-motion:reduce){.gloss-flash{animation:none;outline:2px solid ${MARK};outline-offset:4px}}
    .gloss-current{scroll-margin-top:25vh;outline:none;border-radius:2px;background-color:color-mix(in srgb,currentColor 7%,transparent);box-shadow:0 0 0 8px color-mix(in srgb,currentColor 7%,transparent)}
    #gloss-keys,#gloss-keys>*{all:initial}#gloss-keys>button{position:fixed;left:12px;bottom:12px;z-index:2147483647;box-sizing:border-box;max-width:calc(100vw - 24px);padding:9px 14px;
    border-radius:8px;background:#fff;color:#1f1c18;font:500 13px system-ui,sans-serif;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;cursor:pointer;outline:2px solid #17654f;box-shadow:0 6px 20px rgb(60 48 30/.18)}
    #gloss-keys>button:not(:focus-visible){opacity:0;pointer-events:none}`;
  document.head.append(style, looks);
})();
