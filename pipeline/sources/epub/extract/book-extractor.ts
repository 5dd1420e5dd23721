import { Fault } from '#core/contract/faults.ts';
import type { Extracted, ExtractInput, Extractor } from '#pipeline/sources/contract.ts';
import { markSegments } from '#pipeline/sources/flow-segments.ts';
import { parsePage } from '#pipeline/sources/html-document.ts';
import { defined, languageTag } from '#pipeline/sources/source-facts.ts';
import { PART } from '../part.ts';
import { chapterHtml } from './chapter-html.ts';
import { withBook, type Book } from './open-book.ts';

/** Larger covers aren't used as thumbnails. */
const MOST_COVER_BYTES = 5 * 2 ** 20;

async function extractBook({ facts, notes, part, report }: ExtractInput): Promise<Extracted> {
  const bytes = part(PART);
  if (bytes === undefined) throw new Fault('internal', { message: 'The book was not kept.' });
  return withBook(Buffer.from(bytes), async (book) => {
    const document = parsePage('<html><body></body></html>');
    const content = document.createElement('div');
    document.body.append(content);
    for (const [at, chapter] of book.chapters.entries()) {
      const section = document.createElement('section');
      section.innerHTML = chapterHtml(await book.text(chapter), book.titles.get(chapter.path));
      content.append(section);
      report(at + 1, book.chapters.length);
    }
    const segments = markSegments(content);
    const thumbnail = await coverOf(book);
    return {
      snapshot: {
        medium: 'flow',
        title: (notes['named'] === 'person' ? undefined : book.title) ?? facts.title,
        language: languageTag(book.language) ?? 'und',
        origin: 'EPUB',
        segments,
        readerHtml: segments.length > 0 ? content.innerHTML : '',
        ...defined({
          author: book.authors.join(', ') || undefined,
          publishedAt: dateOf(book.date),
        }),
      },
      images: thumbnail ? { thumbnail } : {},
    };
  });
}

/** A year, a month or a day, in ISO form; undefined for anything else. */
const dateOf = (text: string | undefined): string | undefined =>
  /^\d{4}(-\d{2}(-\d{2})?)?(?=T|$)/.exec(text ?? '')?.[0];

async function coverOf({ cover, bytes }: Book): Promise<Buffer | undefined> {
  const image = cover && (await bytes(cover));
  return image && image.length <= MOST_COVER_BYTES ? image : undefined;
}

export const bookExtractor: Extractor = { name: 'epub', extract: extractBook };
