import { describe, expect, it } from 'vitest';
import { KIND_NAMES, KINDS } from '../kinds.ts';
import {
  AddSourceBody,
  EmbeddingStatus,
  isSettled,
  Source,
  SourceDescription,
  Transcript,
} from './source.ts';

const THREAD = '0198c0de-0000-7000-8000-0000000000f1';
const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const issuesOf = (body: unknown): string[] =>
  AddSourceBody.safeParse(body).error?.issues.map((it) => it.path.join('.')) ?? [];

describe('a source to add', () => {
  it.each([
    ['an address', { url: 'https://example.org/' }],
    ['an uploaded file', { fileKey: 'threads/1/paper.pdf', sourceType: 'pdf' }],
    ['a source of the library', { sourceId: SOURCE }],
    ['an address with a title', { url: 'https://example.org/', title: 'Überschrift 🦦' }],
  ])('is %s', (_, description) =>
    expect(SourceDescription.parse(description)).toEqual(description),
  );
  it.each([
    ['nothing', {}],
    ['an address and a file', { url: 'https://example.org/', fileKey: 'a.pdf' }],
    ['a file and a source', { fileKey: 'a.pdf', sourceId: SOURCE }],
    ['an empty address', { url: '' }],
    ['an address of 4,097 characters', { url: 'a'.repeat(4097) }],
    ['an unknown kind', { url: 'https://example.org/', sourceType: 'cassette' }],
    ['a source by a path', { sourceId: '../1' }],
  ])('is not %s', (_, description) =>
    expect(SourceDescription.safeParse(description).success).toBe(false),
  );
});

describe('the body that adds sources', () => {
  it('is one source with the thread, or a list', () => {
    expect(issuesOf({ threadId: THREAD, url: 'https://example.org/' })).toEqual([]);
    expect(issuesOf({ threadId: THREAD, sources: [{ sourceId: SOURCE }] })).toEqual([]);
  });
  it('names the invalid field, also inside the list', () => {
    expect(issuesOf({ threadId: THREAD })).toEqual(['url']);
    expect(issuesOf({ url: 'https://example.org/' })).toEqual(['threadId']);
    expect(
      issuesOf({ threadId: THREAD, sources: [{ url: 'https://example.org/' }, { sourceId: 'x' }] }),
    ).toEqual(['sources.1.sourceId']);
    expect(issuesOf({ threadId: THREAD, sources: [{ url: 'a', fileKey: 'b' }] })).toEqual([
      'sources.0.url',
    ]);
  });
  it.each([
    [0, false],
    [1, true],
    [500, true],
    [501, false],
  ])('accepts %d sources at once: %s', (count, isAccepted) =>
    expect(
      AddSourceBody.safeParse({
        threadId: THREAD,
        sources: Array.from({ length: count }, () => ({ sourceId: SOURCE })),
      }).success,
    ).toBe(isAccepted),
  );
});

describe('a source in the API', () => {
  const source = {
    _id: SOURCE,
    sourceType: 'youtube',
    medium: 'timed',
    title: 'On margins',
    createdAt: '2026-01-02T03:04:05Z',
    state: 'ready',
    status: { transcript: 1, embedding: 1, webpage_processing: 0 },
    source_url: 'https://youtu.be/dQw4w9WgXcQ',
    canonicalUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    thumbnails: { youtube: { video: { maxres: { url: 'https://i.example/1.jpg', width: 1280 } } } },
    provider: 1,
    refreshEvery: null,
    version: 1,
  };
  it('is parsed unchanged', () => expect(Source.parse(source)).toEqual(source));
  it("drops fields that this version doesn't know", () =>
    expect(Source.parse({ ...source, secretPath: '/data/1' })).not.toHaveProperty('secretPath'));
  it.each([
    ['embedding status 5', { status: { ...source.status, embedding: 5 } }],
    ['a negative transcript status', { status: { ...source.status, transcript: -1 } }],
    ['an unknown medium', { medium: 'spoken' }],
    ['a fractional version', { version: 1.5 }],
    ['an unknown track', { transcript: { kind: 'robot', language: 'en', score: 1, warnings: [] } }],
    ['progress in an unknown stage', { progress: { stage: 'download', done: 0, total: 1 } }],
  ])('rejects %s', (_, part) =>
    expect(Source.safeParse({ ...source, ...part }).success).toBe(false),
  );
  it.each(KIND_NAMES)('accepts the kind %s with its medium', (sourceType) =>
    expect(
      Source.safeParse({ ...source, sourceType, medium: KINDS[sourceType].medium }).success,
    ).toBe(true),
  );
  it.each(Object.entries(EmbeddingStatus))(
    '%s is settled unless it is being processed',
    (name, embedding) =>
      expect(isSettled({ transcript: 1, embedding, webpage_processing: 0 })).toBe(
        name !== 'processing',
      ),
  );
});

describe('a transcript', () => {
  const transcript = {
    language: 'en',
    words: [{ word: 'A', offset: 0, duration: 0.2 }],
    formattedMergedTranscript: [{ start: 0, end: 4.5, text: 'A gloss is a note.' }],
    chapters: [],
  };
  it('is parsed unchanged', () => expect(Transcript.parse(transcript)).toEqual(transcript));
  it('has a list of chapters even if there are none', () =>
    expect(Transcript.safeParse({ ...transcript, chapters: undefined }).success).toBe(false));
});
