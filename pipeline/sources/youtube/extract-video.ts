import { detect } from 'tinyld';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import type { Extracted, ExtractInput } from '#pipeline/sources/contract.ts';
import { defined, languageTag } from '#pipeline/sources/page-facts.ts';
import { CAPTION_FORMATS, parseCaptions } from './captions/parse.ts';
import { sentencesOf } from './captions/sentences.ts';
import { wordsOf } from './captions/words.ts';
import type { SpokenWord } from './captions/words.ts';

/** What fetching leaves for extracting. */
export const VideoNotes = z.object({
  captions: z.object({ format: z.enum(CAPTION_FORMATS), language: z.string(), automatic: z.boolean() }).optional(),
  chapters: z.array(z.object({ start: z.number(), end: z.number(), title: z.string() })),
});
export type VideoNotes = z.infer<typeof VideoNotes>;

export async function extractVideo({ facts, notes, part }: ExtractInput): Promise<Extracted> {
  const { captions, chapters } = VideoNotes.parse(notes);
  const words = captions === undefined ? [] : readWords(captions.format, part(`captions.${captions.format}`));
  const sentences = sentencesOf(words);
  const declared = captions === undefined || captions.language === 'und' ? facts.language : captions.language;
  const sample = sentences.slice(0, 60).map((sentence) => sentence.text).join(' ');
  const language = declared ?? languageTag(sample.length >= 40 ? detect(sample) : '') ?? 'und';
  const last = sentences.at(-1);
  const snapshot: Snapshot = {
    medium: 'timed', title: facts.title, language,
    segments: sentences.map(({ text, startS, endS }) => ({ text, role: 'text', at: { medium: 'timed', startS, endS } })),
    words: words.map(({ word, offset, duration }) => ({ word, offset, duration })),
    chapters,
    origin: last === undefined || captions === undefined ? 'no captions' : `${captions.automatic ? 'automatic captions' : 'captions by people'}, ${language}`,
    ...defined({
      author: facts.author, publishedAt: facts.publishedAt, durationS: facts.durationS ?? last?.endS, siteName: facts.siteName, iconUrl: facts.iconUrl, previewImageUrl: facts.previewImageUrl,
    }),
  };
  return { snapshot, images: {} };
}

function readWords(format: (typeof CAPTION_FORMATS)[number], bytes: Uint8Array | undefined): SpokenWord[] {
  if (bytes === undefined) throw new Fault('internal', { message: 'The captions were not kept.' });
  try {
    return wordsOf(parseCaptions(format, new TextDecoder().decode(bytes)));
  } catch (error) {
    // A site's answer in place of its captions: not JSON, or not of this form.
    if (error instanceof SyntaxError || error instanceof z.ZodError) throw new Fault('corrupt_file', { message: 'The captions of this video are damaged. Try again later.', cause: error });
    throw error;
  }
}
