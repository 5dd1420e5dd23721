/** The extractors of all source kinds, one line each. Only parsing children load this. */
import { Fault } from '#core/contract/faults.ts';
import type { SourceType } from '#core/contract/source.ts';
import type { Extractor } from './contract.ts';

const EXTRACTORS: Record<SourceType, () => Promise<Extractor>> = {
  youtube: async () => (await import('./youtube/extract/video-extractor.ts')).videoExtractor,
  pdf: async () => (await import('./pdf/extract/pdf-extractor.ts')).pdfExtractor,
  epub: async () => (await import('./epub/extract/book-extractor.ts')).bookExtractor,
  office: async () => (await import('./office/extract/office-extractor.ts')).officeExtractor,
  textfile: async () => (await import('./textfile/extract/text-extractor.ts')).textExtractor,
  web: async () => (await import('./web/extract/page-extractor.ts')).pageExtractor,
};

export const extractorOf = (name: SourceType): Promise<Extractor> => EXTRACTORS[name]();

/**
 * Runs one `ByteReading`, named by its kind and name. Faults: `internal` if the kind has no reading
 * of that name.
 */
export async function answerReading(
  kind: SourceType,
  name: string,
  input: unknown,
): Promise<unknown> {
  const { reads } = await extractorOf(kind);
  const answer = reads?.[name];
  if (answer === undefined)
    throw new Fault('internal', {
      message: `Sources of the kind ${kind} have no reading named ${name}.`,
    });
  return answer(input);
}
