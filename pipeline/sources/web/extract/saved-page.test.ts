import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSavedPage } from './saved-page.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const MHTML = latin1(Buffer.from(fixture('saved-mhtml/input.mhtml')).toString('latin1'));

it.each(['saved-mhtml/input.mhtml', 'saved-webarchive/input.webarchive'])(
  'embeds the files of %s in its page',
  (name) => {
    const { html, url } = openSavedPage(fixture(name));
    expect(url).toBe('https://stones.example/walls/harbour');
    expect(html).toMatch(/<img src="data:image\/png;base64,iVBORw0KGgo/);
    expect(html).toMatch(/<style>p ?\{ ?(color: rgb\(0, 0, 1\)|margin:0)/);
    expect(html).toContain('href="https://stones.example/lamp"');
    expect(html).not.toMatch(/cid:|<link/);
  },
);

it.each([
  ['saved-by-singlefile', 'https://stones.example/walls/harbour?ref=1'],
  ['saved-by-chrome', 'https://stones.example/walls/harbour'],
  ['saved-note', undefined],
])('reads the address that %s was saved from', (name, url) => {
  expect(openSavedPage(fixture(`${name}/input.html`)).url).toBe(url);
});

it('accepts only http and https addresses', () => {
  const page =
    '<!-- saved from url=(0010)https://[bad --><link rel="canonical" href="javascript:1">';
  expect(openSavedPage(latin1(page)).url).toBeUndefined();
});

/** A webarchive whose main resource, or the list of others, is an object of the test. */
function plist(objects: readonly Buffer[]): Uint8Array {
  const head = Buffer.from('bplist00');
  let at = head.length;
  const offsets = objects.map((object) => {
    const offset = Buffer.alloc(4);
    offset.writeUInt32BE(at);
    at += object.length;
    return offset;
  });
  const trailer = Buffer.alloc(32);
  trailer[6] = 4;
  trailer[7] = 1;
  trailer.writeUInt32BE(objects.length, 12);
  trailer.writeUInt32BE(at, 28);
  return Buffer.concat([head, ...objects, ...offsets, trailer]);
}
const text = (value: string) =>
  Buffer.concat([Buffer.from([0x5f, 0x10, value.length]), Buffer.from(value)]);

it.each<[string, () => Uint8Array]>([
  [
    'a webarchive that is its own page',
    () => plist([Buffer.from([0xd1, 1, 0]), text('WebMainResource')]),
  ],
  [
    'a webarchive whose objects lie outside it',
    () => plist([Buffer.from([0xd1, 1, 99]), text('WebMainResource')]),
  ],
  [
    'a webarchive of endless lists',
    () => plist([Buffer.from([0xdf, 0x13, 255, 255, 255, 255, 255, 255, 255, 255])]),
  ],
  ['only the beginning of a webarchive', () => latin1('bplist00')],
  ['an MHTML file without its page', () => MHTML.subarray(0, 250)],
  [
    'messages in each other',
    () =>
      latin1(
        `MIME-Version: 1.0\nContent-Type: multipart/related; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(50_000)}`,
      ),
  ],
  [
    'a message of many parts',
    () =>
      latin1(
        `MIME-Version: 1.0\nContent-Type: multipart/related; boundary=a\n\n${'--a\n\nb\n'.repeat(200_000)}`,
      ),
  ],
])('refuses %s quickly', (_name, bytes) => {
  const started = performance.now();
  expect(() => openSavedPage(bytes())).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^(corrupt_file|too_large)$/) }),
  );
  expect(performance.now() - started).toBeLessThan(3_000);
});
