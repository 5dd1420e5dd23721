/**
 * Reads a PDF in batches of pages. Runs in the parsing child, which alone loads pdf.js and the
 * language models.
 */
import { Fault } from '#core/contract/faults.ts';
import type { PageLink, Segment } from '#core/contract/snapshot.ts';
import type {
  ExtractInput,
  Extracted,
  PagePiece,
  PagePlan,
  PageRange,
} from '#pipeline/sources/contract.ts';
import { join } from '../join-pages.ts';
import type { RawPage } from './layout.ts';
import { letGo, withDocument } from './open-document.ts';
import { PART } from '../part.ts';
import { recognisedFrames } from './recognised-frames.ts';
import type { Frame } from './runs.ts';

/** Pages per batch if a file is read at once. */
const BATCH = 64;
/** Pages requested ahead, so that pdf.js reads one while another is processed. */
const AHEAD = 3;
/** On a page covered by a picture, fewer characters than this are a stamp or a number on a scan. */
const FEW_LETTERS = 100;
const PICTURED = 0.4;
const MAX_LINKS = 4_000;
/** More than any real document; a hostile file may declare a billion pages, or repeat one. */
const MAX_PAGES = 20_000;

function checkPageCount(total: number): void {
  if (!(total >= 1))
    throw new Fault('corrupt_file', {
      message: 'This PDF has no pages. Open it in another app to check, then add it again.',
    });
  if (total > MAX_PAGES)
    throw new Fault('too_large', {
      message: `This PDF has ${total} pages; Gloss reads ${MAX_PAGES} at most. Split it, then add the parts.`,
    });
}

function bytesOf(input: ExtractInput): Uint8Array {
  const bytes = input.part(PART);
  if (!bytes) throw new Fault('corrupt_file', { message: 'The PDF was not stored. Add it again.' });
  return new Uint8Array(bytes);
}

export async function plan(input: ExtractInput): Promise<PagePlan> {
  const [{ openPdf }, { readInfo, readLabels, readOutline }] = await Promise.all([
    import('./open-pdf.ts'),
    import('./document-info.ts'),
  ]);
  return withDocument(
    input,
    () => openPdf(bytesOf(input)),
    async (document) => {
      checkPageCount(document.numPages);
      // Damage outside the pages doesn't affect them.
      const orNothing = <T>(found: Promise<T>): Promise<T | undefined> =>
        found.catch(() => undefined);
      const [info, pageLabels, outline] = await Promise.all([
        orNothing(readInfo(document)),
        orNothing(readLabels(document)),
        orNothing(readOutline(document)),
      ]);
      const result = {
        total: document.numPages,
        ...(info?.title === undefined ? {} : { title: info.title }),
        ...(info?.author === undefined ? {} : { author: info.author }),
        ...(info?.publishedAt === undefined ? {} : { publishedAt: info.publishedAt }),
        ...(outline && outline.length > 0 ? { outline } : {}),
        ...(pageLabels ? { pageLabels } : {}),
      };
      return { result, pages: 0, more: true };
    },
  );
}

/** Counts characters, up to the limit. */
function lettersOf(frames: readonly Frame[]): number {
  let count = 0;
  for (const { runs } of frames)
    for (const { text } of runs) {
      if (count >= FEW_LETTERS) return count;
      count += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    }
  return count;
}

