/**
 * Conformance suite for source kinds, run on a folder of cases. A case is a folder of input files
 * next to `expected.json`:
 *
 * - The input is the only file named `input.*`. In `request.json`, `{file}` names another file,
 *   `{url}` is an address that the folder does not serve, and `{upload:true}` passes the bytes as an
 *   upload.
 * - Every file of the folder is served over HTTP under its name; `{origin}` in text files is replaced
 *   by the server's origin. `contentTypes` of `request.json` overrides the type derived from the
 *   name, for example to omit the charset or declare a wrong one.
 * - `ytdlp.json` is the output of yt-dlp for the page, and `rendered.html` the page rendered by a
 *   browser. Without these files, yt-dlp or the browser is missing.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseHTML } from 'linkedom';
import { Fault, FaultCode } from '#core/contract/faults.ts';
import { SegmentPosition, Snapshot } from '#core/contract/snapshot.ts';
import { kindDescriptor, SOURCE_FILES } from '#core/kinds.ts';
import { fetchLoopback, loopbackNet, serveLoopback } from '#pipeline/testing/loopback-net.ts';
import type { LoopbackSite } from '#pipeline/testing/loopback-net.ts';
import { readBytesHere } from '#pipeline/testing/read-bytes-here.ts';
import { blockText } from '#pipeline/sources/displayed-text.ts';
import { extractorOf } from '#pipeline/sources/extractors.ts';
import type {
  Extracted,
  Fetched,
  FetchInput,
  SourceFacts,
  SourceKind,
} from '#pipeline/sources/contract.ts';

const Request = z.strictObject({
  file: z.string().optional(),
  url: z.string().optional(),
  upload: z.boolean().optional(),
  contentTypes: z.record(z.string(), z.string()).optional(),
});
type Request = z.infer<typeof Request>;

/** Only the given fields are checked. */
const Expected = z.strictObject({
  /** the fault of fetching or extracting, instead of other fields */
  fault: FaultCode.optional(),
  title: z.string().optional(),
  language: z.string().optional(),
  author: z.string().optional(),
  publishedAt: z.string().optional(),
  siteName: z.string().optional(),
  origin: z.string().optional(),
  durationS: z.number().optional(),
  pages: z.number().optional(),
  /** number of segments */
  segments: z.number().optional(),
  /** each occurs within one segment */
  sentences: z.array(z.string()).optional(),
  /** occur in no segment */
  absent: z.array(z.string()).optional(),
  /** the position of the first segment; only the given keys are compared */
  first: z.looseObject({ medium: z.string() }).optional(),
  /** the words of a transcript, in order */
  words: z.string().optional(),
  chapters: z.array(z.string()).optional(),
  outline: z.array(z.string()).optional(),
  /** included in the facts of fetching */
  facts: z.record(z.string(), z.unknown()).optional(),
  /** `{origin}` is the server's */
  notes: z.record(z.string(), z.unknown()).optional(),
  parts: z.array(z.string()).optional(),
  /** there is a thumbnail */
  thumbnail: z.boolean().optional(),
});
type Expected = z.infer<typeof Expected>;

const TYPES: Record<string, string> = {
  ...Object.fromEntries(SOURCE_FILES.map((it) => [it.extension, it.type])),
  html: 'text/html; charset=utf-8',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  json: 'application/json',
  json3: 'application/json',
  srv3: 'text/xml',
  xml: 'text/xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  png: 'image/png',
  jpg: 'image/jpeg',
  txt: 'text/plain',
};
const LIMITS = { maxPageBytes: 20_000_000, maxPdfBytes: 200_000_000 };
const NOT_SERVED = new Set(['expected.json', 'request.json', 'ytdlp.json', 'rendered.html']);
const SERVED_AS_TEXT = /\.(html|json|json3|vtt|srt|srv3|xml)$/;

interface Case {
  name: string;
  folder: string;
  request: Request;
  expected: Expected;
}
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function readCases(fixtures: string): Case[] {
  return readdirSync(fixtures, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const folder = path.join(fixtures, name);
      const files = readdirSync(folder);
      const request = files.includes('request.json')
        ? Request.parse(readJson(path.join(folder, 'request.json')))
        : {};
      const input = request.file ?? files.find((file) => file.startsWith('input.'));
      return {
        name,
        folder,
        request: { ...request, ...(input === undefined ? {} : { file: input }) },
        expected: Expected.parse(readJson(path.join(folder, 'expected.json'))),
      };
    });
}

