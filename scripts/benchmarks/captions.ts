/**
 * Words from recorded caption tracks against the truth, next to the simple method: tags stripped
 * and cues joined.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseOwnTranscript } from '#pipeline/sources/youtube/extract/captions/own-transcript.ts';
import { decodeEntities } from '#pipeline/sources/youtube/extract/captions/cue.ts';
import { wordsOf } from '#pipeline/sources/youtube/extract/captions/words.ts';
import { evalData } from './lib/retrieval.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

interface Said {
  word: string;
  startS: number;
}
interface Truth extends Said {
  /** its start time is known; otherwise only that of its caption */
  timed: boolean;
  captionS: number;
}
interface Track {
  name: string;
  format: 'vtt' | 'srv3' | 'srv1';
  text: string;
  truth: Truth[];
}

const read = (file: string): string => {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\ufeff/, '');
};
const split = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const seconds = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0);

/** Returns the line that a cue adds, each word with the time before it. */
function rollingTruth(vtt: string): Truth[] {
  const truths: Truth[] = [];
  let startS = 0;
  let shown = '';
  for (const line of vtt.split('\n')) {
    const times = /^([\d:.]+) --> /.exec(line);
    if (times !== null) startS = seconds(times[1] ?? '0');
    const plain = decodeEntities(line.replace(/<[^>]*>/g, '')).trim();
    if (times !== null || plain === '' || truths.length + startS === 0) continue;
    if (/<\d\d:/.test(line)) {
      let at = startS;
      for (const part of line.split(/<(\d\d:[\d:.]+)>/)) {
        if (/^\d\d:[\d:.]+$/.test(part)) at = seconds(part);
        else
          for (const word of split(decodeEntities(part.replace(/<[^>]*>/g, ''))))
            truths.push({ word, startS: at, timed: true, captionS: startS });
      }
      shown = plain;
    } else if (!plain.includes(' ') && plain !== shown && !plain.startsWith('##')) {
      // A line of one word has no inner time stamp.
      truths.push({ word: plain, startS, timed: true, captionS: startS });
      shown = plain;
    }
  }
  return truths;
}

/** Each text with its start; tags are escaped as text. */
const plainTruth = (xml: string): Truth[] =>
  [...xml.matchAll(/<text start="([\d.]+)"[^>]*>([^<]*)/g)].flatMap(([, start = '0', text = '']) =>
    split(decodeEntities(text).replace(/<[^>]*>/g, '')).map((word, at) => ({
      word,
      startS: Number(start),
      timed: at === 0,
      captionS: Number(start),
    })),
  );

/**
 * The source file of a track: `Dialogue` lines, without `{overrides}`, `\N` as line break, the base
 * text of ruby pairs, `\k` as length of a syllable.
 */
function assTruth(ass: string): Truth[] {
  const lines = ass
    .split(/\r?\n/)
    .filter((line) => line.startsWith('Dialogue:'))
    .map((line) => line.slice('Dialogue:'.length).split(','));
  return lines
    .map((fields) => ({
      startS: seconds(fields[1] ?? ''),
      endS: seconds(fields[2] ?? ''),
      raw: fields.slice(9).join(','),
    }))
    .filter(({ startS, endS }) => endS > startS)
    .toSorted((a, b) => a.startS - b.startS)
    .flatMap(({ startS, raw }) => dialogueWords(raw, startS));
}

function dialogueWords(raw: string, startS: number): Truth[] {
  const sung = /\{[^}]*\\k\d/.test(raw);
  const words: Truth[] = [];
  let [ruby, open, atS, syllableS] = [false, false, startS, 0];
  // `\{}N` is an escaped `\N`.
  for (const part of raw.replaceAll('\\{}', '\\\u0001').split(/(\{[^}]*\})/)) {
    if (part.startsWith('{')) {
      ruby = /\\ytruby/.test(part) || (ruby && !/\\r/.test(part));
      const length = /\\k(\d+)/.exec(part)?.[1];
      if (length === undefined) continue;
      atS += syllableS;
      syllableS = Number(length) / 100;
      continue;
    }
    const text = (ruby ? part.replace(/\[([^/\]]*)\/[^\]]*\]/g, '$1') : part)
      .replace(/\\[Nnh]/g, ' ')
      .replaceAll('\u0001', '');
    for (const piece of text.split(/(\s+)/)) {
      const last = words.at(-1);
      if (piece === '') continue;
      if (piece.trim() === '') open = false;
      else if (open && last !== undefined) last.word += piece;
      else
        words.push({
          word: piece,
          startS: atS,
          timed: sung || words.length === 0,
          captionS: startS,
        });
      if (piece.trim() !== '') open = true;
    }
  }
  return words;
}

function tracks(folder: string): Track[] {
  const vtt = read(join(folder, 'rolling-captions/transcript.en.vtt.gz'));
  const files = join(folder, 'srv3/YTSubConverter.Tests/Ass/Files');
  const names = readdirSync(files);
  const pairs = names
    .filter((name) => name.endsWith('.ass'))
    .map((name): Track => {
      const made = names.find((other) => other.startsWith(name.replace('.ass', '.ytt'))) ?? '';
      return {
        name: name.replace('.ass', ''),
        format: 'srv3',
        text: read(join(files, made)),
        truth: assTruth(read(join(files, name))),
      };
    });
  const xml = read(
    join(folder, 'watch-pages/youtube_transcript_api/test/assets/transcript.xml.static'),
  );
  return [
    { name: 'automatic, rolling', format: 'vtt', text: vtt, truth: rollingTruth(vtt) },
    { name: 'plain XML', format: 'srv1', text: xml, truth: plainTruth(xml) },
    ...pairs,
  ];
}

