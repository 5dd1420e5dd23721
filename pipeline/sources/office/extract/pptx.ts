/** Presentations as HTML: a section for each slide, with its speaker notes. */
import path from 'node:path';
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
  targetsOf,
  xmlOf,
  type OfficeText,
} from './office-text.ts';

const PRESENTATION = 'ppt/presentation.xml';
const MOST_SLIDES = 2_000;
const MOST_LEVELS = 9;
/** PowerPoint's default titles. */
const UNNAMED = /^power\s?point\b.{0,3}pr[eä]sentation$|^présentation powerpoint$/i;

const linksOf = (file: string): string =>
  path.posix.join(path.posix.dirname(file), '_rels', `${path.posix.basename(file)}.rels`);

interface SlideText {
  title: string | undefined;
  html: string;
}

class SlideReader {
  readonly #links: ReadonlyMap<string, string>;
  readonly #count: (cells: number) => void;

  constructor(links: ReadonlyMap<string, string>, counter: (cells: number) => void) {
    this.#links = links;
    this.#count = counter;
  }

  slide(slide: XmlNode): SlideText {
    const shapes = shapesIn(slide);
    const titles = shapes.filter((it) => /^(ctr)?title$/i.test(placeholderOf(it) ?? ''));
    const title = titles.map((it) => this.#lines(it).join('<br>')).find((it) => it !== '');
    const rest = shapes.filter((it) => !titles.includes(it));
    const html = rest.map((it) => this.#shape(it)).filter((it) => it !== '');
    return { title, html: html.join('\n') };
  }
  notes(notes: XmlNode): string {
    const bodies = shapesIn(notes).filter((it) => placeholderOf(it) === 'body');
    const lines = bodies.flatMap((it) => this.#lines(it)).filter((it) => it !== '');
    return lines.length === 0
      ? ''
      : `<blockquote>${lines.map((it) => `<p>${it}</p>`).join('')}</blockquote>`;
  }

  #shape(shape: Element): string {
    const [table] = named(shape, 'tbl');
    if (table) return this.#table(table);
    const placeholder = placeholderOf(shape);
    // Dates, footers and numbers of slides.
    if (/^(dt|ftr|hdr|sldnum)$/i.test(placeholder ?? '')) return '';
    const paragraphs = paragraphsOf(shape).map((it) => ({
      text: this.#inline(it),
      level: Number.parseInt(childNamed(it, 'ppr')?.getAttribute('lvl') ?? '0', 10) || 0,
    }));
    const written = paragraphs.filter(({ text }) => text !== '');
    const isList = /^(body|obj)$/.test(placeholder ?? '') && written.length > 1;
    if (!isList) return written.map(({ text }) => `<p>${text}</p>`).join('');
    const lists = new NestedLists();
    for (const { text, level } of written)
      lists.item(text, Math.min(Math.max(level, 0), MOST_LEVELS - 1), 'ul');
    return lists.end();
  }
  #table(table: Element): string {
    const rows = [...table.children].filter((it) => localName(it) === 'tr');
    return `<table>${rows.map((row) => this.#row(row)).join('')}</table>`;
  }
  #row(row: Element): string {
    const cells = [...row.children].filter((it) => localName(it) === 'tc');
    this.#count(cells.length);
    return `<tr>${cells.map((it) => `<td>${this.#lines(it).join('<br>')}</td>`).join('')}</tr>`;
  }

  #lines(shape: Element): string[] {
    return paragraphsOf(shape).map((it) => this.#inline(it));
  }
  #inline(paragraph: Element): string {
    return [...paragraph.children]
      .map((it) => {
        const name = localName(it);
        if (name === 'br') return '<br>';
        if (name !== 'r' && name !== 'fld') return '';
        const text = escaped(childNamed(it, 't')?.textContent ?? '');
        const properties = childNamed(it, 'rpr');
        const link = properties && childNamed(properties, 'hlinkclick');
        return linked(text, link && this.#links.get(link.getAttribute('r:id') ?? ''));
      })
      .join('');
  }
}

const paragraphsOf = (shape: Element): Element[] => named(shape, 'p').filter(isOfDrawing);
/** `a:p`, while `p:…` are shapes. */
const isOfDrawing = ({ tagName }: Element): boolean => /^a:/i.test(tagName);

/** Shapes with text or a table, also in groups, without the fallbacks for older versions. */
const shapesIn = (slide: XmlNode): Element[] =>
  [...slide.querySelectorAll('*')].filter(
    (it) => /^(sp|graphicframe)$/.test(localName(it)) && !isFallback(it),
  );
function isFallback(shape: Element): boolean {
  for (let at = shape.parentElement; at; at = at.parentElement)
    if (localName(at) === 'fallback') return true;
  return false;
}

/** Role of a shape in the layout of its slide: `title`, `body` …; undefined for a free shape. */
function placeholderOf(shape: Element): string | undefined {
  const [placeholder] = named(shape, 'ph');
  return placeholder && (placeholder.getAttribute('type') ?? 'obj');
}

async function readSlide(
  files: ZippedFiles,
  file: string,
  counter: (cells: number) => void,
): Promise<SlideText | undefined> {
  const slide = await xmlOf(files, file);
  const isHidden = /^(0|false)$/.test(named(slide, 'sld')[0]?.getAttribute('show') ?? '');
  if (isHidden) return undefined;
  const links = await targetsOf(files, linksOf(file));
  const reader = new SlideReader(links, counter);
  const { title, html } = reader.slide(slide);
  const target = [...links.values()].find((it) => /(^|\/)notesSlide\d+\.xml$/.test(it));
  const notesFile = target && path.posix.join(path.posix.dirname(file), target);
  const notes =
    notesFile && files.has(notesFile) ? reader.notes(await xmlOf(files, notesFile)) : '';
  return { title, html: html + notes };
}

/** Faults: `corrupt_file`, `too_large`. */
export async function readPptx(files: ZippedFiles): Promise<OfficeText> {
  const targets = await targetsOf(files, linksOf(PRESENTATION));
  const ids = named(await xmlOf(files, PRESENTATION), 'sldid');
  if (ids.length > MOST_SLIDES) throw new Fault('too_large');
  const counter = cellCounter();
  const slides: (SlideText & { number: number })[] = [];
  for (const [at, id] of ids.entries()) {
    const target = targets.get(id.getAttribute('r:id') ?? '');
    if (target === undefined) throw damaged(`slide ${at + 1} is missing`);
    const file = target.startsWith('/') ? target.slice(1) : path.posix.join('ppt', target);
    const slide = await readSlide(files, file, counter);
    if (slide) slides.push({ ...slide, number: at + 1 });
  }
  const { title = '', ...properties } = await propertiesOf(files, 'docProps/core.xml', [
    'creator',
    'created',
  ]);
  const isEmpty = slides.every((it) => it.title === undefined && it.html === '');
  // The first slide title becomes the title of an unnamed presentation.
  const first = slides.find((it) => it.title !== undefined);
  const sections = slides.map((it) => {
    const tag = it === first ? 'h1' : 'h2';
    return `<section><${tag}>${it.title ?? `Slide ${it.number}`}</${tag}>${it.html}</section>`;
  });
  return {
    html: isEmpty ? '' : sections.join('\n'),
    origin: 'PPTX',
    ...properties,
    title: UNNAMED.test(title) ? undefined : title || undefined,
  };
}
