/**
 * Post-processing of the built page: names the files that each screen needs, and compresses each
 * file.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * by path prefix: the modules and fonts of the first screen. The server omits those of other paths.
 */
const EARLY = [
  { at: '/', fonts: [/^assets\/inter-latin-wght-normal/], chunks: [] },
  {
    at: '/t/',
    fonts: [/^assets\/source-serif-4-latin-wght-normal/],
    chunks: [/^assets\/(workspace|workspace-page|shared)-/],
  },
] as const;

export const nameScreenFiles: Plugin = {
  name: 'names-what-comes',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const files = Object.keys(bundle ?? {});
      const named = (patterns: readonly RegExp[]) =>
        files.filter((file) => patterns.some((it) => it.test(file)));
      return EARLY.flatMap(({ at, fonts, chunks }) => [
        ...named(fonts).map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `/${file}`,
            'data-at': at,
          },
          injectTo: 'head' as const,
        })),
        ...named(chunks)
          .filter((file) => file.endsWith('.js'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}`, 'data-at': at },
            injectTo: 'head' as const,
          })),
      ]);
    },
  },
};

const SMALL_BYTES = 1000;
/** the smallest size takes ten times as long and saves a fiftieth */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)];

export const compressFiles: Plugin = {
  name: 'lies-compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(m?js|css|svg|wasm)$/.test(file))
      .map((file) => join(dir, file));
    await Promise.all(
      files.map(async (file) => {
        const bytes = readFileSync(file);
        if (bytes.length < SMALL_BYTES) return;
        writeFileSync(`${file}.gz`, await toGzip(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, await toBrotli(bytes, BROTLI));
      }),
    );
  },
};
