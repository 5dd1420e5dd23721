/** How the bytes of a text file are encoded: such files don't say. */

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SAMPLE_BYTES = 65_536;
/** Tab, line ends, form feed, escape, and what old editors put at the end. */
const USUAL_CONTROLS = new Set([8, 9, 10, 11, 12, 13, 26, 27]);
/** Of all characters; more of other controls are no text. */
const MOST_CONTROLS = 0.01;
/** Of the characters of a UTF-16 text without a mark, those from ASCII. */
const LEAST_ASCII = 0.3;

/** `bytes`: a file, or its beginning. Undefined where it is no text. */
export function textEncodingOf(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const [first, second, third, fourth] = sample;
  if (first === 0xff && second === 0xfe)
    return third === 0 && fourth === 0 ? undefined : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  let controls = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    else if (byte < 32 && !USUAL_CONTROLS.has(byte)) controls += 1;
  }
  if (controls > sample.length * MOST_CONTROLS) return undefined;
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) return utf16ByZeros(even, odd, sample.length / 2);
  return isUtf8(sample) ? 'utf-8' : 'windows-1252';
}

/** The other half of each ASCII character is a zero. */
function utf16ByZeros(even: number, odd: number, pairs: number): TextEncoding | undefined {
  const [least, most] = [pairs * LEAST_ASCII, pairs * MOST_CONTROLS];
  if (odd >= least && even <= most) return 'utf-16le';
  return even >= least && odd <= most ? 'utf-16be' : undefined;
}

/** The sample may end within a character. */
function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
