// @vitest-environment node
/**
 * The sources that each surface lets a browser load: never another host, with one named exception.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { createPost, samplePost, update, visit } from '../features/posts/testing/post-samples.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

/** YouTube's player, which pages with one of its videos frame. */
const YOUTUBE = 'https://www.youtube-nocookie.com';
const KEYWORD = /^'(?:self|none|wasm-unsafe-eval|nonce-[\w+/=]+|sha256-[\w+/=]+)'$/;
const WITHIN = new Set(['data:', 'blob:']);
/** Directives without sources. */
const OTHER = new Set(['sandbox']);

function directivesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy
      .split(';')
      .map((text) => text.trim().split(' '))
      .filter(([name]) => name !== '')
      .map(([name = '', ...sources]) => [name, sources]),
  );
}

/** Returns the sources of a policy beyond this server: hosts, schemes and wildcards. */
function beyond(
  policy: string,
  { contentUrl, framedBy }: { contentUrl: string; framedBy?: string },
): string[] {
  return [...directivesOf(policy)].flatMap(([name, sources]) =>
    OTHER.has(name)
      ? []
      : sources
          .filter((source) => {
            if (KEYWORD.test(source) || WITHIN.has(source) || source === contentUrl) return false;
            if (source === "'unsafe-inline'") return name !== 'style-src';
            if (source === YOUTUBE) return name !== 'frame-src';
            return !(name === 'frame-ancestors' && source === framedBy);
          })
          .map((source) => `${name} ${source}`),
  );
}

describe('content security policies', () => {
  const open = openOnSqlite();
  let test: TestServer;
  let contentUrl: string;
  beforeAll(async () => {
    test = await openTestServer(open);
    contentUrl = `http://usercontent.localhost:${new URL(test.server.url).port}`;
  });
  afterAll(() => test.close());

  it('are searched for every other origin, scheme and wildcard', () => {
    const policy = `default-src 'self'; img-src data: https: https://example.org; media-src http://localhost:* *; script-src 'unsafe-inline' ${YOUTUBE}; frame-src ${YOUTUBE}; style-src 'unsafe-inline'`;
    expect(beyond(policy, { contentUrl })).toEqual([
      'img-src https:',
      'img-src https://example.org',
      'media-src http://localhost:*',
      'media-src *',
      "script-src 'unsafe-inline'",
      `script-src ${YOUTUBE}`,
    ]);
  });

  it('name only this server and its content host, on every surface', async () => {
    const thread = await test.thread();
    const [source] = await test.read(thread, 'otters.html');
    if (!source?.readModFileUrl || !source.fileUrl) throw new Error('The page has no views.');
    const filmed = await update(
      test,
      (await createPost(test, { title: 'Filmed', content: samplePost('none') }))._id,
      { status: 2 },
    );
    const plain = await update(test, (await createPost(test, { title: 'Plain' }))._id, {
      status: 2,
    });
    const own = async (path: string) =>
      (await visit(test, path)).headers.get('content-security-policy') ?? '';
    const content = async (address: string) =>
      String((await test.content(new URL(address).pathname)).headers['content-security-policy']);
    const views = await Promise.all(
      ['1', '2'].map(
        async (mode) =>
          (
            await test.owner.get(`thread/v1/web-preview/${thread._id}/${source._id}/${mode}`)
          ).headers.get('content-security-policy') ?? '',
      ),
    );
    const surfaces: Record<string, string> = {
      page: await own('/'),
      api: await own('/api/health'),
      'missing page': await own('/p/nothing'),
      'post with a script': await own(new URL(filmed.url).pathname),
      post: await own(new URL(plain.url).pathname),
      reader: await content(source.readModFileUrl),
      web: await content(source.fileUrl),
      'reader on the app': views[0] ?? '',
      'web on the app': views[1] ?? '',
      'nothing on the content host': await content(`${contentUrl}/media/x.y/film.mp4`),
    };
    expect(
      Object.entries(surfaces).filter(
        ([, policy]) =>
          !policy.includes("default-src 'none'") && !policy.includes("default-src 'self'"),
      ),
    ).toEqual([]);
    expect(
      Object.entries(surfaces).flatMap(([surface, policy]) =>
        beyond(policy, { contentUrl, framedBy: test.server.url }).map(
          (source_) => `${surface}: ${source_}`,
        ),
      ),
    ).toEqual([]);
    // The sandboxed view has an opaque origin, so its policy names the content host.
    expect(directivesOf(surfaces['reader'] ?? '').get('img-src')).toEqual(['data:', contentUrl]);
    expect(directivesOf(surfaces['page'] ?? '').get('media-src')).toEqual([
      "'self'",
      'blob:',
      contentUrl,
    ]);
  });

  it('of an exported thread block everything', () => {
    const written = readFileSync(new URL('../features/export/to-html.ts', import.meta.url), 'utf8');
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(written) ?? [];
    expect([beyond(policy, { contentUrl }), directivesOf(policy).get('img-src')]).toEqual([
      [],
      ['data:'],
    ]);
  });
});
