// @vitest-environment node
/**
 * Views that an older version stored are sanitised like new ones: a browser loads nothing from
 * third parties.
 */
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { readSnapshot } from '#pipeline/library/index.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const STORY =
  'The lamp is lit at dusk, and the keeper writes down who passes and with what wind. '.repeat(8);
const PAGE = `<html lang="en"><head><title>The lamp</title></head><body><article><h1>The lamp</h1><p>${STORY}</p><figure><img src="/lamp.png" srcset="/lamp-2x.png 2x" alt="the lamp"></figure><p>${STORY}</p></article></body></html>`;
const OLD = `<p data-p="1">${STORY}</p><img src="data:image/png;base64,${PIXEL.toString('base64')}" alt="held"><img src="https://third.example/far.png" srcset="https://third.example/far-2x.png 2x" alt="far">`;

describe('a stored Reader view', () => {
  const open = openOnSqlite();
  let test: TestServer;
  let source: Source;
  const served = async () => {
    const { body } = await test.content(new URL(source.readModFileUrl ?? '').pathname);
    return new JSDOM(body).window.document;
  };

  beforeAll(async () => {
    const pages = {
      'lamp.html': { bytes: Buffer.from(PAGE), contentType: 'text/html' },
      'lamp.png': { bytes: PIXEL, contentType: 'image/png' },
    };
    test = await openTestServer(open, { pages });
    const [read] = await test.read(await test.thread(), 'lamp.html');
    if (!read) throw new Error('The page was not read.');
    source = read;
  });
  afterAll(() => test.close());

  it('has its saved image as a file of the content host, valid as long as the browser caches it', async () => {
    const image = (await served()).querySelector('img');
    expect([image?.alt, image?.srcset, image?.getAttribute('loading')]).toEqual([
      'the lamp',
      '',
      'lazy',
    ]);
    const address = new URL(image?.src ?? '');
    const { status, headers } = await test.content(address.pathname);
    expect([
      address.hostname,
      status,
      headers['content-type'],
      headers['cache-control'],
      headers['x-content-type-options'],
    ]).toEqual([
      'usercontent.localhost',
      200,
      'image/png',
      'private, max-age=21600, immutable',
      'nosniff',
    ]);
    const { html } = dataOf(await test.owner.get(`sources/${source._id}/reader`)) as {
      html: string;
    };
    expect(html).toContain('usercontent.localhost');
    expect(html).not.toContain('lamp.png');
  });

  it('has the style of its address before its text renders', async () => {
    const { body } = await test.content(new URL(source.readModFileUrl ?? '').pathname);
    const { window } = new JSDOM(body, {
      url: 'https://content.example/c/x#mount&--text-size=1.25rem&--font-text=var%28--font-ui%29&color=red',
      runScripts: 'dangerously',
    });
    const { documentElement, head } = window.document;
    expect(documentElement.getAttribute('style')).toBe(
      '--text-size: 1.25rem; --font-text: var(--font-ui);',
    );
    expect(head.querySelectorAll('script')).toHaveLength(1);
    window.close();
  });

  it('from an older version keeps the images that it contains, and links to the others', async () => {
    const { library, files, database } = test.server.parts;
    const stored = (await library.artifacts.find(source._id, source.version, 'snapshot')) as Record<
      string,
      unknown
    >;
    const { key } = await files.putBlob(Buffer.from(OLD));
    await database.write((transaction) =>
      library.artifacts.save(
        source._id,
        source.version,
        'snapshot',
        { ...stored, readerKey: key },
        transaction,
      ),
    );
    const document = await served();
    expect(
      [...document.querySelectorAll('img')].map(({ alt, src }) => [alt, src.slice(0, 15)]),
    ).toEqual([['held', 'data:image/png;']]);
    expect(
      [...document.querySelectorAll('main a')].map((link) => [
        link.getAttribute('aria-label'),
        link.getAttribute('href'),
      ]),
    ).toEqual([['Open image: far', 'https://third.example/far.png']]);
  });

  it('with an extraction from an older version is sanitised before it is stored', async () => {
    const { library, files, database, queue } = test.server.parts;
    const { _id: sourceId, version } = source;
    const row = await library.find(sourceId);
    if (!row) throw new Error('The source is gone.');
    const { key } = await files.putBlob(
      Buffer.from(
        JSON.stringify({
          ...(await readSnapshot(library, files, row)),
          readerHtml: `<p data-p="1">${STORY}<script>alert(1)</script></p>`,
        }),
      ),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = library.onChange(() => {
      void library.find(sourceId).then((now) => {
        if (now?.stage === null) resolve();
      });
    });
    await database.write(async (transaction) => {
      await library.artifacts.delete(
        { sourceId, version, stage: ['snapshot', 'chunk', 'embed', 'index'] },
        transaction,
      );
      const extracted = { snapshotKey: key };
      await library.artifacts.save(sourceId, version, 'extract', extracted, transaction);
      await library.patch(sourceId, { stage: 'snapshot', dueAt: new Date() }, transaction);
      await queue.enqueue([{ sourceId, version, stage: 'snapshot' }], { transaction });
    });
    await promise.finally(stop);
    const { html } = dataOf(await test.owner.get(`sources/${sourceId}/reader`)) as { html: string };
    expect(html).toContain('The lamp is lit at dusk');
    expect(html).not.toContain('script');
    expect(await readSnapshot(library, files, row)).not.toHaveProperty('readerHtml');
  });
});
