import { expect, test } from 'vitest';
import { hostileDocuments } from '#pipeline/testing/hostile-documents.ts';
import { crawlDelayOf } from './robots.ts';

/** CPU time for 0.5 MB; a backtracking regex would take hours. */
const LONGEST_MS = 500;
const files = hostileDocuments().filter(({ kind }) => kind === 'robots');

test.each(files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)] as const))(
  'parses %s quickly',
  (_, text) => {
    const before = process.threadCpuUsage();
    crawlDelayOf(text);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(LONGEST_MS);
  },
);

test.each([
  ['User-agent: *\rCrawl-delay: 4\r', 4],
  ['User-agent: a\r\nUser-agent: gloss\r\n\r\nCrawl-delay: 3 # slow\r\n', 3],
  [`${'Disallow: /x\n'.repeat(5_000)}User-agent: *\nCrawl-delay: 2`, 2],
])('accepts every kind of line ending', (text, seconds) => {
  expect(crawlDelayOf(text)).toBe(seconds);
});
