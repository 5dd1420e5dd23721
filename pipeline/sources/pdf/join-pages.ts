/** Joins the pieces of a PDF. Pure, and small enough to run in the server. */
import { Fault } from '#core/contract/faults.ts';
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';
import type { ExtractInput, PagePiece, PagePlan } from '#pipeline/sources/contract.ts';

const MAX_LINKS = 10_000;
const MAX_NAMED = 5;

/** Headings of sections, which are not the title of the document. */
const PART_TITLE =
  /^(\d|contents|table of contents|abstract|index|introduction|summary|inhalt(sverzeichnis)?|sommaire|table des matières|índice|indice|содержание|оглавление|目录|目次)/i;

/** The largest heading at the top of the first page. */
function titleOnPage(segments: readonly Segment[]): string | undefined {
  let best: { text: string; height: number } | undefined;
  for (const { role, text, at } of segments.slice(0, 8)) {
    if (
      role !== 'heading' ||
      at.medium !== 'paged' ||
      at.page !== 1 ||
      text.length < 6 ||
      PART_TITLE.test(text)
    )
      continue;
    const height = at.rects[0]?.height ?? 0;
    if (height > (best?.height ?? 0)) best = { text, height };
  }
  return best?.text;
}

/** Returns the language of most pages. */
function languageOf(pieces: readonly PagePiece[]): string {
  const pages = new Map<string, number>();
  for (const { language, from, to, segments } of pieces)
    if (segments.length > 0 && language !== 'und')
      pages.set(language, (pages.get(language) ?? 0) + to - from + 1);
  return [...pages].sort((one, two) => two[1] - one[1])[0]?.[0] ?? 'und';
}

function pageList(pages: readonly number[]): string {
  const named = pages.slice(0, MAX_NAMED).join(', ');
  return pages.length > MAX_NAMED ? `${named} and ${pages.length - MAX_NAMED} more` : named;
}

/** Describes for users how the pages were read. */
function originOf(
  total: number,
  of: {
    recognised: readonly number[];
    bare: readonly number[];
    failed: readonly number[];
    canRecognise: boolean;
  },
): string | undefined {
  const { recognised, bare, failed, canRecognise } = of;
  const sentences = [
    recognised.length > 0
      ? `${recognised.length} of ${total} ${total === 1 ? 'page' : 'pages'} ${recognised.length === 1 ? 'was recognised from its image' : 'were recognised from their images'}.`
      : '',
    bare.length > 0
      ? `${bare.length === 1 ? '1 page holds' : `${bare.length} pages hold`} no text${canRecognise ? '.' : `; install tesseract-ocr to read ${bare.length === 1 ? 'it' : 'them'}.`}`
      : '',
    failed.length > 0
      ? `${failed.length === 1 ? 'Page' : 'Pages'} ${pageList(failed)} could not be read.`
      : '',
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

export function join(
  plan: PagePlan,
  pieces: readonly PagePiece[],
  { facts, notes, canRecognise }: Pick<ExtractInput, 'facts' | 'notes'> & { canRecognise: boolean },
): Snapshot {
  const { total, title, author, publishedAt, outline, pageLabels } = plan;
  const failed = pieces.flatMap((piece) => piece.failed);
  if (failed.length >= total)
    throw new Fault('corrupt_file', {
      message:
        "Couldn't read any page of this PDF. Open it in another app to check, then add it again.",
    });
  const segments = pieces.flatMap((piece) => piece.segments);
  const recognised = pieces.flatMap((piece) => piece.recognised);
  const bare = pieces.flatMap((piece) => piece.bare).filter((page) => !recognised.includes(page));
  const links = pieces.flatMap((piece) => piece.links).slice(0, MAX_LINKS);
  const unread = [...bare, ...failed].sort((one, two) => one - two);
  const origin = originOf(total, { recognised, bare, failed, canRecognise });
  return {
    medium: 'paged',
    title:
      notes['named'] === 'person' ? facts.title : (title ?? titleOnPage(segments) ?? facts.title),
    language: languageOf(pieces),
    segments,
    pages: total,
    ...(author === undefined ? {} : { author }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(outline ? { outline } : {}),
    ...(pageLabels ? { pageLabels } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(recognised.length > 0 ? { ocrPages: recognised } : {}),
    ...(unread.length > 0 ? { unreadPages: unread } : {}),
    ...(origin === undefined ? {} : { origin }),
    ...(segments.length === 0 ? { silence: `No readable text found. ${origin ?? ''}`.trim() } : {}),
  };
}
