import { describe, expect, test } from 'vitest';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import { readBytesHere } from '#pipeline/testing/read-bytes-here.ts';
import { claim, recognise } from './registry.ts';

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

describe('claim', () => {
  test.each([
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube', WATCH],
    [
      'https://example.com/papers/tides.pdf?utm_source=x',
      'pdf',
      'https://example.com/papers/tides.pdf',
    ],
    ['https://example.com/talk.mp4', 'youtube', 'https://example.com/talk.mp4'],
    ['example.com/page#part', 'web', 'https://example.com/page'],
    ['https://www.youtube.com/@channel', 'web', 'https://www.youtube.com/@channel'],
  ])('%s is of kind %s', (address, kind, canonicalUrl) => {
    const claimed = claim(address);
    expect([claimed.kind.name, claimed.claim.canonicalUrl]).toEqual([kind, canonicalUrl]);
  });

  test("the user's choice takes precedence over the address", () => {
    expect(claim('https://example.com/talks/7', 'youtube').kind.name).toBe('youtube');
    expect(claim('https://example.com/download?id=7&fbclid=x', 'pdf')).toMatchObject({
      kind: { name: 'pdf' },
      claim: { canonicalUrl: 'https://example.com/download?id=7' },
    });
    expect(claim(WATCH, 'web').kind.name).toBe('web');
  });

  test.each([
    '',
    'ftp://example.com/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '--exec=touch',
    'ytsearch:tides',
    'mailto:a@example.com',
    'data:text/html,x',
  ])('refuses %s', (address) => {
    expect(() => claim(address)).toThrow(expect.objectContaining({ code: 'unsupported_url' }));
  });
});

describe('recognise', () => {
  const answer = (contentType: string, body: string): FetchedResponse => ({
    url: 'https://example.com/x',
    status: 200,
    headers: { 'content-type': contentType },
    contentType,
    bytes: new TextEncoder().encode(body),
  });
  const article = `<html><body><article>${'<p>The tide turned before anybody had noticed that it was late.</p>'.repeat(80)}`;
  test.each([
    ['text/html', '<html><body><p>A page.</p></body></html>', 'web'],
    [
      'text/html',
      '<html><body><h1>Talk</h1><video controls src="a.mp4"><track kind="captions" src="a.vtt"></video></body></html>',
      'youtube',
    ],
    [
      'text/html',
      '<html><head><meta property="og:type" content="video.other"></head><body></body></html>',
      'youtube',
    ],
    [
      'text/html',
      `${article}<video controls src="a.mp4"><track src="a.vtt"></video></article></body></html>`,
      'web',
    ],
    [
      'text/html',
      '<html><body><video autoplay muted loop src="sea.mp4"></video><p>Welcome.</p></body></html>',
      'web',
    ],
    ['video/mp4', '', 'youtube'],
    ['audio/mpeg', '', 'youtube'],
    ['application/pdf', '%PDF-1.7\n', 'pdf'],
    ['application/octet-stream', '%PDF-1.7\n', 'pdf'],
    ['text/html', '%PDF-1.7\n', 'pdf'],
    ['text/plain', 'words', 'web'],
    ['', '<!doctype html><p>x', 'web'],
    ['image/png', '\u0089PNG', undefined],
    ['application/zip', 'PK', undefined],
  ])('%s %s is of kind %s', async (contentType, body, kind) => {
    const [surest] = await recognise(answer(contentType, body), {
      readBytes: readBytesHere,
      signal: AbortSignal.timeout(10_000),
    });
    expect(surest?.name).toBe(kind);
  });
});
