import type { CaptionFormat } from '../../caption-format.ts';
import { parseCaptions } from './parse.ts';
import { wordsOf } from './words.ts';

const WORD = /[\p{L}\p{N}]/u;
/** What a track holds: speech, only marks of sounds such as `[Music]`, or nothing. */
export type CaptionContent = 'speech' | 'sounds' | 'nothing';

export function captionContent(format: CaptionFormat, bytes: Uint8Array): CaptionContent {
  if (!hasCaptionText(format, bytes)) return 'nothing';
  try {
    const cues = parseCaptions(format, new TextDecoder().decode(bytes));
    return wordsOf(cues).length > 0 ? 'speech' : 'sounds';
  } catch {
    // Invalid tracks count as speech, so that extraction reports the problem.
    return 'speech';
  }
}

/**
 * Tells whether a track contains a word or a mark. Stops at the first one, because the input is
 * untrusted and large.
 */
function hasCaptionText(format: CaptionFormat, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  if (format === 'json3')
    return text
      .matchAll(/"utf8"\s*:\s*"([^"]*)/g)
      .some(([, said = '']) => WORD.test(said.replace(/\\[nrt]/g, '')));
  if (format === 'srv3') return WORD.test(text.replace(/<[^<>]*>/g, ''));
  return text
    .split('\n')
    .some(
      (line, at, lines) =>
        line.includes('-->') &&
        WORD.test((lines[at + 1] ?? '') + (lines[at + 2] ?? '').replace(/^[\d:.,\s]+-->.*/, '')),
    );
}
