/**
 * Converts Word documents to HTML, without tracked deletions, hidden text, tables of contents and
 * comments.
 */
import { childNamed, localName, named } from '#pipeline/sources/xml-elements.ts';
import type { ZippedFiles } from '#pipeline/sources/zipped-files.ts';
import { readStyles, type Styles } from './docx-styles.ts';
import {
  cellCounter,
  escaped,
  linked,
  NestedLists,
  propertiesOf,
  targetsOf,
  xmlOf,
  type OfficeText,
} from './office-text.ts';

const DOCUMENT = 'word/document.xml';
const LINKS = 'word/_rels/document.xml.rels';
const NOTES = ['word/footnotes.xml', 'word/endnotes.xml'];
/** Deepest level of a list in Word. */
const MOST_LEVELS = 9;
const SKIPPED = new Set('del movefrom fallback instrtext ppr rpr annotationref'.split(' '));

const isOn = (properties: Element | undefined, name: string): boolean => {
  const value = properties && childNamed(properties, name);
  return value !== undefined && !/^(0|false|none)$/.test(value.getAttribute('w:val') ?? '');
};

class DocxReader {
  readonly #styles: Styles;
  readonly #links: ReadonlyMap<string, string>;
  readonly #count = cellCounter();
  /** Text boxes of the current paragraph. */
  #boxes: Element[] = [];

  constructor(styles: Styles, links: ReadonlyMap<string, string>) {
    this.#styles = styles;
    this.#links = links;
  }

  blocks(parent: Element): string {
    const html: string[] = [];
    const lists = new NestedLists();
    let code: string[] = [];
    const end = () => {
      html.push(lists.end());
      if (code.length > 0) html.push(`<pre>${code.join('\n')}</pre>`);
      code = [];
    };
    for (const element of flattened(parent)) {
      const name = localName(element);
      if (name === 'tbl') {
        end();
        html.push(this.#table(element));
      }
      if (name !== 'p') continue;
      const outer = this.#boxes;
      this.#boxes = [];
      const text = this.#inline(element);
      const { kind, level, list } = this.#styles.of(element);
      if (kind === 'code' && code.length === 0) end();
      if (kind === 'code') code.push(text);
      else if (kind !== 'contents' && list !== undefined && text !== '') {
        if (code.length > 0) end();
        lists.item(text, Math.min(list.level, MOST_LEVELS - 1), list.tag);
      } else if (kind !== 'contents') {
        end();
        const tag = kind === 'heading' ? `h${level}` : 'p';
        if (text !== '') html.push(`<${tag}>${text}</${tag}>`);
      }
      for (const box of this.#boxes) html.push(this.blocks(box));
      this.#boxes = outer;
    }
    end();
    return html.join('\n');
  }

  #table(table: Element): string {
    const rows = flattened(table).filter((it) => localName(it) === 'tr');
    return `<table>${rows.map((row) => this.#row(row)).join('')}</table>`;
  }
  #row(row: Element): string {
    const cells = flattened(row).filter((it) => localName(it) === 'tc');
    this.#count(cells.length);
    return `<tr>${cells.map((cell) => `<td>${this.#cell(cell)}</td>`).join('')}</tr>`;
  }
  /** A cell with one paragraph contains only its text, so that a row is one line. */
  #cell(cell: Element): string {
    const parts = flattened(cell).filter((it) => /^(p|tbl)$/.test(localName(it)));
    const [only] = parts;
    return parts.length === 1 && only && localName(only) === 'p'
      ? this.#inline(only)
      : this.blocks(cell);
  }

  #inline(parent: Element): string {
    return [...parent.children].map((it) => this.#piece(it)).join('');
  }
  #piece(element: Element): string {
    const name = localName(element);
    if (SKIPPED.has(name)) return '';
    if (name === 't') return escaped(element.textContent);
    if (name === 'br' || name === 'cr') return '<br>';
    if (name === 'tab') return ' ';
    if (name === 'nobreakhyphen') return '-';
    if (name === 'txbxcontent') {
      this.#boxes.push(element);
      return '';
    }
    const html = this.#inline(element);
    if (name === 'hyperlink')
      return linked(html, this.#links.get(element.getAttribute('r:id') ?? ''));
    return name === 'r' ? styled(element, html) : html;
  }
}

/** Applies the formatting of a run; drops hidden text. */
function styled(run: Element, html: string): string {
  const properties = childNamed(run, 'rpr');
  if (html === '' || isOn(properties, 'vanish')) return '';
  const italic = isOn(properties, 'i') ? `<em>${html}</em>` : html;
  return isOn(properties, 'b') ? `<strong>${italic}</strong>` : italic;
}

/** Flattens content controls and tracked insertions, which contain blocks like the body. */
function flattened(parent: Element): Element[] {
  return [...parent.children].flatMap((it) =>
    /^(sdt|sdtcontent|ins|moveto|customxml|smarttag|alternatecontent|choice)$/.test(localName(it))
      ? flattened(it)
      : [it],
  );
}

/** Faults: `corrupt_file`, `too_large`. */
export async function readDocx(files: ZippedFiles): Promise<OfficeText> {
  const links = await targetsOf(files, LINKS);
  const reader = new DocxReader(await readStyles(files), links);
  const body = named(await xmlOf(files, DOCUMENT), 'body')[0];
  const html = body ? [reader.blocks(body)] : [];
  for (const name of NOTES.filter(files.has)) {
    const notes = named(await xmlOf(files, name), name.includes('foot') ? 'footnote' : 'endnote');
    // Notes with a type are separators between text and notes.
    for (const note of notes) if (!note.hasAttribute('w:type')) html.push(reader.blocks(note));
  }
  return {
    html: html.join('\n'),
    origin: 'DOCX',
    ...(await propertiesOf(files, 'docProps/core.xml', ['creator', 'created'])),
  };
}
