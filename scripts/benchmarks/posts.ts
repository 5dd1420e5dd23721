/**
 * Requests per second of a published post, next to plain Koa sending the same bytes; its page size;
 * its Lighthouse scores; and the effect of hostile texts.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { z } from 'zod';
import { freePort } from '#api/testing/free-port.ts';
import { CoverUpload } from '#core/contract/post.ts';
import { startGloss, startProcess, withDataDir, type GlossProcess } from './lib/gloss-process.ts';
import { report, type Row } from './lib/table.ts';
import { judge } from './posts-lighthouse.ts';
import { publishHostile } from './posts-hostile.ts';

const CONNECTIONS = 20;
const SECONDS = 8;
const ROUNDS = 2;
const SECTIONS = 12;
const KOA = `
const { createReadStream, statSync } = await import('node:fs');
const { default: Koa } = await import('koa');
const [port, file] = process.argv.slice(1);
const { size } = statSync(file);
new Koa().use((koa) => { koa.type = 'html'; koa.set('Content-Encoding', 'gzip'); koa.length = size; koa.body = createReadStream(file); }).listen(Number(port), '127.0.0.1');`;

const words = (from: number, count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      ['reading', 'margin', 'memory', 'river', 'lesson', 'quiet', 'letter', 'season'][
        (from * 3 + at * 5 + (at >> 2)) % 8
      ],
  ).join(' ');
const text = (value: string) => ({ type: 'text', text: value });
/** A post of typical length: 12 sections, 2,000 words, code, formulas and questions. */
const content = {
  type: 'doc',
  content: Array.from({ length: SECTIONS }, (_, n) => [
    {
      type: 'heading',
      attrs: { level: 1 + (n % 2) },
      content: [text(`Part ${n + 1}: ${words(n, 4)}`)],
    },
    ...[60, 70, 30].map((count, at) => ({
      type: 'paragraph',
      content: [text(`${words(n * 7 + at, count)}.`)],
    })),
    n % 3 === 0
      ? {
          type: 'codeBlock',
          attrs: { language: 'typescript' },
          content: [
            text(
              `export const part${n} = (words: string[]) => words.filter((it) => it.length > ${n}); // kept`,
            ),
          ],
        }
      : n % 3 === 1
        ? { type: 'math', attrs: { latex: `R_{${n}} = e^{-t/S_{${n}}}` } }
        : {
            type: 'question',
            attrs: {
              compAttrs: {
                question: words(n, 8),
                options: [words(n, 2), words(n + 1, 2)],
                answer: 1,
              },
            },
          },
  ]).flat(),
};

const Loaded = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  non2xx: z.number(),
});
async function load(url: string): Promise<z.infer<typeof Loaded>> {
  const loaded = Loaded.parse(
    await autocannon({
      url,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { 'Accept-Encoding': 'gzip' },
    }),
  );
  if (loaded.errors + loaded.non2xx > 0)
    throw new Error(`${url}: ${loaded.errors} errors, ${loaded.non2xx} answers that are no 2xx`);
  return loaded;
}

/**
 * Publishes it, with a cover as large as a camera photo. The upload address has a host name that
 * only browsers resolve.
 */
async function publish(
  gloss: GlossProcess,
  thread: string,
  block: string,
  hasCover: boolean,
): Promise<string> {
  const { _id, url } = z.object({ _id: z.string(), url: z.string() }).parse(
    await gloss.data('POST', 'post/v1/create', {
      thread,
      blog_node_id: block,
      title: 'A post of usual length',
      content,
    }),
  );
  if (hasCover) {
    const { fileKey, uploadURL, headers } = CoverUpload.parse(
      await gloss.data('GET', `post/v1/post-thumbnail-signed-url/${_id}?filename=cover.jpg`),
    );
    const bytes = await sharp({
      create: {
        width: 2400,
        height: 1350,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .blur(6)
      .jpeg()
      .toBuffer();
    const { host, port, pathname } = new URL(uploadURL);
    const sending = request({
      host: '127.0.0.1',
      port,
      path: pathname,
      method: 'PUT',
      headers: { ...headers, Host: host, 'Content-Length': bytes.length },
    }).end(bytes);
    const [answer] = (await once(sending, 'response')) as [{ statusCode?: number; resume(): void }];
    answer.resume();
    if (answer.statusCode !== 200 && answer.statusCode !== 201 && answer.statusCode !== 204)
      throw new Error(`The cover was answered with ${answer.statusCode}`);
    await gloss.data('PUT', `post/v1/post-thumbnail/${_id}?fileKey=${encodeURIComponent(fileKey)}`);
  }
  await gloss.data('PUT', `post/v1/update-post/${_id}`, { status: 2 });
  return url;
}

export async function run(): Promise<void> {
  await withDataDir(async (folder) => {
    const gloss = await startGloss(folder, {});
    const port = await freePort();
    try {
      const { _id: thread } = z
        .object({ _id: z.string() })
        .parse(await gloss.data('POST', 'threads', { title: 'Benchmark' }));
      const url = await publish(gloss, thread, 'bench', false);
      const covered = await publish(gloss, thread, 'covered', true);
      const renderedAt = performance.now();
      const page = await (await fetch(url)).text();
      const firstMs = performance.now() - renderedAt;
      const bytes = gzipSync(page, { level: 9 });
      const file = join(folder, 'page.html.gz');
      writeFileSync(file, bytes);
      const koa = await startProcess(['--input-type=module', '-e', KOA, String(port), file], {
        port,
        paths: ['/'],
      });
      const rows: Row[] = [];
      await judge(url, covered, koa.url);
      await publishHostile(gloss, thread);
      try {
        for (let round = 1; round <= ROUNDS; round += 1) {
          for (const [name, address] of [
            ['a published post of Gloss', url],
            ['a file by bare Koa', koa.url],
          ] as const) {
            await load(address);
            const { requests, latency } = await load(address);
            rows.push({
              page: name,
              round,
              'requests/s': requests.average,
              'p50 ms': latency.p50,
              'p99 ms': latency.p99,
            });
          }
        }
      } finally {
        await koa.stop();
      }
      const best = (name: string) =>
        Math.max(...rows.filter((it) => it['page'] === name).map((it) => Number(it['requests/s'])));
      report(
        'posts',
        `A published post: ${page.length.toLocaleString('en')} characters of HTML with its styles, ${bytes.length.toLocaleString('en')} bytes gzipped; the first reader waited ${Math.round(firstMs)} ms; ${CONNECTIONS} connections, one process each`,
        [
          ...rows,
          {
            page: 'ratio of the best, Gloss to Koa',
            'requests/s': best('a published post of Gloss') / best('a file by bare Koa'),
          },
        ],
        { gzippedBytes: bytes.length, firstMs },
      );
    } finally {
      await gloss.stop();
    }
  });
}
