/** Shared code of the readers of office documents. */
import { Fault } from '#core/contract/faults.ts';
import { parseXml } from '#pipeline/sources/html-document.ts';
import { named, textOf } from '#pipeline/sources/xml-elements.ts';
import type { ZippedFiles } from '#pipeline/sources/zipped-files.ts';

const MOST_CELLS = 200_000;

export interface OfficeText {
  html: string;
  origin: string;
  title?: string | undefined;
  author?: string | undefined;
  publishedAt?: string | undefined;
}

export const damaged = (why: string): Fault =>
  new Fault('corrupt_file', {
    message: `This document is damaged: ${why}. Save or export it again.`,
  });

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
export const linked = (html: string, href: string | undefined): string =>
  href !== undefined && html !== '' && /^https?:\/\//i.test(href)
    ? `<a href="${escaped(href).replaceAll('"', '&quot;')}">${html}</a>`
    : html;

/** Refuses entities, which office suites don't write, because they can make small XML expand to any size. */
export async function xmlOf(files: ZippedFiles, name: string) {
  const xml = await files.text(name);
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw damaged(`${name} declares entities`);
  return parseXml(xml);
}

/** Counts the cells of all tables of a document. Faults: `too_large`. */
export function cellCounter(): (cells: number) => void {
  let counted = 0;
  return (cells) => {
    counted += cells;
    if (counted > MOST_CELLS)
      throw new Fault('too_large', {
        message: `This document can’t be read: its tables have more than ${MOST_CELLS.toLocaleString('en')} cells.`,
      });
  };
}

/** Reads the targets of links, by their ids, from the file `name`. */
export async function targetsOf(files: ZippedFiles, name: string): Promise<Map<string, string>> {
  if (!files.has(name)) return new Map();
  return new Map(
    named(await xmlOf(files, name), 'relationship').map((it) => [
      it.getAttribute('Id') ?? '',
      it.getAttribute('Target') ?? '',
    ]),
  );
}

/** Reads the properties of the document from the file `name`. */
export async function propertiesOf(
  files: ZippedFiles,
  name: string,
  [creator, created]: readonly [string, string],
): Promise<Pick<OfficeText, 'title' | 'author' | 'publishedAt'>> {
  if (!files.has(name)) return {};
  const properties = await xmlOf(files, name);
  return {
    title: textOf(properties, 'title'),
    author: textOf(properties, creator),
    publishedAt: /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(textOf(properties, created) ?? '')?.[0],
  };
}

/** Builds nested lists from paragraphs with a depth. */
export class NestedLists {
  readonly #open: ('ol' | 'ul')[] = [];
  #html = '';

  item(html: string, level: number, tag: 'ol' | 'ul'): void {
    while (this.#open.length > level + 1) this.#close();
    if (this.#open.length === level + 1 && this.#open.at(-1) !== tag) this.#close();
    while (this.#open.length <= level) {
      this.#html += `<${tag}>`;
      this.#open.push(tag);
    }
    this.#html += `<li>${html}</li>`;
  }
  #close(): void {
    this.#html += `</${this.#open.pop() ?? 'ul'}>`;
  }
  /** Returns the lists, and starts over. */
  end(): string {
    while (this.#open.length > 0) this.#close();
    const html = this.#html;
    this.#html = '';
    return html;
  }
}
