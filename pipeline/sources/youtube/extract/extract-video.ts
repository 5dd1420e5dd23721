import { detectAll } from 'tinyld';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import type { TrackKind } from '#core/contract/source.ts';
import type { Extracted, ExtractInput } from '#pipeline/sources/contract.ts';
import { defined, languageTag } from '#pipeline/sources/source-facts.ts';
import type { Cue } from './captions/cue.ts';
import { OwnTranscript, parseOwnTranscript } from './captions/own-transcript.ts';
import { parseCaptions } from './captions/parse.ts';
import { measureTranscript } from './captions/quality.ts';
import { sentencesOf } from './captions/sentences.ts';
import { parseTranscriptJson } from './captions/transcript-json.ts';
import { joinWords, wordsOf } from './captions/words.ts';
import { chaptersAtSentences } from '../chapters.ts';
import { VideoNotes } from '../video-notes.ts';
import type { Captions } from '../video-notes.ts';

/** Labels for people, shown after the language. */
const ORIGINS: Record<TrackKind, string> = {
  people: 'captions by people',
  automatic: 'automatic captions',
  speech: 'speech to text',
  yours: 'your own transcript',
};
/** Words used to detect the language. */
const SAMPLE_WORDS = 600;
/** Characters needed to tell similar languages apart. */
const TELLING = 200;

interface ReadTrack {
  kind: TrackKind;
  declared: string | undefined;
  cues: Cue[];
}

export async function extractVideo({ facts, notes, part }: ExtractInput): Promise<Extracted> {
  const { captions, chapters, silence } = VideoNotes.parse(notes);
  const own = part('transcript.json');
  const track =
    own === undefined
      ? captions && readTrack(captions, part(`captions.${captions.format}`))
      : readOwn(own);
  const words = wordsOf(track?.cues ?? []);
  const sample = joinWords(words.slice(0, SAMPLE_WORDS));
  const read = sample.length >= 40 ? languagesOf(sample) : [];
  const language = track?.declared ?? facts.language ?? languageTag(read[0]?.lang) ?? 'und';
  const sentences = sentencesOf(words, language);
  const last = sentences.at(-1);
  const durationS = facts.durationS ?? last?.endS;
  const hasCaptions = track !== undefined && last !== undefined;
  const snapshot: Snapshot = {
    medium: 'timed',
    title: facts.title,
    language,
    segments: sentences.map(({ text, startS, endS }) => ({
      text,
      role: 'text',
      at: { medium: 'timed', startS, endS },
    })),
    words: words.map(({ word, offset, duration }) => ({ word, offset, duration })),
    chapters: chaptersAtSentences(chapters, sentences),
    origin: hasCaptions ? `${ORIGINS[track.kind]}, ${language}` : 'no captions',
    ...(hasCaptions
      ? {
          transcript: measureTranscript({
            words,
            durationS: facts.durationS,
            kind: track.kind,
            language,
            detected: sample.length < TELLING ? undefined : contradiction(read, language),
          }),
        }
      : {}),
    ...defined({
      author: facts.author,
      publishedAt: facts.publishedAt,
      durationS,
      siteName: facts.siteName,
      iconUrl: facts.iconUrl,
      previewImageUrl: facts.previewImageUrl,
      silence: hasCaptions ? undefined : silence,
    }),
  };
  return { snapshot, images: {} };
}

const unknownIsNone = (language: string | undefined): string | undefined =>
  language === 'und' ? undefined : language;

function readOwn(bytes: Uint8Array): ReadTrack {
  const own = OwnTranscript.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return { kind: 'yours', declared: languageTag(own.language), cues: parseOwnTranscript(own) };
}

function readTrack({ format, kind, language }: Captions, bytes: Uint8Array | undefined): ReadTrack {
  if (bytes === undefined)
    throw new Fault('internal', { message: 'The captions were not stored.' });
  const text = new TextDecoder().decode(bytes);
  try {
    return {
      kind,
      declared: unknownIsNone(language),
      cues: format === 'json' ? parseTranscriptJson(text) : parseCaptions(format, text),
    };
  } catch (error) {
    // The site returned something other than captions: not JSON, or not of this form.
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new Fault('corrupt_file', {
        message: 'The captions of this video are damaged. Try again later.',
        cause: error,
      });
    throw error;
  }
}

type Guess = { lang: string; accuracy: number };
const languagesOf = (sample: string): Guess[] => detectAll(sample);
/** Equivalent codes of a language, and languages that detectors confuse. */
const SAME: Record<string, string> = {
  nb: 'no',
  nn: 'no',
  da: 'no',
  iw: 'he',
  in: 'id',
  ms: 'id',
  fil: 'tl',
  bs: 'sr',
  hr: 'sr',
  sh: 'sr',
  cmn: 'zh',
  yue: 'zh',
  sk: 'cs',
  uk: 'ru',
  be: 'ru',
  mk: 'bg',
  gl: 'es',
  pt: 'es',
  ca: 'es',
  af: 'nl',
};
const family = (language: string): string => {
  const base = language.split('-')[0]?.toLowerCase() ?? language;
  return SAME[base] ?? base;
};
/**
 * Returns the language of the text if it certainly differs from the expected one; otherwise the
 * expected one.
 */
function contradiction(read: readonly Guess[], language: string): string {
  const [first] = read;
  const isHeard = read.some(
    ({ lang, accuracy }) => family(lang) === family(language) && accuracy >= 0.2,
  );
  return first !== undefined && first.accuracy >= 0.6 && !isHeard ? first.lang : language;
}