export async function read(
  input: ExtractInput,
  { from, to, skip = [], alone = false, recognised = {} }: PageRange,
): Promise<PagePiece> {
  const [{ openPdf }, { readPage }, { measurePage }, { Layout }, { detect }] = await Promise.all([
    import('./open-pdf.ts'),
    import('./read-page.ts'),
    import('./measure-page.ts'),
    import('./layout.ts'),
    import('tinyld'),
  ]);
  return withDocument(
    input,
    () => openPdf(bytesOf(input)),
    async (document) => {
      const last = Math.min(to, document.numPages);
      const pageNumbers = Array.from(
        { length: Math.max(0, last - from + 1) },
        (_, n) => from + n,
      ).filter((number) => !skip.includes(number));
      const failed = skip.filter((number) => number >= from && number <= to);
      const bare: number[] = [];
      const links: PageLink[] = [];
      const pages: RawPage[] = [];
      let claimed: string | undefined;
      const one = async (number: number) => {
        const page = await document.getPage(number);
        try {
          const raw = await readPage(page);
          const lines = recognised[number];
          if (lines) return { ...raw, frames: recognisedFrames(lines, raw.space, page.rotate) };
          const letters = lettersOf(raw.frames);
          if (letters >= FEW_LETTERS) return raw;
          const { pictured, drawn } = await measurePage(page);
          return { ...raw, bare: letters === 0 ? drawn : pictured >= PICTURED };
        } finally {
          page.cleanup();
        }
      };
      // A bad page doesn't affect the others.
      const begun = new Map<number, Promise<Awaited<ReturnType<typeof one>> | undefined>>();
      for (const [at, number] of pageNumbers.entries()) {
        input.report(number, document.numPages);
        for (const next of pageNumbers.slice(at, at + (alone ? 1 : AHEAD)))
          if (!begun.has(next))
            begun.set(
              next,
              one(next).catch(() => undefined),
            );
        const raw = await begun.get(number);
        begun.delete(number);
        if (!raw) {
          failed.push(number);
          continue;
        }
        claimed ??= raw.language;
        pages.push(raw);
        if (links.length < MAX_LINKS) links.push(...raw.links);
        if ('bare' in raw && raw.bare) bare.push(number);
      }
      const segments = new Layout().read(pages);
      const result = {
        from,
        to: last,
        segments,
        language: languageOf(segments, claimed, detect),
        links: links.slice(0, MAX_LINKS),
        bare,
        recognised: pageNumbers.filter(
          (number) => number in recognised && !failed.includes(number),
        ),
        failed: failed.sort((one, two) => one - two),
      };
      // Expects no further batches if some pages couldn't be read.
      return {
        result,
        pages: pageNumbers.length,
        more: last < document.numPages && result.failed.length === 0,
      };
    },
  );
}

function languageOf(
  segments: readonly Segment[],
  claimed: string | undefined,
  detect: (text: string) => string,
): string {
  const middle = segments
    .slice(Math.floor(segments.length / 4))
    .map((segment) => segment.text)
    .join(' ')
    .slice(0, 6_000);
  const sample =
    middle.length > 400
      ? middle
      : segments
          .map((segment) => segment.text)
          .join(' ')
          .slice(0, 6_000);
  const detected = sample.length > 120 ? detect(sample) : '';
  const named = /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.exec(claimed ?? '')?.[0];
  // The declared language may only add a region to the detected one.
  if (detected !== '') return named?.split('-')[0] === detected ? (named ?? detected) : detected;
  return named ?? 'und';
}

export async function draw(
  input: ExtractInput,
  number: number,
  as: 'reading' | 'thumbnail',
): Promise<Uint8Array> {
  const [{ openPdf }, { drawForReading, drawThumbnail }] = await Promise.all([
    import('./open-pdf.ts'),
    import('./draw-page.ts'),
  ]);
  // Canvases take memory.
  await letGo();
  const { document, close } = await openPdf(bytesOf(input));
  try {
    return await (as === 'reading' ? drawForReading : drawThumbnail)(
      document,
      await document.getPage(number),
    );
  } finally {
    await close();
  }
}

/** Reads the complete file at once, like its batches. */
export async function readWhole(input: ExtractInput): Promise<Extracted> {
  const planned = await plan(input);
  const pieces: PagePiece[] = [];
  for (let from = 1; from <= planned.total; from += BATCH)
    pieces.push(await read(input, { from, to: Math.min(planned.total, from + BATCH - 1) }));
  const snapshot = join(planned, pieces, { ...input, canRecognise: false });
  const thumbnail = await draw(input, 1, 'thumbnail').catch(() => undefined);
  return { snapshot, images: thumbnail ? { thumbnail } : {} };
}
