import { parseXml } from '#pipeline/sources/html-document.ts';
import { splitLines } from './cue.ts';
import type { Cue, Piece } from './cue.ts';
import { followCaptions } from './follow-captions.ts';
import type { Screen } from './follow-captions.ts';

/** Parts of a ruby annotation outside the base text: brackets and readings. */
const RUBY = new Set(['2', '3', '4', '5']);
const BLANK = /[\u200b\u200c\u2060\ufeff]/g;

/** Merges neighbours of the same style into one run; spaces have no style. */
function runsOf(stretches: readonly { pen: string; length: number }[]): string[] {
  const runs: { pen: string; length: number }[] = [];
  for (const { pen, length } of stretches.filter((it) => it.length > 0)) {
    const last = runs.at(-1);
    if (last?.pen === pen) last.length += length;
    else runs.push({ pen, length });
  }
  return runs.map(({ pen, length }) => `${pen}:${length}`);
}

/**
 * Parses YouTube's XML, format 3: `<p t d>` in milliseconds, with words in `<s t>`, offset from the
 * paragraph.
 */
export function parseSrv3(text: string): Cue[] {
  const document = parseXml(text);
  const annotations = new Set(
    [...document.querySelectorAll('pen[rb]')]
      .filter((pen) => RUBY.has(pen.getAttribute('rb') ?? ''))
      .map((pen) => pen.getAttribute('id')),
  );
  const number = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0);
  const screens: Screen[] = [];
  for (const paragraph of document.querySelectorAll('body p')) {
    const startS = number(paragraph, 't') / 1000;
    const endS = startS + number(paragraph, 'd') / 1000;
    if (!Number.isFinite(startS) || !Number.isFinite(endS)) continue;
    const stretches: { pen: string; length: number }[] = [];
    const pieces = [...paragraph.childNodes].flatMap((node): Piece[] => {
      const words = (node.textContent ?? '').replace(BLANK, '');
      if (words === '') return [];
      const element = node.nodeType === 1 ? (node as Element) : undefined;
      const pen = element?.getAttribute('p') ?? paragraph.getAttribute('p') ?? '';
      if (annotations.has(pen)) return [];
      stretches.push({ pen, length: words.replace(/\s+/gu, '').length });
      const offset = element?.getAttribute('t');
      return [
        offset === null || offset === undefined
          ? { text: words }
          : { text: words, startS: startS + Number(offset) / 1000 },
      ];
    });
    const lines = splitLines(pieces);
    if (lines.length > 0)
      screens.push({
        startS,
        endS,
        place: paragraph.getAttribute('wp') ?? '',
        runs: runsOf(stretches),
        lines,
      });
  }
  return followCaptions(screens.toSorted((a, b) => a.startS - b.startS));
}
