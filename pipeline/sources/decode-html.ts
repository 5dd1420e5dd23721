import { createRequire } from 'node:module';
import type sniffer from 'html-encoding-sniffer';

/** Loaded when the first page is decoded. */
const require = createRequire(import.meta.url);
const htmlEncodingSniffer: typeof sniffer = (...args) =>
  (require('html-encoding-sniffer') as typeof sniffer)(...args);

const decoder = (label: string, fatal: boolean): TextDecoder => {
  try {
    return new TextDecoder(label, { fatal });
  } catch (error) {
    // The standard defines this label, but this build of ICU doesn't support it.
    if (error instanceof RangeError && label !== 'windows-1252')
      return decoder('windows-1252', fatal);
    throw error;
  }
};

function strictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return decoder(label, true).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const UTF8 = 'UTF-8';
const REPLACEMENTS = /\uFFFD/g;

/**
 * Decodes a page to text in NFC. Bytes that are valid UTF-8 are read as UTF-8 whatever encoding was
 * declared. Bytes declared as UTF-8 that are not fall back to the `<meta>` of the page, then to
 * windows-1252.
 */
export function decodeHtml(bytes: Uint8Array, contentTypeHeader = ''): string {
  return decode(bytes, /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentTypeHeader)?.[1]).normalize(
    'NFC',
  );
}

function decode(bytes: Uint8Array, header: string | undefined): string {
  const declared = htmlEncodingSniffer(
    bytes,
    header === undefined ? {} : { transportLayerEncodingLabel: header },
  );
  // Non-ASCII text that is entirely valid UTF-8: no other encoding looks like that by chance.
  if (declared !== UTF8)
    return (
      (bytes.some((byte) => byte > 127) ? strictly(bytes, UTF8) : undefined) ??
      decoder(declared, false).decode(bytes)
    );
  const text = decoder(UTF8, false).decode(bytes);
  const broken = text.match(REPLACEMENTS)?.length ?? 0;
  if (broken === 0) return text;
  const inPage = htmlEncodingSniffer(bytes, { defaultEncoding: UTF8 });
  const other = inPage === UTF8 ? undefined : strictly(bytes, inPage);
  // One or two truncated characters don't mean that a UTF-8 page has another encoding.
  return (
    other ??
    (broken > 5 && broken * 500 > bytes.length
      ? decoder('windows-1252', false).decode(bytes)
      : text)
  );
}