/** The usual simple parser: joins cues, strips tags, decodes entities; each word has the start of its cue. */
function plainly({ format, text }: Track): Said[] {
  if (format === 'srv3')
    return [...text.matchAll(/<p t="(\d+)"[^>]*>([\s\S]*?)<\/p>/g)].flatMap(
      ([, t = '0', inner = '']) =>
        split(decodeEntities(inner.replace(/<[^>]*>/g, '')).replace(/\u200b/g, '')).map((word) => ({
          word,
          startS: Number(t) / 1000,
        })),
    );
  if (format === 'srv1')
    return [...text.matchAll(/<text start="([\d.]+)"[^>]*>([^<]*)/g)].flatMap(
      ([, start = '0', inner = '']) =>
        split(decodeEntities(inner)).map((word) => ({ word, startS: Number(start) })),
    );
  let startS = 0;
  return text.split('\n').flatMap((line) => {
    const times = /^([\d:.]+) --> /.exec(line);
    if (times !== null) startS = seconds(times[1] ?? '0');
    return times !== null || startS === 0
      ? []
      : split(decodeEntities(line.replace(/<[^>]*>/g, ''))).map((word) => ({ word, startS }));
  });
}

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * Normalises words for the comparison: scripts without spaces by character; captions with the same
 * start in a fixed order.
 */
function comparable<T extends Said>(said: readonly T[], { format, truth }: Track): T[] {
  const parts = said.flatMap((one) =>
    (SPACELESS.test(one.word) ? [...one.word] : [one.word]).map((part) => ({ ...one, word: part })),
  );
  if (format !== 'srv3') return parts;
  const moments = [...new Set(truth.map(({ captionS }) => captionS))];
  const momentOf = (one: Said) =>
    moments.findLastIndex(
      (moment) => moment <= ('captionS' in one ? Number(one.captionS) : one.startS) + 0.03,
    );
  return parts.toSorted(
    (a, b) => momentOf(a) - momentOf(b) || Number(a.word > b.word) - Number(a.word < b.word),
  );
}

/** Aligns words greedily within a window: counts missing and surplus words, and the error of start times. */
function compare(
  truth: readonly Truth[],
  got: readonly Said[],
): { right: number; errorsMs: number[] } {
  const WINDOW = 400;
  const errorsMs: number[] = [];
  let [at, right] = [0, 0];
  for (const { word, startS, timed } of truth) {
    const found = got.slice(at, at + WINDOW).findIndex((one) => one.word === word);
    const match = found === -1 ? undefined : got[at + found];
    if (match === undefined) continue;
    right += 1;
    if (timed) errorsMs.push(Math.abs(match.startS - startS) * 1000);
    at += found + 1;
  }
  return { right, errorsMs };
}

export async function run(): Promise<void> {
  const folder = join(evalData(), 'youtube');
  if (!existsSync(folder)) {
    skipped('captions', `no tracks in ${folder} (set GLOSS_EVAL_DATA)`);
    return;
  }
  const total = { truth: 0, ours: 0, right: 0, equal: 0, plain: 0, plainRight: 0, plainEqual: 0 };
  const errors: { ours: number[]; plain: number[] } = { ours: [], plain: [] };
  const all = tracks(folder);
  const rows = all.map((track): Row => {
    const truth = comparable(track.truth, track);
    const ours = comparable(
      wordsOf(parseOwnTranscript({ text: track.text, format: 'auto' })).map(({ word, offset }) => ({
        word,
        startS: offset,
      })),
      track,
    );
    const plain = comparable(plainly(track), track);
    const [a, b] = [compare(truth, ours), compare(truth, plain)];
    const isEqual = (words: readonly Said[]) =>
      words.length === truth.length &&
      words.every(({ word }, index) => word === truth[index]?.word);
    total.truth += truth.length;
    total.ours += ours.length;
    total.right += a.right;
    total.equal += Number(isEqual(ours));
    total.plain += plain.length;
    total.plainRight += b.right;
    total.plainEqual += Number(isEqual(plain));
    errors.ours.push(...a.errorsMs);
    errors.plain.push(...b.errorsMs);
    return {
      track: track.name,
      said: truth.length,
      ours: ours.length,
      right: a.right,
      equal: isEqual(ours) ? 'yes' : 'no',
      'start error ms': percentile(a.errorsMs, 0.5),
      'plain words': plain.length,
      'plain equal': isEqual(plain) ? 'yes' : 'no',
      'plain error ms': percentile(b.errorsMs, 0.5),
    };
  });
  rows.push({
    track: `all ${all.length}`,
    said: total.truth,
    ours: total.ours,
    right: total.right,
    equal: `${total.equal} of ${all.length}`,
    'start error ms': percentile(errors.ours, 0.5),
    'plain words': total.plain,
    'plain equal': `${total.plainEqual} of ${all.length}`,
    'plain error ms': percentile(errors.plain, 0.5),
  });
  report(
    'captions',
    'Captions: words of each recorded track, each once and in order, and where they begin; beside tags stripped and cues joined',
    rows,
  );
}
