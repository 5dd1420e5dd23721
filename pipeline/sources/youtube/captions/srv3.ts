import { DOMParser } from 'linkedom';
import { lineText, splitLines } from './cue.ts';
import type { Cue, Piece } from './cue.ts';

/** Between two frames of one caption. */
const GAP_S = 0.05;
/** Shorter than anybody reads: one frame of a moving caption. */
const FRAME_S = 0.25;
/** Parts of a ruby annotation that are no text of their own: brackets and readings. */
const RUBY = new Set(['2', '3', '4', '5']);
const BLANK = /[\u200b\u200c\u2060\ufeff]/g;

/** YouTube's XML, format 3: `<p t d>` in milliseconds, `<s t>` its words, offset from the paragraph. */
export function parseSrv3(text: string): Cue[] {
  const document = new DOMParser().parseFromString(text.replace(/^\ufeff/, ''), 'text/xml');
  const annotations = new Set([...document.querySelectorAll('pen[rb]')].filter((pen) => RUBY.has(pen.getAttribute('rb') ?? '')).map((pen) => pen.getAttribute('id')));
  const cues: Cue[] = [];
  const shown = new Map<string, Screen[]>();
  for (const paragraph of document.querySelectorAll('body p')) {
    const startS = Number(paragraph.getAttribute('t') ?? 0) / 1000;
    const endS = startS + Number(paragraph.getAttribute('d') ?? 0) / 1000;
    const pieces = [...paragraph.childNodes].flatMap((node): Piece[] => {
      const words = (node.textContent ?? '').replace(BLANK, '');
      if (words === '') return [];
      const element = node.nodeType === 1 ? (node as Element) : undefined;
      if (element !== undefined && annotations.has(element.getAttribute('p'))) return [];
      const offset = element?.getAttribute('t');
      return [offset === null || offset === undefined ? { text: words } : { text: words, startS: startS + Number(offset) / 1000 }];
    });
    if (!Number.isFinite(startS) || !Number.isFinite(endS)) continue;
    const timed = pieces.some((piece) => piece.startS !== undefined);
    const all = splitLines(pieces);
    const screen: Screen = { startS, endS, place: paragraph.getAttribute('wp'), whole: all.map(lineText).join('\n') };
    const lines = all.filter((line) => timed || !goesOn(shown, lineText(line), screen));
    if (lines.length > 0) cues.push({ startS, endS, lines });
  }
  return cues;
}

interface Screen { startS: number; endS: number; place: string | null; whole: string }

/**
 * Captions that move, fade, stack or cast a shadow are written as several paragraphs with the same line in them, which is said once.
 * A whole caption that stands again in its place for as long as one reads it is said again. `shown` holds what each line was last part of.
 */
function goesOn(shown: Map<string, Screen[]>, line: string, now: Screen): boolean {
  const live = (shown.get(line) ?? []).filter((before) => now.startS <= before.endS + GAP_S);
  shown.set(line, [...live.slice(-50), now]);
  return live.some((before) => {
    if (now.endS - now.startS < FRAME_S || before.endS - before.startS < FRAME_S) return true;
    return now.startS === before.startS ? now.place === before.place : now.whole !== before.whole;
  });
}
