/**
 * Measures the quality of a transcript from its text: how much of the video it covers, speech rate,
 * repetition and language.
 */
import type { TranscriptQuality } from '#core/contract/source.ts';
import type { SpokenWord } from './words.ts';

export interface TranscriptMetrics {
  words: readonly SpokenWord[];
  /** of the video */
  durationS: number | undefined;
  /** kind declared by the track */
  kind: TranscriptQuality['kind'];
  language: string;
  /** detected base language; undefined if the text is too short */
  detected: string | undefined;
}

/** Longer silences count as not covered by the transcript. */
const SILENCE_S = 20;
/** Shorter videos may be half music without a warning. */
const LONG_S = 180;
const COVERED = 0.6;
/** Words a second of speech. Talk runs at one to four. */
const PACE = { slowest: 0.33, fastest: 6 };
/** In scripts without spaces, two characters count as about one word. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
/**
 * Length in words of a run that counts as repeated if it recurs soon. A refrain repeats a fifth of
 * a song, a faulty track all of its text.
 */
const RUN = 5;
const SOON = 80;
const REPEATED = 0.3;

const minutes = (seconds: number): string => String(Math.max(1, Math.round(seconds / 60)));

function coveredS(words: readonly SpokenWord[]): number {
  let covered = 0;
  let fromS = words[0]?.offset ?? 0;
  let untilS = fromS;
  for (const { offset, duration } of words) {
    if (offset - untilS > SILENCE_S) {
      covered += untilS - fromS;
      fromS = offset;
    }
    untilS = Math.max(untilS, offset + Math.min(duration, SILENCE_S));
  }
  return covered + untilS - fromS;
}

const sizeOf = (word: string): number => {
  const characters = word.match(SPACELESS)?.length ?? 0;
  return characters === 0 ? 1 : characters / 2;
};

function repeatedShare(words: readonly SpokenWord[]): number {
  const texts = words.map(({ word }) => word.toLowerCase());
  const last = new Map<string, number>();
  let repeated = 0;
  const runs = texts.length - RUN + 1;
  for (let at = 0; at < runs; at += 1) {
    const run = texts.slice(at, at + RUN).join(' ');
    if (at - (last.get(run) ?? -Infinity) <= SOON) repeated += 1;
    last.set(run, at);
  }
  return runs < 40 ? 0 : repeated / runs;
}

const nameOf = (language: string): string =>
  new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(language) ?? language;
const base = (language: string): string => language.split('-')[0]?.toLowerCase() ?? language;

/** `warnings` are for display and complete a sentence that begins with "This transcript". */
export function measureTranscript({
  words,
  durationS,
  kind,
  language,
  detected,
}: TranscriptMetrics): TranscriptQuality {
  if (words.length === 0) return { kind, language, score: 0, warnings: [] };
  const warnings: string[] = [];
  const covered = coveredS(words);
  const coverage = durationS === undefined || durationS <= 0 ? 1 : Math.min(1, covered / durationS);
  const isLong = (durationS ?? 0) > LONG_S;
  if (isLong && coverage < COVERED)
    warnings.push(`covers ${minutes(covered)} of ${minutes(durationS ?? 0)} minutes`);
  const pace = words.reduce((sum, { word }) => sum + sizeOf(word), 0) / Math.max(1, covered);
  if (pace > PACE.fastest && words.length > 40)
    warnings.push(`has ${Math.round(pace)} words a second, more than anyone says`);
  else if (isLong && pace < PACE.slowest) warnings.push('has few words for its length');
  const repeated = repeatedShare(words);
  if (repeated > REPEATED) warnings.push('says the same words again and again');
  const agrees = detected === undefined || language === 'und' || base(detected) === base(language);
  if (!agrees)
    warnings.push(`is marked as ${nameOf(base(language))} but reads as ${nameOf(base(detected))}`);
  const paceShare = pace > PACE.fastest ? PACE.fastest / pace : Math.min(1, pace / PACE.slowest);
  const score =
    Math.min(1, coverage / COVERED) *
    paceShare *
    (repeated > REPEATED ? 1 - repeated : 1) *
    (agrees ? 1 : 0.5);
  return { kind, language, score: Math.round(score * 100) / 100, warnings };
}
