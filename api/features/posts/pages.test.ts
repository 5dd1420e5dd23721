import { chromium, type Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileUrls } from '#core/contract/file.ts';
import { CoverUpload, Post, PostExport } from '#core/contract/post.ts';
import { Source } from '#core/contract/source.ts';
import { CHROMIUM } from '#pipeline/net/testing/chromium.ts';
import type { ServedFile } from '#pipeline/testing/loopback-net.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  createPost,
  doc,
  heading,
  paragraph,
  samplePost,
  update,
  visit,
} from './testing/post-samples.ts';
import { HREFS, MARKUP } from './testing/xss-payloads.ts';

const MARGINS = [
  'A margin is where reading turns into writing, and where writing waits until it is read again by somebody else.',
  'Whoever leaves a margin leaves room for those who come later, who will want to answer what was said before them.',
];

describeOnDatabases('published pages', (open) => {
  const pages: Record<string, ServedFile> = {};
  let test: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [test, browser] = await Promise.all([
      openTestServer(open, { pages }),
      chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox', '--disable-gpu'] }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await test.close();
  });
  const pathOf = (post: Post) => new URL(post.url).pathname;
  const put = (url: string, headers: Record<string, string>, bytes: Buffer) =>
    test.content(new URL(url).pathname, {
      method: 'PUT',
      type: String(headers['Content-Type']),
      bytes: new Uint8Array(bytes),
    });
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#2a6' } });

  it('are fetched again only when they changed, and have headers for caches and embedding', async () => {
    const post = await update(
      test,
      (await createPost(test, { title: 'Kept', content: samplePost('none') }))._id,
      { status: 2 },
    );
    const first = await visit(test, pathOf(post));
    expect(first.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*script-src 'self'.*frame-ancestors 'none'$/,
    );
    expect(first.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(first.text).not.toMatch(/ style=| on\w+=/);
    const etag = String(first.headers.get('etag'));
    expect((await visit(test, pathOf(post), { 'If-None-Match': etag })).status).toBe(304);
    await update(test, post._id, { gist: 'Changed' });
    const second = await visit(test, pathOf(post), { 'If-None-Match': etag });
    expect([second.status, second.text.includes('Changed')]).toEqual([200, true]);
    const plain = await update(test, (await createPost(test, { title: 'Plain' }))._id, {
      status: 2,
    });
    expect((await visit(test, pathOf(plain))).headers.get('content-security-policy')).toContain(
      "script-src 'none'",
    );
    expect((await fetch(plain.url, { method: 'POST' })).status).toBe(404);
  });

  it('show the current name of their author', async () => {
    const created = await createPost(test, { title: 'By whom', content: samplePost('none') });
    const post = await update(test, created._id, { status: 2 });
    const shown = async () => (await visit(test, pathOf(post))).text;
    const byline = /rel="author">([^<]+)</;
    const before = byline.exec(await shown())?.[1];
    const name = 'Ada Lovelace';
    expect(before).not.toBe(name);
    expect((await test.owner.patch('me', { name })).status).toBe(200);
    // Other processes check for changes once a second.
    await expect.poll(async () => byline.exec(await shown())?.[1], { timeout: 5000 }).toBe(name);
    expect(await shown()).toContain(`<meta name="author" content="${name}">`);
  });

  it('have metadata for search engines and previews', async () => {
    const created = await createPost(test, {
      title: 'For "robots" & </script> people',
      content: doc(heading(1, 'One'), paragraph('a'), heading(3, 'Two'), heading(1, 'Two'), {
        type: 'clip',
        attrs: { source_id: 'SOURCE', start: 5, end: 9, clip_text: 'Said </script>' },
      }),
      sources: ['otters.html'],
    });
    const post = await update(test, created._id, {
      status: 2,
      tags: ['Biology'],
      gist: 'In <b>short</b>.',
    });
    const { text } = await visit(test, pathOf(post));
    const data = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '',
    ) as Record<string, unknown>;
    expect(data).toMatchObject({
      '@type': 'BlogPosting',
      headline: post.title,
      description: 'In <b>short</b>.',
      url: post.url,
      keywords: 'Biology',
      citation: [{ name: 'Sea otters', url: `${test.site.origin}/otters.html` }],
    });
    expect(text).toContain(`<link rel="canonical" href="${post.url}">`);
    expect(text).toContain(
      '<meta property="og:description" content="In &#60;b&#62;short&#60;/b&#62;.">',
    );
    expect([...text.matchAll(/<h[2-4] id="([^"]+)">/g)].map((it) => it[1])).toEqual([
      's-one',
      's-two',
      's-two-2',
    ]);
    expect([...text.matchAll(/<(h[1-4])[ >]/g)].map((it) => it[1])).toEqual([
      'h1',
      'h2',
      'h3',
      'h2',
      'h2',
    ]);
    expect(text).toContain('<a href="#s-two-2">Two</a>');
    const card = await fetch(/property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(card.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(await card.arrayBuffer()).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    });
  });

  it('are in the feed, sitemap, tag and author lists if they are public', async () => {
    const listed = await update(test, (await createPost(test, { title: 'Listed & found' }))._id, {
      status: 2,
      tags: ['Zoology'],
      aiGeneratedTags: ['sea life'],
    });
    const hidden = await update(test, (await createPost(test, { title: 'Not for machines' }))._id, {
      status: 2,
      tags: ['Zoology'],
      indexable: false,
    });
    const draft = await update(test, (await createPost(test, { title: 'Still a draft' }))._id, {
      tags: ['Zoology'],
    });
    for (const path of [
      '/feed.xml',
      '/sitemap.xml',
      '/p/tag/zoology',
      '/p/tag/sea-life',
      `/p/by/${listed.user}`,
    ]) {
      const { status, text } = await visit(test, path);
      const isThere = [listed, hidden, draft].map((post) => text.includes(pathOf(post)));
      expect([path, status, isThere]).toEqual([path, 200, [true, false, false]]);
    }
    expect((await visit(test, '/robots.txt')).text).toContain(
      `Disallow: /\nSitemap: ${test.server.url}/sitemap.xml`,
    );
    const feed = await visit(test, '/feed.xml');
    expect(feed.headers.get('content-type')).toContain('application/atom+xml');
    expect(feed.text).toContain('<title>Listed &#38; found</title>');
    for (const path of [
      '/p/tag/nothing',
      '/p/by/nobody',
      `/p/by/${crypto.randomUUID()}`,
      '/p/',
      '/p/%',
      '/p/assets/../../package.json',
      '/p/assets/fonts/x.woff2',
      '/p/a/b/c',
      `${pathOf(listed)}/cover-480.jpg`,
      `${pathOf(listed)}/image-${'0'.repeat(20)}.webp`,
    ])
      expect([path, (await visit(test, path)).status]).toEqual([path, 404]);
  });

  it('have covers that are re-encoded from uploads', async () => {
    const post = await createPost(test, { title: 'Covered' });
    const { fileKey, uploadURL, headers } = CoverUpload.parse(
      dataOf(
        await test.owner.get(
          `post/v1/post-thumbnail-signed-url/${post._id}?filename=My%20cover.png`,
        ),
      ),
    );
    expect(
      (
        await test.owner.put(
          `post/v1/post-thumbnail/${post._id}?fileKey=${encodeURIComponent(fileKey)}`,
        )
      ).status,
    ).toBe(404);
    const bytes = await picture(2000, 1000)
      .withExif({ IFD0: { Artist: 'Somebody private' } })
      .png()
      .toBuffer();
    expect((await put(uploadURL, headers, bytes)).status).toBe(201);
    const covered = Post.parse(
      dataOf(
        await test.owner.put(
          `post/v1/post-thumbnail/${post._id}?fileKey=${encodeURIComponent(fileKey)}`,
        ),
      ),
    );
    expect(covered.cover).toMatchObject({
      width: 1600,
      height: 800,
      sizes: [{ width: 480 }, { width: 960 }, { width: 1600 }],
    });
    expect(
      (
        await test.owner.put(
          `post/v1/post-thumbnail/${post._id}?fileKey=${encodeURIComponent(fileKey)}`,
        )
      ).status,
    ).toBe(404);
    expect((await visit(test, `${pathOf(post)}/cover-480.jpg`)).status).toBe(404);
    await update(test, post._id, { status: 2, cover: covered.cover?.url });
    const { text } = await visit(test, pathOf(post));
    const [src = ''] = /\/p\/covered\/cover-480\.jpg\?v=\w+/.exec(text) ?? [];
    const small = Buffer.from(await (await fetch(new URL(src, test.server.url))).arrayBuffer());
    const about = await sharp(small).metadata();
    expect([about.format, about.width, about.height, about.exif]).toEqual([
      'jpeg',
      480,
      240,
      undefined,
    ]);
    expect((await update(test, post._id, { cover: null })).cover).toBeNull();
    expect((await visit(test, src)).status).toBe(404);
    const other = CoverUpload.parse(
      dataOf(
        await test.owner.get(`post/v1/post-thumbnail-signed-url/${post._id}?filename=evil.png`),
      ),
    );
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect((await put(other.uploadURL, other.headers, svg)).status).toBeGreaterThanOrEqual(400);
  });

  it('use an image of a source as cover, and are exported as Markdown with it', async () => {
    pages['margins.html'] = {
      ...articlePage('On margins', MARGINS),
      bytes: Buffer.from(
        Buffer.from(articlePage('On margins', MARGINS).bytes)
          .toString()
          .replace('</head>', '<meta property="og:image" content="/margin.png"></head>'),
      ),
    };
    pages['margin.png'] = {
      bytes: await picture(700, 350).png().toBuffer(),
      contentType: 'image/png',
    };
    const post = await createPost(test, {
      title: 'Margins',
      content: doc(
        paragraph(
          'As written ',
          {
            type: 'place',
            attrs: {
              source_id: 'SOURCE',
              medium: 'flow',
              place: 1,
              label: 'here',
              quote: 'A margin',
            },
          },
          '.',
        ),
      ),
      sources: ['margins.html'],
    });
    const source = Source.parse(dataOf(await test.owner.get(`sources/${String(post.sources[0])}`)));
    expect(
      (await update(test, post._id, { cover: source.thumbnails.preview })).cover,
    ).toMatchObject({ width: 700, height: 350, sizes: [{ width: 480 }, { width: 700 }] });
    const { markdown, assets } = PostExport.parse(
      dataOf(await test.owner.get(`posts/${post._id}/export`)),
    );
    expect(markdown).toMatch(
      /^---\ntitle: "Margins"\n[^]*cover: "cover.jpg"\nsources: \[\{"title":"On margins","url":"[^"]+margins.html"\}\]\n---\n/,
    );
    expect(markdown).toContain(`As written [here](${test.site.origin}/margins.html`);
    expect(assets.map((it) => it.path)).toEqual(['cover.jpg']);
    const stolen = await createPost(test, { title: 'Elsewhere' });
    expect(
      (
        await test.owner.put(`post/v1/update-post/${stolen._id}`, {
          cover: source.thumbnails.preview,
        })
      ).status,
    ).toBe(400);
  });

  it('show only images of their own thread', async () => {
    const [mine, theirs] = [
      await createPost(test, { title: 'With a picture' }),
      await test.thread('Another'),
    ];
    const upload = async (threadId: unknown) => {
      const urls = FileUrls.parse(
        dataOf(
          await test.owner.get(
            `thread/v1/file/${String(threadId)}?name=a.png&contentType=image/png`,
          ),
        ),
      );
      expect(
        (await put(urls.uploadURL, urls.headers, await picture(640, 320).png().toBuffer())).status,
      ).toBe(201);
      return urls.fileKey;
    };
    const [own, foreign] = [await upload(mine.thread), await upload(theirs._id)];
    await update(test, mine._id, {
      status: 2,
      content: doc(
        ...[own, foreign].map((file_key) => ({
          type: 'image',
          attrs: { file_key, uploaded: true, alt: 'A picture' },
        })),
      ),
    });
    const { text } = await visit(test, pathOf(mine));
    const shown = [
      ...text.matchAll(/<img src="([^"]+)" alt="A picture" width="640" height="320"/g),
    ].map((it) => it[1] ?? '');
    expect(shown).toHaveLength(1);
    expect(
      (await fetch(new URL(shown[0] ?? '', test.server.url))).headers.get('content-type'),
    ).toBe('image/webp');
    expect((await visit(test, (shown[0] ?? '').replace(/image-../, 'image-00'))).status).toBe(404);
  });

  it('are readable without scripts, and have quizzes with scripts', async () => {
    const post = await update(
      test,
      (await createPost(test, { title: 'A quiz', content: samplePost('none') }))._id,
      { status: 2 },
    );
    const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await bare.goto(post.url);
    await bare.getByText('Show the answer').click();
    await expect.poll(() => bare.locator('.solution p').isVisible()).toBe(true);
    await bare.context().close();
    const page = await (await browser.newContext()).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(post.url);
    await page.getByRole('button', { name: 'In the sea' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Not quite. Try another.');
    await page.getByRole('button', { name: 'In a pouch' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('That is right.');
    expect(
      await page.evaluate(() =>
        [...document.fonts].some((it) => it.family === 'Source Serif' && it.status === 'loaded'),
      ),
    ).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('run no script that anyone wrote', async () => {
    const source = '0198c0de-0000-7000-8000-0000000000a1';
    const blocks = MARKUP.flatMap((it) => [
      paragraph(it),
      heading(2, it),
      { type: 'codeBlock', attrs: { language: 'xml' }, content: [{ type: 'text', text: it }] },
      { type: 'math', attrs: { latex: it } },
      {
        type: 'paragraph',
        content: [
          { type: 'math-inline', attrs: { latex: it } },
          { type: 'place', attrs: { source_id: source, label: it, quote: it } },
        ],
      },
      { type: 'clip', attrs: { source_id: source, clip_heading: it, clip_text: it, color: it } },
      {
        type: 'quote',
        attrs: { compAttrs: { context: it, speaker: it, timestamp: 1, source_id: source } },
      },
      { type: 'insight', attrs: { compAttrs: { text: it } } },
      { type: 'question', attrs: { compAttrs: { question: it, options: [it, it], answer: 0 } } },
      {
        type: 'ai-chat',
        attrs: {
          question: it,
          answer: `${it} [1]\n\n[x](javascript:hit('ran')) ![x](javascript:hit('ran'))`,
          citations: [
            {
              mark: 1,
              source_id: source,
              title: it,
              locator: { medium: 'timed', startS: 1, endS: 2, quote: it },
            },
          ],
        },
      },
      { type: 'toggle', attrs: { summary: it }, content: [paragraph(it)] },
      { type: 'image', attrs: { file_key: 'x', alt: it, signedUrl: 'https://evil.test/x.png' } },
    ]);
    const links = HREFS.map((href) => ({
      type: 'paragraph',
      content: [{ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }],
    }));
    const long = MARKUP.join(' ');
    const created = await createPost(test, {
      title: long.slice(0, 200),
      content: doc(...blocks, ...links),
    });
    const post = await update(test, created._id, {
      status: 2,
      description: long.slice(0, 5000),
      gist: long.slice(-1000),
      metadataTitle: String(MARKUP[3]),
      metadataDescription: String(MARKUP[4]),
      aiGeneratedTags: MARKUP.slice(0, 20).map((it) => it.slice(0, 60)),
    });
    const page = await (await browser.newContext()).newPage();
    const hits: string[] = [];
    await page.exposeFunction('hit', (what: string) => {
      hits.push(what);
    });
    page.on('dialog', (dialog) => {
      hits.push(dialog.message());
      void dialog.dismiss();
    });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    for (const path of [pathOf(post), `/p/by/${post.user}`, '/feed.xml']) {
      await page.goto(new URL(path, test.server.url).href, { waitUntil: 'load' });
      if (path !== pathOf(post)) continue;
      const bad = await page.evaluate(() => {
        for (const it of document.querySelectorAll('details')) it.open = true;
        const wrong: string[] = [];
        for (const element of document.querySelectorAll('*')) {
          for (const { name, value } of element.attributes) {
            if (
              /^(on|style$|srcdoc$)/.test(name) ||
              (/^(href|src|xlink:href|action|data)$/.test(name) &&
                !/^(https?:\/\/|mailto:|\/|#)/.test(value))
            )
              wrong.push(`${element.tagName} ${name}=${value}`);
            if (name === 'href' && value.startsWith('//')) wrong.push(value);
          }
        }
        for (const element of document.querySelectorAll<HTMLElement>(
          'a[href^="#"], summary, button, [tabindex]',
        )) {
          element.focus();
          element.click();
        }
        return [
          ...wrong,
          ...[...document.querySelectorAll('script')]
            .filter((it) => it.type !== 'application/ld+json' && !it.src.includes('/p/assets/'))
            .map((it) => it.outerHTML),
          ...[
            ...document.querySelectorAll(
              'iframe, object, embed, form, base, svg, template, link[rel=stylesheet], meta[http-equiv]',
            ),
          ].map((it) => it.outerHTML),
        ];
      });
      expect(bad).toEqual([]);
    }
    expect(hits).toEqual([]);
    expect(requested.filter((url) => new URL(url).origin !== test.server.url)).toEqual([]);
    await page.context().close();
  });
});
