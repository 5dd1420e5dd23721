/** Pages with known article text or metadata, and the scoring of extractions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { sha256 } from '#config/sha256.ts';
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { evalData } from './retrieval.ts';

const Truth = z.record(z.string(), z.object({ articleBody: z.string(), url: z.string() }));
/** Reference metadata; missing fields are not scored. */
const Metadata = z.object({
  title: z.string().nullish(),
  byline: z.string().nullish(),
  dir: z.string().nullish(),
  lang: z.string().nullish(),
  siteName: z.string().nullish(),
  publishedTime: z.string().nullish(),
});
export type Metadata = z.infer<typeof Metadata>;
export const METADATA_FIELDS = [
  'title',
  'byline',
  'dir',
  'lang',
  'siteName',
  'publishedTime',
] as const satisfies readonly (keyof Metadata)[];

export interface MeasuredPage {
  name: string;
  url: string;
  html: string;
  /** text of the article, if known */
  text?: string;
  metadata?: Metadata;
  /** Rules are developed on one half only; a hash of the name decides the half. */
  half: 'looked at' | 'held out';
}

const half = (name: string): MeasuredPage['half'] =>
  Number.parseInt(sha256(name).slice(0, 8), 16) % 2 === 0 ? 'looked at' : 'held out';
const unzipped = (file: string): Uint8Array => gunzipSync(readFileSync(file));

/** Returns all available pages: news with their text, then pages with their metadata. */
export function measuredPages(): MeasuredPage[] {
  const folder = join(evalData(), 'articles');
  if (!existsSync(folder)) return [];
  const truth = Truth.parse(
    JSON.parse(new TextDecoder().decode(unzipped(join(folder, 'news/ground-truth.json.gz')))),
  );
  const news = Object.entries(truth).map(
    ([name, { articleBody, url }]): MeasuredPage => ({
      name,
      url,
      text: articleBody,
      html: decodeHtml(unzipped(join(folder, 'news/html', `${name}.html.gz`))),
      half: half(name),
    }),
  );
  const pages = readdirSync(join(folder, 'pages'))
    .sort()
    .filter((name) => existsSync(join(folder, 'pages', name, 'source.html.gz')))
    .map(
      (name): MeasuredPage => ({
        name,
        url: 'http://fakehost/test/page.html',
        half: half(name),
        html: decodeHtml(unzipped(join(folder, 'pages', name, 'source.html.gz'))),
        metadata: Metadata.parse(
          JSON.parse(readFileSync(join(folder, 'pages', name, 'expected-metadata.json'), 'utf8')),
        ),
      }),
    );
  return [...news, ...pages];
}

/** Counts the word 4-grams of the text. */
function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let at = 0; words.length > 0 && at < Math.max(1, words.length - 3); at += 1) {
    const shingle = words.slice(at, at + 4).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

export interface Score {
  precision: number;
  recall: number;
}
export function scoreText(wanted: string, got: string): Score {
  const [truth, found] = [shingles(wanted), shingles(got)];
  let both = 0;
  let more = 0;
  let less = 0;
  for (const shingle of new Set([...truth.keys(), ...found.keys()])) {
    const [one, other] = [truth.get(shingle) ?? 0, found.get(shingle) ?? 0];
    both += Math.min(one, other);
    more += Math.max(0, other - one);
    less += Math.max(0, one - other);
  }
  return {
    precision: both + more === 0 ? 1 : both / (both + more),
    recall: both + less === 0 ? 1 : both / (both + less),
  };
}

/** Returns the means, and their F1. */
export function meanScore(scores: readonly Score[]): Score & { f1: number } {
  const mean = (of: (score: Score) => number) =>
    scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  const [precision, recall] = [mean((it) => it.precision), mean((it) => it.recall)];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
