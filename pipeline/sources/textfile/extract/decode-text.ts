import { Fault } from '#core/contract/faults.ts';
import { textEncodingOf } from '#core/text/text-encoding.ts';

/** Invisible control characters; a form feed ends a page. */
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;

/** Decodes text to NFC, with lines ended by `\n`. Faults: `corrupt_file` for bytes that aren't text. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = textEncodingOf(bytes);
  if (encoding === undefined) throw new Fault('corrupt_file');
  const text = new TextDecoder(encoding).decode(bytes);
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\f', '\n\n')
    .replace(CONTROLS, '')
    .normalize('NFC');
}
