/** OpenDocument texts as HTML. Tracked deletions, indexes, forms and comments are left out. */
import { Fault } from '#core/contract/faults.ts';
import { childNamed, localName, named, type XmlNode } from '#pipeline/sources/xml-elements.ts';
import type { ZippedFiles } from '#pipeline/sources/zipped-files.ts';
import {
  cellCounter,
  damaged,
  escaped,
  linked,
  NestedLists,
  propertiesOf,
  xmlOf,
  type OfficeText,
} from './office-text.ts';

const MOST_HEADING = 6;
const MOST_LEVELS = 10;
/** Limit of repeated spaces, cells or rows; editors write higher counts to fill a sheet. */
const MOST_REPEATED = 100;
const TEXT = 3;
const SKIPPED =
  /^(tracked-changes|table-of-content|.*-index|bibliography|.*-decls|forms|annotation(-end)?|hidden-text|ruby-text|shapes)$/;
const CODE = /^(preformatted|source|code)(_20_(text|code|block))?$/i;

/** `tag`: of a list, by the name of its style and its level. */
interface OdtStyles {
  isCode(paragraph: Element): boolean;
  isTitle(paragraph: Element): boolean;
  tag(list: string, level: number): 'ol' | 'ul';
}

class OdtReader {
  readonly #styles: OdtStyles;
  readonly #count = cellCounter();
  /** Notes in order; they follow the text. */
  readonly #notes: Element[] = [];
  /** Text boxes of the current paragraph. */
  #boxes: Element[] = [];

  constructor(styles: OdtStyles) {
    this.#styles = styles;
  }