/** Replaces `{origin}` in text files; other files are served unchanged. */
function fileOf(folder: string, file: string, origin: string): Uint8Array | undefined {
  if (!readdirSync(folder).includes(file)) return undefined;
  const bytes = readFileSync(path.join(folder, file));
  if (!SERVED_AS_TEXT.test(file)) return bytes;
  const text = bytes.toString('latin1');
  return text.includes('{origin}')
    ? Buffer.from(text.replaceAll('{origin}', origin), 'latin1')
    : bytes;
}

const tidy = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Returns the blocks of the Reader view: the paragraph number of each, and its displayed text. */
function markedText({ readerHtml }: Snapshot, selector: string): [number, string][] {
  if (readerHtml === undefined) return [];
  const { document } = parseHTML(`<html><body>${readerHtml}</body></html>`);
  return [...document.querySelectorAll(selector)].map((element) => [
    Number(element.getAttribute('data-p')),
    blockText(element),
  ]);
}

export function describeSourceKind(kind: SourceKind, fixtures: string): void {
  describe.each(readCases(fixtures))(`${kind.name}: $name`, ({ folder, request, expected }) => {
    let site: LoopbackSite;
    let ran: { fetched: Fetched; extracted: Extracted } | { fault: Fault };

    const input = (): FetchInput => {
      const { file, url, upload } = request;
      if (file === undefined && url === undefined) throw new Error(`${folder} has no input.*`);
      const text = (name: string) => fileOf(folder, name, site.origin);
      const recorded = text('ytdlp.json');
      const rendered = text('rendered.html');
      const bytes = upload === true && file !== undefined ? text(file) : undefined;
      return {
        url: upload === true ? `upload:${file ?? ''}` : (url ?? `${site.origin}/${file ?? ''}`),
        ...(bytes === undefined ? {} : { upload: { bytes, name: file ?? '' } }),
        signal: AbortSignal.timeout(30_000),
        limits: LIMITS,
        report: () => undefined,
        readBytes: readBytesHere,
        net: loopbackNet({
          ...(recorded === undefined
            ? {}
            : { recorded: JSON.parse(Buffer.from(recorded).toString('utf8')) as unknown }),
          ...(rendered === undefined ? {} : { rendered: Buffer.from(rendered).toString('utf8') }),
        }),
      };
    };
    /** Facts and notes are passed between processes as JSON. */
    const extract = async (fetched: Fetched): Promise<Extracted> =>
      (await extractorOf(kind.name)).extract({
        url: fetched.finalUrl,
        facts: JSON.parse(JSON.stringify(fetched.facts)) as SourceFacts,
        notes: JSON.parse(JSON.stringify(fetched.notes)) as Record<string, unknown>,
        part: (name) => fetched.parts.find((part) => part.name === name)?.bytes.slice(),
        report: () => undefined,
      });
    const done = () => {
      if ('fault' in ran) throw ran.fault;
      return ran;
    };

    beforeAll(async () => {
      site = await serveLoopback((file, origin) => {
        const bytes = NOT_SERVED.has(file) ? undefined : fileOf(folder, file, origin);
        return (
          bytes && {
            bytes,
            contentType: request.contentTypes?.[file] ?? TYPES[file.split('.').at(-1) ?? ''] ?? '',
          }
        );
      });
      try {
        const fetched = await kind.fetch(input());
        if (fetched.later instanceof Fault) throw fetched.later;
        ran = { fetched, extracted: await extract(fetched) };
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        ran = { fault: error };
      }
    });
    afterAll(() => site.close());

    if (expected.fault !== undefined) {
      test(`ends with ${expected.fault}`, () => {
        expect('fault' in ran && ran.fault.code).toBe(expected.fault);
      });
      return;
    }

    test('is extracted as expected', () => {
      const {
        fetched,
        extracted: { snapshot, images },
      } = done();
      const { title, language, author, publishedAt, siteName, origin, durationS, pages } = expected;
      expect(snapshot).toMatchObject(
        JSON.parse(
          JSON.stringify({
            title,
            language,
            author,
            publishedAt,
            siteName,
            origin,
            durationS,
            pages,
          }),
        ) as object,
      );
      if (expected.segments !== undefined)
        expect(snapshot.segments.map((segment) => segment.text)).toHaveLength(expected.segments);
      const texts = snapshot.segments.map((segment) => segment.text);
      for (const sentence of expected.sentences ?? [])
        expect(texts).toContainEqual(expect.stringContaining(sentence));
      for (const sentence of expected.absent ?? [])
        expect(texts.join('\n')).not.toContain(sentence);
      if (expected.first !== undefined)
        expect(snapshot.segments[0]?.at).toMatchObject(expected.first);
      if (expected.words !== undefined)
        expect(snapshot.words?.map((word) => word.word).join(' ')).toBe(expected.words);
      if (expected.chapters !== undefined)
        expect(snapshot.chapters?.map((chapter) => chapter.title) ?? []).toEqual(expected.chapters);
      if (expected.outline !== undefined)
        expect(snapshot.outline?.map((entry) => entry.title) ?? []).toEqual(expected.outline);
      const here = (value: unknown) =>
        JSON.parse(JSON.stringify(value).replaceAll('{origin}', site.origin)) as object;
      if (expected.facts !== undefined) expect(fetched.facts).toMatchObject(here(expected.facts));
      if (expected.notes !== undefined) expect(fetched.notes).toMatchObject(here(expected.notes));
      if (expected.parts !== undefined)
        expect(fetched.parts.map((part) => part.name)).toEqual(expected.parts);
      if (expected.thumbnail !== undefined)
        expect((images.thumbnail?.length ?? 0) > 0).toBe(expected.thumbnail);
    });

    test('follows the snapshot contract', () => {
      const {
        fetched,
        extracted: { snapshot },
      } = done();
      expect(Snapshot.safeParse(snapshot).error).toBeUndefined();
      expect(snapshot.medium).toBe(kindDescriptor(kind.name).medium);
      expect(tidy(snapshot.title)).not.toBe('');
      expect(snapshot.language).toMatch(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/);
      expect(fetched.parts.every((part) => /^[a-z][a-z0-9-]*\.[a-z0-9]+$/.test(part.name))).toBe(
        true,
      );
      const preformatted = new Set(markedText(snapshot, 'pre[data-p]').map(([, text]) => text));
      for (const segment of snapshot.segments) {
        expect(segment.at.medium).toBe(snapshot.medium);
        expect(segment.text).not.toBe('');
        // A table has one line per row, with cells separated by tabs.
        if (!preformatted.has(segment.text))
          expect(segment.text).toBe(
            segment.text
              .split('\n')
              .map((line) => line.split('\t').map(tidy).join('\t'))
              .join('\n'),
          );
      }
      expectOrdered(snapshot);
    });

    test('marks each paragraph with the number of its segment', () => {
      const {
        extracted: { snapshot },
      } = done();
      if (snapshot.readerHtml === undefined) return;
      const marked = markedText(snapshot, '[data-p]');
      expect(marked).toEqual(
        snapshot.segments.map((segment) => [
          segment.at.medium === 'flow' ? segment.at.paragraph : 0,
          segment.text,
        ]),
      );
    });

    test('extracts the same bytes the same way', async () => {
      const { fetched, extracted } = done();
      expect((await extract(fetched)).snapshot).toEqual(extracted.snapshot);
    });

    test('claims its canonical URL as itself', () => {
      const claim = request.upload === true ? undefined : kind.claim(new URL(input().url));
      if (claim === undefined) return;
      expect(claim.confidence).toBeGreaterThan(0);
      expect(claim.confidence).toBeLessThanOrEqual(1);
      expect(kind.claim(new URL(claim.canonicalUrl))?.canonicalUrl).toBe(claim.canonicalUrl);
    });

    test('recognises the response and uses it without a second request', async () => {
      if (request.url !== undefined || request.upload === true) return;
      const response = await fetchLoopback(input().url, { maxBytes: LIMITS.maxPdfBytes });
      expect(await kind.recognise(response, input())).toBeGreaterThanOrEqual(0.5);
      const before = site.asked.length;
      const again = await kind.fetch({ ...input(), response });
      expect(site.asked.slice(before)).not.toContain(request.file);
      expect(again.facts.title).toBe(done().fetched.facts.title);
    });

    test('stops at an abort', async () => {
      await expect(kind.fetch({ ...input(), signal: AbortSignal.abort() })).rejects.toThrow();
    });
  });
}

function expectOrdered(snapshot: Snapshot): void {
  const places = snapshot.segments
    .map(({ at }) => SegmentPosition.parse(at))
    .map((at) =>
      at.medium === 'timed' ? at.startS : at.medium === 'paged' ? at.page : at.paragraph,
    );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  if (snapshot.medium === 'flow') expect(places).toEqual(places.map((_, index) => index + 1));
  for (const { at } of snapshot.segments)
    if (at.medium === 'timed') expect(at.endS).toBeGreaterThanOrEqual(at.startS);
}
