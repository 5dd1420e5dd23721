import type { PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import type { PageLink } from '#core/contract/snapshot.ts';
import type { RawPage } from './layout.ts';
import { toFrames, toPage, type PageSpace, type TextPiece } from './runs.ts';

const spaceOf = (page: PDFPageProxy): PageSpace => {
  const { transform, width, height } = page.getViewport({ scale: 1, rotation: 0 });
  return { matrix: transform, width, height, scale: page.userUnit };
};

/**
 * Reads the text of one page with positions, its links, and the language that the document declares
 * for it.
 */
export async function readPage(
  page: PDFPageProxy,
): Promise<RawPage & { links: PageLink[]; language: string | undefined }> {
  const space = spaceOf(page);
  const [content, links] = await Promise.all([
    page.getTextContent({ includeMarkedContent: true, disableNormalization: true }),
    // Damaged annotations don't prevent reading the text of the page.
    readLinks(page, space).catch(() => []),
  ]);
  return {
    page: page.pageNumber,
    space,
    frames: toFrames(applyActualText(content.items), content.styles, space),
    links,
    language: content.lang ?? undefined,
  };
}

type Items = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'];

/** Replaces the letters of marked content by its `ActualText`, where the document has one. */
function applyActualText(items: Items): TextPiece[] {
  const pieces: TextPiece[] = [];
  const open: { actualText: string | undefined; from: number }[] = [];
  for (const item of items) {
    if ('str' in item) {
      pieces.push(item);
      continue;
    }
    if (item.type !== 'endMarkedContent') {
      open.push({
        actualText:
          'actualText' in item && typeof item.actualText === 'string' ? item.actualText : undefined,
        from: pieces.length,
      });
      continue;
    }
    const ended = open.pop();
    // An enclosing `ActualText` replaces what is inside.
    if (ended?.actualText === undefined || open.some((it) => it.actualText !== undefined)) continue;
    const inside = pieces.splice(ended.from);
    const first = inside.findIndex((it) => it.str.trim() !== '');
    const [from, last] = [inside[Math.max(0, first)], inside.at(-1)];
    if (!from || !last) continue;
    pieces.push(...inside.slice(0, Math.max(0, first)).filter((it) => it.width > 0));
    const across = Math.hypot(
      Number(last.transform[4]) - Number(from.transform[4]),
      Number(last.transform[5]) - Number(from.transform[5]),
    );
    pieces.push({
      ...from,
      str: ended.actualText,
      width: from === last ? from.width : across + last.width,
    });
  }
  return pieces;
}

const MAX_LINKS_PER_PAGE = 200;
const Link = z.object({
  url: z
    .string()
    .max(2_000)
    .regex(/^(https?:|mailto:)/i),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});

async function readLinks(page: PDFPageProxy, space: PageSpace): Promise<PageLink[]> {
  const [a, b, c, d, e, f] = space.matrix.map(Number);
  const place = (x: number, y: number): [number, number] => [
    (a ?? 1) * x + (c ?? 0) * y + (e ?? 0),
    (b ?? 0) * x + (d ?? 1) * y + (f ?? 0),
  ];
  const links: PageLink[] = [];
  for (const note of await page.getAnnotations({ intent: 'display' })) {
    const link = Link.safeParse(note);
    if (!link.success || links.length >= MAX_LINKS_PER_PAGE) continue;
    const [x0, y0, x1, y1] = link.data.rect;
    const [[xa, ya], [xb, yb]] = [place(x0, y0), place(x1, y1)];
    const box = {
      x0: Math.min(xa, xb),
      x1: Math.max(xa, xb),
      top: Math.min(ya, yb),
      bottom: Math.max(ya, yb),
    };
    links.push({ page: page.pageNumber, rect: toPage(0, box, space), url: link.data.url });
  }
  return links;
}
