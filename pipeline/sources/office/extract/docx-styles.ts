/** Reads the styles and numbering of a Word document: headings and lists. */
import { childNamed, named } from '#pipeline/sources/xml-elements.ts';
import type { ZippedFiles } from '#pipeline/sources/zipped-files.ts';
import { xmlOf } from './office-text.ts';

const MOST_HEADING = 6;
/** Longest chain of styles based on each other. */
const MOST_BASES = 10;
const CODE = /^(html preformatted|preformatted( text)?|plain text|source code|code( block)?)$/i;

interface ParagraphStyle {
  kind: 'text' | 'heading' | 'code' | 'contents';
  /** heading level, 1 to 6 */
  level: number;
  list?: { level: number; tag: 'ol' | 'ul' } | undefined;
}
export interface Styles {
  of(paragraph: Element): ParagraphStyle;
}

const valueOf = (element: Element | undefined, name: string): string | undefined =>
  (element && childNamed(element, name)?.getAttribute('w:val')) ?? undefined;

export async function readStyles(files: ZippedFiles): Promise<Styles> {
  const all = files.has('word/styles.xml')
    ? named(await xmlOf(files, 'word/styles.xml'), 'style')
    : [];
  const styles = new Map(all.map((it) => [it.getAttribute('w:styleId') ?? '', it]));
  const isNumbered = await readNumbering(files);

  /** Yields the style and those that it is based on. */
  function* chainOf(id: string | undefined): Generator<Element> {
    let style = styles.get(id ?? '');
    for (let at = 0; style && at < MOST_BASES; at += 1) {
      yield style;
      style = styles.get(valueOf(style, 'basedon') ?? '');
    }
  }
  const listOf = (properties: Element | undefined): ParagraphStyle['list'] => {
    const numbering = properties && childNamed(properties, 'numpr');
    const id = valueOf(numbering, 'numid');
    if (id === undefined || id === '0') return undefined;
    const level = Number.parseInt(valueOf(numbering, 'ilvl') ?? '0', 10) || 0;
    return { level: Math.max(0, level), tag: isNumbered(id, level) ? 'ol' : 'ul' };
  };
  const isOutOfList = (own: Element | undefined): boolean =>
    valueOf(own && childNamed(own, 'numpr'), 'numid') === '0';
  return {
    of(paragraph) {
      const own = childNamed(paragraph, 'ppr');
      const chain = [...chainOf(valueOf(own, 'pstyle'))];
      const names = chain.map((it) => valueOf(it, 'name') ?? '');
      const all = [own, ...chain.map((it) => childNamed(it, 'ppr'))];
      const outline = all.map((it) => valueOf(it, 'outlinelvl')).find((it) => it !== undefined);
      const level = names.some((it) => /^title$/i.test(it)) ? 1 : Number(outline ?? 9) + 1;
      if (names.some((it) => /^toc \d/i.test(it))) return { kind: 'contents', level: 0 };
      if (level >= 1 && level <= 9)
        return { kind: 'heading', level: Math.min(level, MOST_HEADING) };
      if (names.some((it) => CODE.test(it))) return { kind: 'code', level: 0 };
      return {
        kind: 'text',
        level: 0,
        // A paragraph may leave the list of its style.
        list: isOutOfList(own) ? undefined : all.map(listOf).find((it) => it !== undefined),
      };
    },
  };
}

/** True for lists of numbers or letters, by the id of the list and the level. */
async function readNumbering(files: ZippedFiles): Promise<(id: string, level: number) => boolean> {
  if (!files.has('word/numbering.xml')) return () => false;
  const xml = await xmlOf(files, 'word/numbering.xml');
  const abstract = new Map(
    named(xml, 'abstractnum').map((it) => [it.getAttribute('w:abstractNumId') ?? '', it]),
  );
  const lists = new Map(
    named(xml, 'num').map((it) => [
      it.getAttribute('w:numId') ?? '',
      abstract.get(valueOf(it, 'abstractnumid') ?? ''),
    ]),
  );
  return (id, level) => {
    const levels = [...(lists.get(id)?.children ?? [])];
    const found = levels.find((it) => it.getAttribute('w:ilvl') === String(level));
    return !/^(bullet|none)$/.test(valueOf(found, 'numfmt') ?? 'bullet');
  };
}
