/**
 * Transcribes a video without captions: its audio is cut into pieces, each transcribed and saved,
 * so that an interrupted run resumes with the next piece.
 */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { TranscribedSpan, SpeechToText } from '#pipeline/net/contract.ts';
import { OVERLAP_S, PIECE_S } from '#pipeline/net/sound-pieces.ts';
import type { Checkpoints } from '#pipeline/sources/contract.ts';

const Recorded = z.object({ pieces: z.int().min(0) });
const HeardPiece = z.object({
  heard: z.array(z.object({ text: z.string(), startS: z.number(), endS: z.number() })),
  words: z.boolean(),
  language: z.string().optional(),
});
type HeardPiece = z.infer<typeof HeardPiece>;

/** Result of one step. `silence`: why there is nothing to transcribe. */
export type TranscriptionStep =
  | { kind: 'more' }
  | { kind: 'heard'; transcript: Uint8Array; language: string | undefined }
  | { kind: 'silence'; silence: string };

interface ListenInput {
  url: string;
  speech: SpeechToText;
  checkpoints: Checkpoints;
  language: string | undefined;
  signal: AbortSignal;
  report(done: number, total: number): void;
}

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const parsed = <T extends z.ZodType>(schema: T, bytes: Uint8Array): z.infer<T> =>
  schema.parse(JSON.parse(new TextDecoder().decode(bytes)));

/** Runs the next step: recording, transcribing one piece, or joining all pieces. */
export async function transcribeAudio({
  url,
  speech,
  checkpoints,
  language,
  signal,
  report,
}: ListenInput): Promise<TranscriptionStep> {
  const recorded = await checkpoints.read('recorded');
  if (recorded === undefined) return record();
  const { pieces } = parsed(Recorded, recorded);
  const heard: HeardPiece[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const done = await checkpoints.read(`heard-${piece}`);
    if (done === undefined) return hear(piece, pieces, heard[0]?.language);
    heard.push(parsed(HeardPiece, done));
  }
  const words = stitched(heard.map((it) => it.heard));
  if (words.length === 0)
    return {
      kind: 'silence',
      silence: 'This video has no captions and no speech. You can still watch it and write notes.',
    };
  return {
    kind: 'heard',
    transcript: bytesOf(
      asTranscript(
        words,
        heard.every((it) => it.words),
      ),
    ),
    language: heard.find((it) => it.heard.length > 0)?.language,
  };

  async function record(): Promise<TranscriptionStep> {
    try {
      const sound = await speech.record(url, {
        signal,
        keep: (piece, bytes) => checkpoints.keep(`sound-${piece}`, bytes),
      });
      await checkpoints.keep('recorded', bytesOf(sound));
      return { kind: 'more' };
    } catch (error) {
      if (error instanceof Fault && error.code === 'no_transcript')
        return { kind: 'silence', silence: error.message };
      throw error;
    }
  }
  async function hear(
    piece: number,
    pieces: number,
    before: string | undefined,
  ): Promise<TranscriptionStep> {
    report(piece, pieces);
    const sound = await checkpoints.read(`sound-${piece}`);
    if (sound === undefined)
      throw new Fault('internal', { message: 'A piece of this video’s sound was not kept.' });
    const spoken = language ?? codeOf(before);
    await checkpoints.keep(
      `heard-${piece}`,
      bytesOf(
        await speech.transcribe(sound, {
          signal,
          ...(spoken === undefined ? {} : { language: spoken }),
        }),
      ),
    );
    return { kind: 'more' };
  }
}

/** Converts the name of a language as providers return it, in English (`german`) or as a code. */
export function codeOf(language: string | undefined): string | undefined {
  if (
    language === undefined ||
    (/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language) && language.length <= 3)
  )
    return language;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return CODES.find((code) => names.of(code)?.toLowerCase() === language.toLowerCase());
}
const CODES =
  'af ar az be bg bn bs ca cs cy da de el en es et fa fi fr gl gu he hi hr hu hy id is it ja ka kk kn ko lt lv mi mk ml mr ms mt my ne nl no pa pl pt ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi yo zh'.split(
    ' ',
  );

/** Joins overlapping pieces: uses the first up to the middle of the overlap, then the second. */
export function stitched(pieces: readonly (readonly TranscribedSpan[])[]): TranscribedSpan[] {
  return pieces.flatMap((heard, piece) => {
    const beginsS = piece * PIECE_S;
    const fromS = piece === 0 ? -Infinity : beginsS + OVERLAP_S / 2;
    const untilS = piece === pieces.length - 1 ? Infinity : beginsS + PIECE_S + OVERLAP_S / 2;
    return heard
      .map((it) => ({ ...it, startS: it.startS + beginsS, endS: it.endS + beginsS }))
      .filter((it) => it.startS >= fromS && it.startS < untilS);
  });
}

const asTranscript = (heard: readonly TranscribedSpan[], words: boolean): unknown =>
  words
    ? { words: heard.map(({ text, startS, endS }) => ({ word: text, start: startS, end: endS })) }
    : { segments: heard.map(({ text, startS, endS }) => ({ text, start: startS, end: endS })) };
