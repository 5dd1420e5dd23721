/**
 * Converts HTML that other programs put on the clipboard to what the notes' schema reads: lists
 * that Word draws with tabs, the bold wrapper of Google Docs, tasks, formulas and code of web
 * pages. The schema drops the rest. The HTML is parsed, never displayed.
 */
import { wordLists } from './word-lists.ts';

const GONE =
  'style, script, meta, link, title, xml, noscript, template, iframe, object, embed, form > button, [aria-hidden="true"]:not(.katex-html), .katex-html, o\\:p:empty';

export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replace(/<!--\[if !supportLists\]-->|<!--\[endif\]-->/g, ''),
    'text/html',
  );
  // HTML of the editor itself.
  if (body.querySelector('[data-pm-slice]')) return html;
  formulas(body);
  for (const element of body.querySelectorAll(GONE)) element.remove();
  comments(body);
  wordLists(body);
  for (const clean of [wrappers, styles, code, tasks, figures, headings, emptyLines]) clean(body);
  return body.innerHTML;
}

const into = (element: Element, tag: string): HTMLElement => {
  const made = element.ownerDocument.createElement(tag);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
};
const unwrap = (element: Element): void => {
  element.replaceWith(...element.childNodes);
};
const blockOf = (element: Element, name: string, attributes: object): HTMLElement => {
  const made = element.ownerDocument.createElement(name === 'math' ? 'figure' : 'span');
  made.dataset['block'] = name;
  made.dataset['attributes'] = JSON.stringify(attributes);
  return made;
};

/** KaTeX and MathJax include the source next to the rendering. */
function formulas(body: HTMLElement): void {
  for (const drawn of body.querySelectorAll('.katex-display, .katex, mjx-container, math')) {
    const latex =
      drawn.querySelector('annotation[encoding="application/x-tex"]')?.textContent.trim() ??
      drawn.getAttribute('alttext') ??
      drawn.getAttribute('data-latex');
    if (!latex || !body.contains(drawn)) continue;
    const display = drawn.matches('.katex-display, [display="true"], [display="block"]');
    drawn.replaceWith(blockOf(drawn, display ? 'math' : 'math-inline', { latex }));
  }
}

function comments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const it of found) (it as ChildNode).remove();
}

/** Google Docs wraps everything in a `b` that is not bold. */
function wrappers(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(
    'b[id^="docs-internal-guid"], b, strong',
  )) {
    if (
      element.id.startsWith('docs-internal-guid') ||
      /^(normal|[1-4]00)$/.test(element.style.fontWeight)
    )
      unwrap(element);
  }
  for (const element of body.querySelectorAll(
    'li > p[role="presentation"], li > p[dir]:only-child',
  ))
    if (element.parentElement?.querySelectorAll(':scope > p').length === 1) unwrap(element);
}

/** Meaningful styles become marks; others are dropped. */
function styles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('span[style], font[style]')) {
    const { fontWeight, fontStyle, textDecoration, textDecorationLine, verticalAlign } =
      element.style;
    if (element.dataset['block']) continue;
    const line = `${textDecoration} ${textDecorationLine}`;
    const heading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
    const marks = [
      ...(!heading &&
      (fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600)
        ? ['strong']
        : []),
      ...(fontStyle === 'italic' ? ['em'] : []),
      ...(line.includes('line-through') ? ['s'] : []),
      ...(line.includes('underline') && !element.closest('a') ? ['u'] : []),
    ];
    if (verticalAlign === 'super' && /^\d+$/.test(element.textContent))
      element.textContent = `[${element.textContent}]`;
    for (const mark of marks) {
      const made = element.ownerDocument.createElement(mark);
      made.append(...element.childNodes);
      element.append(made);
    }
    unwrap(element);
  }
}

/** The language can be on several elements, and lines can be separate elements. */
function code(body: HTMLElement): void {
  for (const pre of body.querySelectorAll('pre')) {
    const around = [
      pre,
      pre.querySelector('code'),
      pre.parentElement,
      pre.parentElement?.parentElement,
    ].filter((it) => it !== null && it !== undefined);
    const language = around
      .map(
        (it) =>
          /(?:language|lang|highlight-source|brush:)[-\s]([\w+#.-]+)/.exec(it.className)?.[1] ??
          it.getAttribute('data-lang') ??
          it.getAttribute('data-language'),
      )
      .find(Boolean);
    for (const line of pre.querySelectorAll('br')) line.replaceWith('\n');
    for (const line of pre.querySelectorAll('div, p, li, .line'))
      if (!line.textContent.endsWith('\n') && line.nextElementSibling) line.append('\n');
    const made = pre.ownerDocument.createElement('code');
    made.textContent = pre.textContent.replace(/\n$/, '');
    if (language) made.className = `language-${language.toLowerCase()}`;
    pre.replaceChildren(made);
  }
}

/** List items with a checkbox are tasks: in GitHub and others, Google Docs, and Notion. */
function tasks(body: HTMLElement): void {
  for (const point of body.querySelectorAll<HTMLElement>('li')) {
    const box = point.querySelector(
      ':scope > input[type="checkbox"], :scope > label > input[type="checkbox"], :scope > p > input[type="checkbox"]',
    );
    const checked = box
      ? box.hasAttribute('checked')
      : point.getAttribute('role') === 'checkbox'
        ? point.getAttribute('aria-checked') === 'true'
        : undefined;
    if (checked === undefined) continue;
    box?.remove();
    for (const picture of point.querySelectorAll(':scope > img')) picture.remove();
    point.dataset['type'] = 'taskItem';
    point.dataset['checked'] = String(checked);
    if (point.parentElement) point.parentElement.dataset['type'] = 'taskList';
  }
  for (const list of body.querySelectorAll<HTMLElement>('[data-type="taskList"]')) {
    const made = list.tagName === 'UL' ? list : into(list, 'ul');
    made.dataset['type'] = 'taskList';
    for (const point of made.querySelectorAll<HTMLElement>(':scope > li:not([data-type])')) {
      point.dataset['type'] = 'taskItem';
      point.dataset['checked'] = 'false';
    }
  }
}

/** Replaces images from other sites with links, so that readers of the notes don't fetch them. */
function figures(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    if (!/^https?:/i.test(src) || picture.width === 1) {
      picture.remove();
      continue;
    }
    const link = picture.ownerDocument.createElement('a');
    link.href = src;
    link.textContent = picture.alt.trim() || src.split(/[?#]/)[0]?.split('/').pop() || src;
    if (picture.closest('a')) picture.replaceWith(link.textContent);
    else picture.replaceWith(link);
  }
}

function headings(body: HTMLElement): void {
  for (const heading of body.querySelectorAll(
    'h4, h5, h6, .MsoTitle, .MsoSubtitle, [role="heading"]',
  )) {
    if (/^H[1-3]$/.test(heading.tagName)) continue;
    const level = heading.matches('.MsoTitle')
      ? 1
      : heading.matches('.MsoSubtitle')
        ? 2
        : Math.min(3, Number(heading.getAttribute('aria-level') ?? 3));
    into(heading, `h${level}`);
  }
}

/** Word and Docs use empty paragraphs as spacing. */
function emptyLines(body: HTMLElement): void {
  for (const element of body.querySelectorAll(
    'p, body > br, div > br:only-child, br.Apple-interchange-newline',
  )) {
    if (
      element.tagName === 'BR' ||
      (element.textContent.replace(/\u00A0/g, '').trim() === '' &&
        !element.querySelector('img, [data-block]') &&
        !element.closest('td, th, li'))
    )
      element.remove();
  }
}
