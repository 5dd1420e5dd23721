import { describe, expect, test } from 'vitest';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import type { FetchInput } from '#pipeline/sources/contract.ts';
import { loopbackNet } from '#pipeline/testing/loopback-net.ts';
import { readBytesHere } from '#pipeline/testing/read-bytes-here.ts';
import { fetchPage } from './fetch-page.ts';

const TEXT =
  '<p>The keeper writes once a night, and has done so since the lamp was first lit on the rock, in the year of the long frost.</p>';
const SHELL =
  '<html><head><title>Log</title></head><body><div id="root"></div><script src="app.js"></script></body></html>';
const answer = (body: string, more: Partial<FetchedResponse> = {}): FetchedResponse => ({
  url: 'https://a.example/log',
  status: 200,
  headers: {},
  contentType: 'text/html',
  bytes: new TextEncoder().encode(body),
  ...more,
});
const fetched = (response: FetchedResponse, net = loopbackNet()) =>
  fetchPage({
    url: response.url,
    response,
    net,
    readBytes: readBytesHere,
    signal: AbortSignal.timeout(10_000),
    limits: { maxPageBytes: 1_000_000, maxPdfBytes: 1 },
    report: () => undefined,
  } satisfies FetchInput);

describe("responses that aren't a page", () => {
  test.each([
    [
      'a download',
      answer('<p>x</p>', { headers: { 'content-disposition': 'attachment; filename="log.html"' } }),
      'unsupported_url',
    ],
    ['no content', answer('', { status: 204, contentType: '' }), 'no_text'],
    ['a file of another kind', answer('PK', { contentType: 'application/zip' }), 'unsupported_url'],
    ['a page that is none', answer('\0\0\0', { contentType: '' }), 'unsupported_url'],
  ])('%s', async (_, response, code) => {
    await expect(fetched(response)).rejects.toMatchObject({ code });
  });
});

describe('rendering with or without a browser', () => {
  test('reads a page with text without a browser, although it has scripts', async () => {
    const { notes } = await fetched(
      answer(SHELL.replace('<div id="root"></div>', TEXT.repeat(3))),
      loopbackNet({ rendered: `${TEXT.repeat(9)}` }),
    );
    expect(notes).toEqual({ read: 'plain', why: 'the page has its text without scripts' });
  });
  test('renders a page without text in the browser', async () => {
    const { notes, facts } = await fetched(
      answer(SHELL),
      loopbackNet({
        rendered: SHELL.replace('Log', 'Lighthouse log').replace(
          '<div id="root"></div>',
          TEXT.repeat(3),
        ),
      }),
    );
    expect(notes).toEqual({ read: 'browser', why: 'scripts make the page' });
    expect(facts.title).toBe('Lighthouse log');
  });
  test('renders a page with only a menu and a footer', async () => {
    const menu = Array.from(
      { length: 30 },
      (_, n) => `<li><a href="/${n}">Lighthouse number ${n}</a></li>`,
    ).join('');
    const { notes } = await fetched(
      answer(SHELL.replace('<div id="root"></div>', `<ul>${menu}</ul><div id="content"></div>`)),
      loopbackNet({ rendered: `<ul>${menu}</ul>${TEXT.repeat(3)}` }),
    );
    expect(notes).toMatchObject({ read: 'browser' });
  });
  test('keeps the original page if the browser finds no more text', async () => {
    const { notes } = await fetched(
      answer(SHELL.replace('"root">', '"root">Loading the log of the lighthouse')),
      loopbackNet({ rendered: SHELL }),
    );
    expect(notes).toEqual({
      read: 'plain',
      why: 'the browser showed no more than the page itself',
    });
  });
  test('without a browser, keeps what there is and marks it', async () => {
    const { notes } = await fetched(
      answer(SHELL.replace('<div id="root"></div>', `<div id="root">${TEXT}</div>`)),
    );
    expect(notes).toMatchObject({ read: 'plain', limited: 'browser_missing' });
  });
  test('without a browser and without text, fails', async () => {
    await expect(fetched(answer(SHELL))).rejects.toMatchObject({ code: 'browser_missing' });
  });
});

test('accepts a canonical address only within its host', async () => {
  const canonical = async (href: string) =>
    (
      await fetched(
        answer(`<head><link rel="canonical" href="${href}"></head>${TEXT.repeat(3)}`, {
          url: 'https://www.a.example/log?page=2',
        }),
      )
    ).facts.canonicalUrl;
  expect(await canonical('https://a.example/log')).toBe('https://a.example/log');
  expect(await canonical('https://news.a.example/log')).toBeUndefined();
  expect(await canonical('https://b.example/log')).toBeUndefined();
  expect(await canonical('https://a.example/')).toBeUndefined();
});
