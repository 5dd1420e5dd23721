/**
 * Generated sources: pages, PDFs and video pages with captions, all with different text, served
 * from loopback.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';

const SUBJECTS =
  'river glacier honeycomb comet winter engine castle manuscript signal garden theorem copper island violin market lantern needle harbour pollen quartz'.split(
    ' ',
  );
const VERBS = 'carries changes follows hides measures opens remembers repairs shapes turns'.split(
  ' ',
);
const ADJECTIVES =
  'ancient bright careful distant early frozen gentle hollow narrow quiet restless silver slow steady strange'.split(
    ' ',
  );
const PLACES =
  'below the bridge,at the northern shore,in the old workshop,behind the mill,across the valley,over the salt flats,near the observatory,along the canal'.split(
    ',',
  );

export interface MadeFile {
  contentType: string;
  bytes: Uint8Array;
}
export type MadeKind = 'web' | 'pdf' | 'video';
export interface MadeSource {
  kind: MadeKind;
  path: string;
}
export interface Corpus {
  sources: MadeSource[];
  files: Map<string, MadeFile>;
}

/** Park and Miller's generator: the same texts in every run. */
function picker(seed: number): <T>(list: readonly T[]) => T {
  let state = (seed * 7919 + 17) % 2147483647;
  return (list) => {
    state = (state * 48271) % 2147483647;
    const item = list[state % list.length];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
}
function sentences(seed: number, count: number): string[] {
  const pick = picker(seed);
  return Array.from(
    { length: count },
    (_, n) =>
      `In year ${1500 + ((seed * 31 + n * 7) % 500)} the ${pick(ADJECTIVES)} ${pick(SUBJECTS)} ${pick(VERBS)} the ${pick(ADJECTIVES)} ${pick(SUBJECTS)} ${pick(PLACES)}, and the ${pick(SUBJECTS)} ${pick(VERBS)} what was left of it.`,
  );
}
const titleOf = (seed: number): string => {
  const pick = picker(seed + 5000);
  return `The ${pick(ADJECTIVES)} ${pick(SUBJECTS)} ${pick(PLACES)}, part ${seed}`;
};
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An article surrounded by typical page furniture. */
function page(seed: number): string {
  const text = sentences(seed, 72);
  const paragraphs = Array.from(
    { length: 18 },
    (_, n) =>
      `${n % 5 === 0 ? `<h2>Section ${n / 5 + 1}</h2>` : ''}<p>${text.slice(n * 4, n * 4 + 4).join(' ')} <a href="/web/${(seed + n) % 50}">more</a></p>`,
  );
  const links = Array.from(
    { length: 40 },
    (_, n) => `<li><a href="/section/${n}">Section of the site ${n}</a></li>`,
  ).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${titleOf(seed)}</title><meta property="og:image" content="/picture/${seed}.png"><link rel="icon" href="/icon.png">
<style>${Array.from({ length: 60 }, (_, n) => `.c${n}{margin:${n}px;color:#${(n * 4000 + 1e5).toString(16).slice(0, 6)}}`).join('')}</style></head>
<body><nav><ul>${links}</ul></nav><main><article><h1>${titleOf(seed)}</h1>${paragraphs.join('\n')}</article></main><aside><ul>${links}</ul></aside><footer><ul>${links}</ul></footer></body></html>`;
}

const SHEETS = 3;
const LINES = 44;
/** Three pages in Helvetica. */
function pdf(seed: number): Uint8Array {
  const words = sentences(seed, 66).join(' ').split(' ');
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 84) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${SHEETS}/Kids[${Array.from({ length: SHEETS }, (_, n) => `${5 + n * 2} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<</Title(${titleOf(seed)})>>`,
  ];
  for (let n = 0; n < SHEETS; n += 1) {
    const heading = n === 0 ? `BT /F 18 Tf 56 780 Td (${titleOf(seed)}) Tj ET ` : '';
    const body = `${heading}BT /F 11 Tf 14 TL 56 740 Td ${lines
      .slice(n * LINES, (n + 1) * LINES)
      .map((line) => `(${line}) Tj T*`)
      .join(' ')} ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${6 + n * 2} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      `<</Length ${body.length}>>stream\n${body}\nendstream`,
    );
  }
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R/Info 4 0 R>>\nstartxref\n${start}\n%%EOF`;
  return utf8(text);
}

const clock = (s: number): string => new Date(s * 1000).toISOString().slice(11, 23);
/** Ten minutes of captions. */
const captions = (seed: number): string =>
  `WEBVTT\n\n${sentences(seed, 120)
    .map((text, n) => `${clock(n * 5)} --> ${clock(n * 5 + 4.6)}\n${text}\n`)
    .join('\n')}`;
const videoPage = (
  seed: number,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${titleOf(seed)}</title><meta property="og:type" content="video.other"></head>
<body><h1>${titleOf(seed)}</h1><video controls src="/video/${seed}.mp4" poster="/picture/${seed}.png"><track kind="captions" srclang="en" src="/captions/${seed}.vtt"></video></body></html>`;

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
/** A picture of 64 × 64 pixels in one colour, different for each number. */
function picture(seed: number): Uint8Array {
  const piece = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = (CRC[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 2, 0, 0, 0]);
  const lines = Buffer.concat(
    Array.from({ length: 64 }, () =>
      Buffer.concat([
        Buffer.from([0]),
        Buffer.alloc(192, Buffer.from([seed % 256, (seed * 7) % 256, 128])),
      ]),
    ),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    piece('IHDR', head),
    piece('IDAT', deflateSync(lines)),
    piece('IEND', Buffer.alloc(0)),
  ]);
}

/** Alternates between the kinds. */
export function makeCorpus(counts: Record<MadeKind, number>): Corpus {
  const files = new Map<string, MadeFile>([
    ['/icon.png', { contentType: 'image/png', bytes: picture(1000) }],
  ]);
  const total = counts.web + counts.pdf + counts.video;
  const made: Record<MadeKind, number> = { web: 0, pdf: 0, video: 0 };
  const sources: MadeSource[] = [];
  for (let seed = 0; seed < total; seed += 1) {
    const kind =
      (['web', 'pdf', 'video'] as const).toSorted(
        (a, b) => (made[a] + 1) / counts[a] - (made[b] + 1) / counts[b],
      )[0] ?? 'web';
    made[kind] += 1;
    const path = kind === 'pdf' ? `/papers/${seed}.pdf` : `/${kind}/${seed}`;
    if (kind === 'pdf') files.set(path, { contentType: 'application/pdf', bytes: pdf(seed) });
    else
      files.set(path, {
        contentType: 'text/html; charset=utf-8',
        bytes: utf8(kind === 'web' ? page(seed) : videoPage(seed)),
      });
    if (kind === 'video')
      files.set(`/captions/${seed}.vtt`, { contentType: 'text/vtt', bytes: utf8(captions(seed)) });
    if (kind !== 'pdf')
      files.set(`/picture/${seed}.png`, { contentType: 'image/png', bytes: picture(seed) });
    sources.push({ kind, path });
  }
  return { sources, files };
}

export async function serveCorpus({
  files,
}: Corpus): Promise<{ origin: string; host: string; close(): void }> {
  const server = createServer((req, res) => {
    const file = files.get(req.url ?? '');
    if (file)
      res
        .writeHead(200, { 'content-type': file.contentType, 'content-length': file.bytes.length })
        .end(file.bytes);
    else res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
