/**
 * Roles, accessible names and visible text, as screen readers compute them; sufficient for our
 * pages.
 */

const ROLES: Record<string, string> = {
  ARTICLE: 'article',
  ASIDE: 'complementary',
  BUTTON: 'button',
  DD: 'definition',
  DT: 'term',
  FIELDSET: 'group',
  FIGURE: 'figure',
  FOOTER: 'contentinfo',
  FORM: 'form',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  HEADER: 'banner',
  HR: 'separator',
  LI: 'listitem',
  MAIN: 'main',
  NAV: 'navigation',
  OL: 'list',
  OPTION: 'option',
  OUTPUT: 'status',
  PROGRESS: 'progressbar',
  TABLE: 'table',
  TD: 'cell',
  TEXTAREA: 'textbox',
  TH: 'columnheader',
  TR: 'row',
  UL: 'list',
};
const INPUT_ROLES: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
  submit: 'button',
};
/** Elements of these roles are named by their content. */
const NAMED_BY_CONTENT = new Set(
  'button cell checkbox columnheader heading link menuitem menuitemcheckbox menuitemradio option radio row switch tab tooltip treeitem'.split(
    ' ',
  ),
);
/** classes that separate an inline element */
const BLOCK = /\b(?:block|flex|grid)\b/;
const INLINE = new Set('A B BUTTON CODE EM I LABEL MARK Q SPAN STRONG SUB SUP TIME'.split(' '));

export function roleOf(element: Element): string | undefined {
  const given = element.getAttribute('role');
  if (given) return given;
  if (element instanceof HTMLInputElement) return INPUT_ROLES[element.type] ?? 'textbox';
  if (element instanceof HTMLSelectElement) return element.multiple ? 'listbox' : 'combobox';
  if (element.tagName === 'A') return element.hasAttribute('href') ? 'link' : undefined;
  if (element.tagName === 'IMG') return element.getAttribute('alt') === '' ? undefined : 'img';
  if (element.tagName === 'SECTION') return nameOf(element) ? 'region' : undefined;
  return ROLES[element.tagName];
}

const hides = (element: Element): boolean =>
  element.getAttribute('aria-hidden') === 'true' ||
  element.hasAttribute('hidden') ||
  element.hasAttribute('inert') ||
  /STYLE|SCRIPT|TEMPLATE/.test(element.tagName) ||
  (element instanceof HTMLElement &&
    (element.style.display === 'none' || element.style.visibility === 'hidden'));

/** Whether it or an ancestor is hidden from screen readers. */
export function isHidden(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) if (hides(at)) return true;
  return false;
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

function contentOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || hides(node)) return '';
  const label = node.getAttribute('aria-label');
  if (label) return ` ${label} `;
  if (node.tagName === 'IMG') return node.getAttribute('alt') ?? '';
  const text = [...node.childNodes].map(contentOf).join('');
  return INLINE.has(node.tagName) && !BLOCK.test(node.className) ? text : ` ${text} `;
}

/** Its visible text; adjacent elements are separate words. */
export const visibleText = (element: Element): string => squeezed(textWithin(element));

function textWithin(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
      if (!(node instanceof Element) || hides(node)) return '';
      const text = textWithin(node);
      const apart = node.nextSibling instanceof Element ? ' ' : '';
      return INLINE.has(node.tagName) ? text + apart : ` ${text} `;
    })
    .join('');
}

export function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const named = ids.flatMap((id) => document.getElementById(id) ?? []);
  const given = squeezed(
    named.map((it) => it.getAttribute('aria-label') ?? it.textContent ?? '').join(' '),
  );
  if (given) return given;
  const label = element.getAttribute('aria-label');
  if (label) return squeezed(label);
  if ('labels' in element && element.labels instanceof NodeList && element.labels.length > 0)
    return squeezed([...element.labels].map(contentOf).join(' '));
  // The role of a section depends on its name.
  const content =
    element.tagName !== 'SECTION' && NAMED_BY_CONTENT.has(roleOf(element) ?? '')
      ? squeezed([...element.childNodes].map(contentOf).join(''))
      : '';
  return (
    content ||
    squeezed(
      element.getAttribute('alt') ??
        element.getAttribute('title') ??
        element.getAttribute('placeholder') ??
        '',
    )
  );
}

/** The description that a screen reader announces after the name. */
export const descriptionOf = (element: Element): string =>
  squeezed(
    (element.getAttribute('aria-describedby')?.split(/\s+/) ?? [])
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
