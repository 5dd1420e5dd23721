/** Detects the encoding of a text file, which such files don't declare. */

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SAMPLE_BYTES = 65_536;
/** Tab, line ends, form feed, escape, and the end mark of old editors. */
const USUAL_CONTROLS = new Set([8, 9, 10, 11, 12, 13, 26, 27]);
/** Maximum fraction of other control characters in text. */
const MOST_CONTROLS = 0.01;
/** Minimum fraction of ASCII characters in UTF-16 text without a byte order mark. */
const LEAST_ASCII = 0.3;

/** `bytes`: a file, or its beginning. Undefined if it isn't text. */
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

/** The other byte of each ASCII character is zero. */
function utf16ByZeros(even: number, odd: number, pairs: number): TextEncoding | undefined {
  const [least, most] = [pairs * LEAST_ASCII, pairs * MOST_CONTROLS];
  if (odd >= least && even <= most) return 'utf-16le';
  return even >= least && odd <= most ? 'utf-16be' : undefined;
}

/** The sample can end inside a character. */
function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
