/** Converts cues to words with times, each once and in order. */
import type { Word } from '#core/contract/snapshot.ts';
import type { Cue, Piece } from './cue.ts';
import { lineText } from './cue.ts';

export interface SpokenWord extends Word {
  /** no space precedes the word (Chinese, Japanese, Thai …) */
  glued: boolean;
  /** the track specifies its time; other words share the time of their line */
  measured?: true;
}

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** Sounds instead of speech: a separate `[Music]`, `(applause)` as a complete cue, and musical notes. */
const SOUND_MARK = /(?<![^\s>♪♫♬:\]–—-])\[[^[\]/\\<>|{}]{1,60}\](?![^\s.,!?♪♫♬:[–—-])/gu;
const SOUND_LINE = /^(?:[\s♪♫♬]*|\([^()]{1,60}\)|（[^（）]{1,60}）)$/u;
/** Marks a change of speaker: `>>` anywhere, a dash at the start of a line. */
const SPEAKER_SIGN = /(?<=^|\s)>{2,}\s*/gu;
const SPEAKER_DASH = /^\s*[-–—]{1,2}\s*(?=[\p{L}"'“‘¿¡[(♪]|$)/u;

interface Token {
  text: string;
  startS?: number;
  glued: boolean;
}

const isSpaceless = (character: string | undefined): boolean =>
  character !== undefined && SPACELESS.test(character);

/** Removes sound marks from a complete line, because a mark may span several pieces (`[`, `Music`, `]`). */
function withoutMarks(line: Piece[]): Piece[] {
  const text = line.map((piece) => piece.text).join('');
  if (SOUND_LINE.test(text.trim())) return [];
  if (!/[[♪♫♬]|>>|^\s*[-–—]/u.test(text)) return line;
  const blank = (mark: string): string => ' '.repeat(mark.length);
  const blanked = text
    .replace(SPEAKER_SIGN, blank)
    .replace(SPEAKER_DASH, blank)
    .replace(SOUND_MARK, blank)
    .replace(/[♪♫♬]/gu, ' ');
  if (SOUND_LINE.test(blanked.trim())) return [];
  let at = 0;
  return line.map((piece) => ({ ...piece, text: blanked.slice(at, (at += piece.text.length)) }));
}

function tokensOf(line: Piece[], open: boolean): Token[] {
  const tokens: Token[] = [];
  let spaced = open;
  for (const piece of line) {
    let fresh = true;
    for (const part of piece.text.split(/(\s+)|(?<=[。！？])/u)) {
      if (part === undefined || part === '') continue;
      if (/^\s+$/u.test(part)) {
        spaced = true;
        continue;
      }
      const last = tokens.at(-1);
      const between = last !== undefined && isSpaceless(last.text.at(-1)) && isSpaceless(part[0]);
      // Joins a sung syllable to its word.
      if (last !== undefined && !spaced && !between) last.text += part;
      else
        tokens.push({
          text: part,
          glued: between && !spaced,
          ...(fresh && piece.startS !== undefined ? { startS: piece.startS } : {}),
        });
      spaced = false;
      fresh = false;
    }
  }
  return tokens;
}

/** Interpolates missing start times by word length between known ones. */
function timed(tokens: Token[], startS: number, endS: number): SpokenWord[] {
  const words: SpokenWord[] = [];
  let from = 0;
  while (from < tokens.length) {
    let to = from + 1;
    while (to < tokens.length && tokens[to]?.startS === undefined) to += 1;
    const group = tokens.slice(from, to);
    const begin = Math.min(Math.max(group[0]?.startS ?? startS, startS), Math.max(startS, endS));
    const end = Math.max(begin, tokens[to]?.startS ?? endS);
    const length = group.reduce((sum, token) => sum + token.text.length + 1, 0);
    const isMeasured = group.length === 1 && tokens.length > 1;
    let before = 0;
    for (const { text, glued } of group) {
      const share = (text.length + 1) / length;
      words.push({
        word: text,
        offset: begin + (end - begin) * before,
        duration: (end - begin) * share,
        glued,
        ...(isMeasured ? { measured: true } : {}),
      });
      before += share;
    }
    from = to;
  }
  return words;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** For each cue, the start of the next cue with a later start. */
function laterStarts(sorted: readonly Cue[]): number[] {
  const starts: number[] = [];
  let [laterS, ownS] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let index = sorted.length - 1; index >= 0; index -= 1) {
    const startS = sorted[index]?.startS ?? ownS;
    if (startS < ownS) [laterS, ownS] = [ownS, startS];
    starts[index] = laterS;
  }
  return starts;
}

export function wordsOf(cues: Cue[]): SpokenWord[] {
  const sorted = cues.toSorted((a, b) => a.startS - b.startS);
  const nexts = laterStarts(sorted);
  const words: SpokenWord[] = [];
  sorted.forEach((cue, index) => {
    const nextS = nexts[index] ?? Number.POSITIVE_INFINITY;
    const lines = cue.lines.map(withoutMarks).filter((line) => lineText(line) !== '');
    const tokens = lines.flatMap((line) => {
      const [first, ...rest] = tokensOf(line, true);
      return first === undefined
        ? []
        : [
            { ...first, glued: isSpaceless(first.text[0]) && isSpaceless(lineText(line)[0]) },
            ...rest,
          ];
    });
    // A line of automatic captions remains on screen while the next is spoken, so its words end
    // where the next ones begin.
    for (const word of timed(tokens, cue.startS, Math.min(cue.endS, nextS))) {
      const last = words.at(-1);
      words.push({
        ...word,
        offset: round(word.offset),
        duration: round(word.duration),
        glued: word.glued && isSpaceless(last?.word.at(-1)),
      });
    }
  });
  return words;
}

export const joinWords = (words: readonly SpokenWord[]): string =>
  words.map((word, index) => (index === 0 || word.glued ? '' : ' ') + word.word).join('');