  document(body: Element): string {
    const html = [this.#blocks(body)];
    // Reading a note may find others.
    for (const note of this.#notes) html.push(this.#blocks(note));
    return html.join('\n');
  }

  #blocks(parent: Element): string {
    const html: string[] = [];
    let code: string[] = [];
    const endCode = () => {
      if (code.length > 0) html.push(`<pre>${code.join('\n')}</pre>`);
      code = [];
    };
    for (const element of parent.children) {
      const name = localName(element);
      if (SKIPPED.test(name)) continue;
      if (name === 'p' && this.#styles.isCode(element)) {
        code.push(this.#inline(element));
        continue;
      }
      endCode();
      if (name === 'p' || name === 'h') html.push(this.#paragraph(element));
      else if (name === 'list') html.push(this.#list(element));
      else if (name === 'table') html.push(this.#table(element));
      else html.push(this.#blocks(element));
    }
    endCode();
    return html.join('\n');
  }

  #paragraph(element: Element): string {
    const outer = this.#boxes;
    this.#boxes = [];
    const text = this.#inline(element);
    const level = Number(element.getAttribute('text:outline-level') ?? 1) || 1;
    const heading = localName(element) === 'h' ? level : 1;
    const isHeading = localName(element) === 'h' || this.#styles.isTitle(element);
    const tag = isHeading ? `h${Math.min(Math.max(heading, 1), MOST_HEADING)}` : 'p';
    const boxes = this.#boxes.map((box) => this.#blocks(box));
    this.#boxes = outer;
    return [text === '' ? '' : `<${tag}>${text}</${tag}>`, ...boxes].join('\n');
  }

  /** Lists also hold numbered headings. */
  #list(list: Element): string {
    const html: string[] = [];
    const lists = new NestedLists();
    const read = (it: Element, level: number, outer: string) => {
      const style = it.getAttribute('text:style-name') ?? outer;
      const tag = this.#styles.tag(style, level + 1);
      for (const item of it.children) {
        let lines: string[] = [];
        const end = () => {
          const text = lines.filter((line) => line !== '').join('<br>');
          if (text !== '') lists.item(text, Math.min(level, MOST_LEVELS - 1), tag);
          lines = [];
        };
        for (const part of item.children) {
          const name = localName(part);
          if (name === 'p') lines.push(this.#inline(part));
          else end();
          if (name === 'list') read(part, level + 1, style);
          if (name === 'h') html.push(lists.end(), this.#paragraph(part));
        }
        end();
      }
    };
    read(list, 0, '');
    html.push(lists.end());
    return html.join('\n');
  }

  #table(table: Element): string {
    return `<table>${named(table, 'table-row')
      .filter((row) => tableOf(row) === table)
      .map((row) => this.#row(row))
      .join('')}</table>`;
  }
  #row(row: Element): string {
    const cells = [...row.children]
      .filter((it) => /^(covered-)?table-cell$/.test(localName(it)))
      .flatMap((cell) => {
        const html = this.#cell(cell);
        return Array<string>(repeated(cell, 'table:number-columns-repeated', html)).fill(
          `<td>${html}</td>`,
        );
      });
    const html = cells.join('');
    const rows = repeated(row, 'table:number-rows-repeated', html.replace(/<\/?td>/g, ''));
    this.#count(cells.length * rows);
    return `<tr>${html}</tr>`.repeat(rows);
  }
  /** A cell of one paragraph is its text, so that a row is a line. */
  #cell(cell: Element): string {
    const [only] = cell.children;
    return only && cell.children.length === 1 && localName(only) === 'p'
      ? this.#inline(only)
      : this.#blocks(cell);
  }

  #inline(parent: Element): string {
    return [...parent.childNodes]
      .map((it) =>
        it.nodeType === TEXT
          ? escaped(it.nodeValue ?? '')
          : 'tagName' in it
            ? this.#piece(it as Element)
            : '',
      )
      .join('');
  }
  #piece(element: Element): string {
    const name = localName(element);
    if (SKIPPED.test(name)) return '';
    if (name === 's') return ' '.repeat(count(element, 'text:c'));
    if (name === 'tab') return ' ';
    if (name === 'line-break') return '<br>';
    if (name === 'note' || name === 'text-box') {
      const body = name === 'note' ? childNamed(element, 'note-body') : element;
      if (body) (name === 'note' ? this.#notes : this.#boxes).push(body);
      return '';
    }
    const html = this.#inline(element);
    return name === 'a' ? linked(html, element.getAttribute('xlink:href') ?? undefined) : html;
  }
}

const count = (element: Element, attribute: string): number => {
  const value = Number.parseInt(element.getAttribute(attribute) ?? '1', 10) || 1;
  return Math.min(Math.max(value, 1), MOST_REPEATED);
};
/** Empty cells and rows only fill a sheet, so they are not repeated. */
const repeated = (element: Element, attribute: string, html: string): number =>
  html === '' ? 1 : count(element, attribute);

function tableOf(row: Element): Element | undefined {
  for (let at = row.parentElement; at; at = at.parentElement)
    if (localName(at) === 'table') return at;
  return undefined;
}

/** Reads the named styles, and the automatic ones that editors write for single paragraphs. */
async function readStyles(files: ZippedFiles, content: XmlNode): Promise<OdtStyles> {
  const documents = files.has('styles.xml')
    ? [content, await xmlOf(files, 'styles.xml')]
    : [content];
  const nameOf = (element: Element) => element.getAttribute('style:name') ?? '';
  const parents = new Map(
    documents
      .flatMap((it) => named(it, 'style'))
      .map((it) => [nameOf(it), it.getAttribute('style:parent-style-name') ?? '']),
  );
  const lists = new Map(
    documents.flatMap((it) => named(it, 'list-style')).map((it) => [nameOf(it), [...it.children]]),
  );
  const isNamed = (paragraph: Element, pattern: RegExp): boolean => {
    const name = paragraph.getAttribute('text:style-name') ?? '';
    return pattern.test(name) || pattern.test(parents.get(name) ?? '');
  };
  return {
    isCode: (paragraph) => isNamed(paragraph, CODE),
    isTitle: (paragraph) => isNamed(paragraph, /^title$/i),
    tag(list, level) {
      const found = lists.get(list)?.find((it) => it.getAttribute('text:level') === String(level));
      return found && localName(found) === 'list-level-style-number' ? 'ol' : 'ul';
    },
  };
}

/** Faults: `corrupt_file`, `password_protected`, `too_large`. */
export async function readOdt(files: ZippedFiles): Promise<OfficeText> {
  const manifest = 'META-INF/manifest.xml';
  if (files.has(manifest) && named(await xmlOf(files, manifest), 'encryption-data').length > 0)
    throw new Fault('password_protected', {
      message: 'This document is protected by a password. Save a copy without one and add it.',
    });
  const content = await xmlOf(files, 'content.xml');
  const [body] = named(content, 'body');
  const text = body && childNamed(body, 'text');
  if (!text) throw damaged('it holds no text that Gloss can read');
  return {
    html: new OdtReader(await readStyles(files, content)).document(text),
    origin: 'ODT',
    ...(await propertiesOf(files, 'meta.xml', ['initial-creator', 'creation-date'])),
  };
}
