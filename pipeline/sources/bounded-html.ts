/**
 * Flattens pages that would be too costly to parse: a tree costs the square of its depth, and of
 * the number of attributes of an element. Removes tags nested deeper than `MOST_DEEP` and keeps
 * their text; other pages are returned unchanged. Takes one pass over the tokens of the page.
 */
import { Tokenizer } from 'htmlparser2';

/** Real pages nest less than 100 deep. Browsers stop at 512, but article extraction takes cubic time. */
const MOST_DEEP = 160;
const MOST_ATTRIBUTES = 256;

const VOID = new Set([
  'area',
  'base',
  'basefont',
  'br',
  'col',
  'command',
  'embed',
  'frame',
  'hr',
  'img',
  'input',
  'isindex',
  'keygen',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
const HEADING = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const FIELD = ['input', 'option', 'optgroup', 'select', 'button', 'datalist', 'textarea'];
const closing = (
  opened: readonly string[],
  closed: readonly string[],
): [string, ReadonlySet<string>][] => {
  const names = new Set(closed);
  return opened.map((name) => [name, names]);
};
/**
 * Opening one of these elements closes the listed elements at the top of the stack, as in
 * htmlparser2.
 */
const CLOSED_BY = new Map<string, ReadonlySet<string>>([
  ...closing(['tr'], ['tr', 'th', 'td']),
  ...closing(['th'], ['th']),
  ...closing(['td'], ['thead', 'th', 'td']),
  ...closing(['body'], ['head', 'link', 'script']),
  ...closing(['a'], ['a']),
  ...closing(['li'], ['li']),
  ...closing(HEADING.slice(1), HEADING),
  ...closing(['select', 'input', 'output', 'button', 'datalist', 'textarea'], FIELD),
  ...closing(['option'], ['option']),
  ...closing(['optgroup'], ['optgroup', 'option']),
  ...closing(['dd', 'dt'], ['dd', 'dt']),
  ...closing(['rt', 'rp'], ['rt', 'rp']),
  ...closing(['tbody', 'tfoot'], ['thead', 'tbody']),
  ...closing(
    [
      'p',
      'address',
      'article',
      'aside',
      'blockquote',
      'details',
      'div',
      'dl',
      'fieldset',
      'figcaption',
      'figure',
      'footer',
      'form',
      'header',
      'hr',
      'main',
      'nav',
      'ol',
      'pre',
      'section',
      'table',
      'ul',
    ],
    ['p'],
  ),
]);

/** The open elements, at most `MOST_DEEP`, and the number of rejected ones by name. */
class OpenElements {
  readonly #names: string[] = [];
  readonly #isXml: boolean;
  readonly #refused = new Map<string, number>();

  constructor(isXml: boolean) {
    this.#isXml = isXml;
  }

  /** `<path/>` is complete; `<div/>` in HTML isn't. */
  get endsItself(): boolean {
    return this.#isXml || this.#names.includes('svg') || this.#names.includes('math');
  }

  /** Returns false if the element would be nested too deeply. */
  open(name: string): boolean {
    const closed = this.#isXml ? undefined : CLOSED_BY.get(name);
    while (closed && closed.has(this.#names.at(-1) ?? '')) this.#names.pop();
    if (!this.#isXml && VOID.has(name)) return true;
    if (this.#names.length >= MOST_DEEP) {
      this.#refused.set(name, (this.#refused.get(name) ?? 0) + 1);
      return false;
    }
    this.#names.push(name);
    return true;
  }

  /** Returns false if it closes a rejected element. */
  close(name: string): boolean {
    const refused = this.#refused.get(name) ?? 0;
    if (refused > 0) {
      this.#refused.set(name, refused - 1);
      return false;
    }
    const at = this.#names.lastIndexOf(name);
    if (at === -1) return true;
    this.#names.length = at;
    this.#refused.clear();
    return true;
  }
}

/** A range to remove: from `start` up to `end`. */
interface Cut {
  start: number;
  end: number;
}

function cutsOf(html: string, isXml: boolean): Cut[] {
  const cuts: Cut[] = [];
  const elements = new OpenElements(isXml);
  let start = 0;
  let name = '';
  let attributes = 0;
  /** where the surplus attributes of this tag begin */
  let from: number | undefined;
  const endTag = (end: number, isClosed: boolean): void => {
    if (!isClosed && !elements.open(name)) cuts.push({ start, end: end + 1 });
    else if (from !== undefined) cuts.push({ start: from, end });
    from = undefined;
  };
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: false },
    {
      onopentagname(at, end) {
        start = at - 1;
        name = html.slice(at, end).toLowerCase();
        attributes = 0;
      },
      onattribname(at) {
        attributes += 1;
        if (attributes > MOST_ATTRIBUTES) from ??= at;
      },
      onopentagend(end) {
        endTag(end, false);
      },
      onselfclosingtag(end) {
        endTag(end, elements.endsItself);
      },
      onclosetag(at, end) {
        if (elements.close(html.slice(at, end).toLowerCase())) return;
        const close = html.indexOf('>', end);
        cuts.push({ start: at - 2, end: close === -1 ? html.length : close + 1 });
      },
      onattribdata: () => undefined,
      onattribend: () => undefined,
      onattribentity: () => undefined,
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onend: () => undefined,
      onprocessinginstruction: () => undefined,
      ontext: () => undefined,
      ontextentity: () => undefined,
      isInForeignContext: () => false,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  // A tag that is truncated at the end of the page.
  if (from !== undefined) cuts.push({ start: from, end: html.length });
  return cuts;
}

/** Returns the page, or XML, with at most 160 nested elements, and 256 attributes per element. */
export function boundedHtml(html: string, { isXml = false } = {}): string {
  const cuts = cutsOf(html, isXml);
  if (cuts.length === 0) return html;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of cuts) {
    if (start < at) continue;
    parts.push(html.slice(at, start));
    at = end;
  }
  parts.push(html.slice(at));
  return parts.join('');
}
