import type { CaptionFormat } from '../../caption-format.ts';

const WORD = /[\p{L}\p{N}]/u;
/**
 * Tells whether a track contains a word. Stops at the first one, because the input is untrusted and
 * large.
 */
export function hasCaptionText(format: CaptionFormat, bytes: Uint8Array): boolean {
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
