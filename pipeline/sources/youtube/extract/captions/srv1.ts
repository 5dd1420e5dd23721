import { parseXml } from '#pipeline/sources/html-document.ts';
import { decodeEntities } from './cue.ts';
import type { Cue } from './cue.ts';

/** Parses YouTube's oldest XML: `<text start dur>` in seconds, with tags escaped as text. */
export function parseSrv1(text: string): Cue[] {
  const document = parseXml(text);
  return [...document.querySelectorAll('transcript text')].flatMap((element) => {
    const startS = Number(element.getAttribute('start') ?? Number.NaN);
    const text = decodeEntities(element.textContent.replace(/<[^<>]{0,200}>/g, ''));
    if (!Number.isFinite(startS) || text.trim() === '') return [];
    return [
      {
        startS,
        endS: startS + (Number(element.getAttribute('dur')) || 0),
        lines: text.split('\n').map((line) => [{ text: line }]),
      },
    ];
  });
}
