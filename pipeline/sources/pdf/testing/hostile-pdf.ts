/** Writes one PDF from its objects, without checking that they make sense. */
import { deflateSync } from 'node:zlib';
import type { PlainPage } from '#pipeline/testing/plain-pdf.ts';

export const PROSE: PlainPage = {
  lines: [
    'This page of the report can be read without any trouble, so that the file is not empty.',
  ],
};
export const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Writes numbered objects to a file with a valid table of their offsets. */
export function pdfOf(
  objects: Readonly<Record<number, string | Uint8Array>>,
  trailer = '/Root 1 0 R',
): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const lines: string[] = [];
  for (const [number, body] of Object.entries(objects)) {
    lines.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`);
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('endobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer<</Size ${size}${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function streamOf(bytes: Uint8Array, more = ''): Uint8Array {
  return Buffer.concat([
    Buffer.from(`<<${more}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}
/** `megabytes` of filler bytes, deflated `layers` times. */
export function bomb(megabytes: number, layers = 1, filler = 0x20): Uint8Array {
  let bytes: Uint8Array = Buffer.alloc(megabytes * 2 ** 20, filler);
  for (let layer = 0; layer < layers; layer += 1) bytes = deflateSync(bytes, { level: 9 });
  return bytes;
}
export const flate = (layers: number): string => `/Filter[${'/FlateDecode '.repeat(layers)}]`;

/** One page that draws `content` with these resources. */
export function pageOf(
  content: string | Uint8Array,
  {
    resources = '<</Font<</F 5 0 R>>>>',
    more = '',
    objects = {},
  }: { resources?: string; more?: string; objects?: Record<number, string | Uint8Array> } = {},
): Uint8Array {
  return pdfOf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 600 800]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources ${resources} ${more}>>`,
    4: typeof content === 'string' ? streamOf(latin1(content)) : content,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  });
}

export type Made = Readonly<Record<string, () => Uint8Array>>;
