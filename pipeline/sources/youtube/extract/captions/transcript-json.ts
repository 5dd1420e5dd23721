/**
 * Parses transcripts in common JSON forms: YouTube's json3, Whisper's, Gloss's, and lists of
 * `{text, start, …}`.
 */
import { z } from 'zod';
import type { Cue } from './cue.ts';
import { parseJson3 } from './json3.ts';

const seconds = z.coerce.number().nonnegative();
const maybe = seconds.nullish().transform((value) => value ?? undefined);
const Stretch = z.object({
  text: z.string(),
  start: maybe,
  offset: maybe,
  end: maybe,
  duration: maybe,
  dur: maybe,
});
const Whisper = z.object({
  segments: z
    .array(
      z.object({
        text: z.string().optional(),
        start: seconds,
        end: seconds,
        words: z.array(z.object({ word: z.string(), start: maybe, end: maybe })).nullish(),
      }),
    )
    .nullish(),
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).nullish(),
});
const Own = z.object({
  words: z.array(z.object({ word: z.string(), offset: seconds, duration: seconds })),
});
const OwnSentences = z.object({ formattedMergedTranscript: z.array(Stretch) });
const WhisperCpp = z.object({
  transcription: z.array(
    z.object({ text: z.string(), offsets: z.object({ from: seconds, to: seconds }) }),
  ),
});

type Timed = { word: string; startS: number; endS: number };

/** Converts consecutive words to one cue. */
const cueOfWords = (words: readonly Timed[]): Cue[] => {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    {
      startS: first.startS,
      endS: Math.max(first.startS, last.endS),
      lines: [words.map(({ word, startS }) => ({ text: ` ${word.trim()}`, startS }))],
    },
  ];
};
const cueOfText = (text: string, startS: number, endS: number): Cue[] =>
  text.trim() === ''
    ? []
    : [{ startS, endS, lines: text.split('\n').map((line) => [{ text: line }]) }];

/** Splits words at longer silences, so that no word extends through one. */
function cuesOfWords(words: readonly Timed[]): Cue[] {
  const runs: Timed[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && word.startS - before.endS < 0.3)
      run.push(word);
    else runs.push([word]);
  }
  return runs.flatMap(cueOfWords);
}

function cuesOfStretches(stretches: readonly z.infer<typeof Stretch>[]): Cue[] {
  return stretches.flatMap(({ text, start, offset, end, duration, dur }, at) => {
    const startS = start ?? offset ?? 0;
    const next = stretches[at + 1];
    const length = duration ?? dur;
    return cueOfText(
      text,
      startS,
      end ?? (length === undefined ? (next?.start ?? next?.offset ?? startS + 5) : startS + length),
    );
  });
}

/** Throws `SyntaxError` or `ZodError` for other input. */
export function parseTranscriptJson(text: string): Cue[] {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  if (typeof value === 'object' && value !== null && 'events' in value) return parseJson3(text);
  const own = Own.safeParse(value);
  if (own.success)
    return cuesOfWords(
      own.data.words.map(({ word, offset, duration }) => ({
        word,
        startS: offset,
        endS: offset + duration,
      })),
    );
  const sentences = OwnSentences.safeParse(value);
  if (sentences.success) return cuesOfStretches(sentences.data.formattedMergedTranscript);
  const cpp = WhisperCpp.safeParse(value);
  if (cpp.success)
    return cpp.data.transcription.flatMap((it) =>
      cueOfText(it.text, it.offsets.from / 1000, it.offsets.to / 1000),
    );
  const whisper = Whisper.safeParse(value);
  if (whisper.success && (whisper.data.words ?? whisper.data.segments))
    return cuesOfWhisper(whisper.data);
  return cuesOfStretches(
    z
      .array(Stretch)
      .parse(
        Array.isArray(value)
          ? value
          : z.object({ transcript: z.array(z.unknown()) }).parse(value).transcript,
      ),
  );
}

function cuesOfWhisper({ segments, words }: z.infer<typeof Whisper>): Cue[] {
  if (words && words.length > 0)
    return cuesOfWords(words.map(({ word, start, end }) => ({ word, startS: start, endS: end })));
  return (segments ?? []).flatMap((segment) => {
    // A word without a time (often a number) starts at the end of the previous one.
    let atS = segment.start;
    const timed = (segment.words ?? []).map(({ word, start, end }) => {
      const startS = start ?? atS;
      atS = end ?? startS;
      return { word, startS, endS: atS };
    });
    return timed.length > 0
      ? cuesOfWords(timed)
      : cueOfText(segment.text ?? '', segment.start, segment.end);
  });
}
