/** Bodies and queries of the HTTP API: what they accept, default and reject. */
import { describe, expect, it } from 'vitest';
import { LogoutBody, MemberBody, PersonalTokenBody, ResetBody } from './account.ts';
import { ExportedFile, ThreadExport, ThreadImport } from './export.ts';
import { NewNotesVersion, NotesDiffPart } from './history.ts';
import { ImportEntry, ListingLimits, NewImport, OpenListingBody } from './import.ts';
import { BulkAction, LibraryQuery, MAX_BULK_SOURCES } from './library.ts';
import { boundedInteger } from './paging.ts';
import { NewPasskeyBody, PasskeyBody } from './passkey.ts';
import { NewPost, PostForm, Theme } from './post.ts';
import { driftOf } from './reconcile.ts';
import { SearchQuery } from './search.ts';
import { LoginAnswer, SecondStepBody } from './second-factor.ts';
import { Segment, Snapshot } from './snapshot.ts';
import { NewThread, SourceMetadataBody, ThreadPatch } from './thread.ts';
import { DiffPart, Schedule } from './version.ts';

const THREAD = '0198c0de-0000-7000-8000-0000000000f1';
const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('numbers in an address', () => {
  const limit = boundedInteger(20, 100);
  it.each([
    ['5', 5],
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['0', 1],
    ['-7', 1],
    ['2.5', 20],
    ['many', 20],
    ['', 1],
    ['1e3', 100],
    ['Infinity', 20],
    ['NaN', 20],
    [undefined, 20],
    [['5', '6'], 20],
  ])('%j is read as %d', (given, read) => expect(limit.parse(given)).toBe(read));
});

describe('a search', () => {
  it('searches everywhere, for at most 20 passages', () =>
    expect(SearchQuery.parse({ q: ' gloss ' })).toEqual({
      q: 'gloss',
      in: new Set(['sources', 'clips', 'notes', 'answers', 'posts']),
      limit: 20,
    }));
  it('searches where it is told to', () =>
    expect(SearchQuery.parse({ q: 'a', in: 'notes, posts' }).in).toEqual(
      new Set(['notes', 'posts']),
    ));
  it.each([
    ['nothing', { q: '  ' }],
    ['1,001 characters', { q: 'a'.repeat(1001) }],
    ['an unknown kind', { q: 'a', type: 'cassette' }],
    ['an impossible day', { q: 'a', from: '2026-02-30' }],
    ['a day in another form', { q: 'a', to: '30.11.2026' }],
    ['a time instead of a day', { q: 'a', to: '2026-11-30T00:00:00Z' }],
    ['a thread by its title', { q: 'a', threadId: 'notes' }],
  ])('rejects %s', (_, query) => expect(accepts(SearchQuery, query)).toBe(false));
  it('accepts a leap day', () =>
    expect(accepts(SearchQuery, { q: 'a', from: '2024-02-29' })).toBe(true));
});

describe('a thread', () => {
  it.each([
    ['  On margins ', 'On margins'],
    ['注釈 🦦', '注釈 🦦'],
    ['a'.repeat(300), 'a'.repeat(300)],
  ])('is titled %j', (title, kept) => expect(NewThread.parse({ title }).title).toBe(kept));
  it.each(['', '   ', 'a'.repeat(301), 3, null])('is not titled %j', (title) =>
    expect(accepts(NewThread, { title })).toBe(false),
  );
  it.each([
    [{}, true],
    [{ visibility: 'link' }, true],
    [{ visibility: 'public' }, false],
    [{ title: '' }, false],
  ])('is changed by %j: %s', (patch, is) => expect(accepts(ThreadPatch, patch)).toBe(is));
  it.each([
    [{ current_page: 0, is_current_source: true }, true],
    [{ current_timestamp: 83.5 }, true],
    [{ current_page: -1 }, false],
    [{ current_page: 1.5 }, false],
    [{ current_timestamp: -0.1 }, false],
  ])('remembers the reading position %j: %s', (metadata, is) =>
    expect(accepts(SourceMetadataBody, { source_metadata: [{ sourceId: SOURCE, metadata }] })).toBe(
      is,
    ),
  );
});

describe('a bulk action', () => {
  it.each([
    ['thread', { threadId: THREAD }],
    ['refresh', {}],
    ['retry', {}],
    ['delete', {}],
    ['schedule', { every: 'daily' }],
    ['schedule', { every: null }],
    ['tag', { add: ['new'] }],
  ])('%s accepts %j', (what, part) =>
    expect(accepts(BulkAction, { what, ids: [SOURCE], ...part })).toBe(true),
  );
  it.each([
    ['of no source', { what: 'delete', ids: [] }],
    ['of an unknown kind', { what: 'publish', ids: [SOURCE] }],
    ['that adds to no thread', { what: 'thread', ids: [SOURCE] }],
    ['with an interval of a minute', { what: 'schedule', ids: [SOURCE], every: '1m' }],
    ['with an empty tag', { what: 'tag', ids: [SOURCE], add: [' '] }],
  ])('%s is rejected', (_, action) => expect(accepts(BulkAction, action)).toBe(false));
  it('accepts at most 200 sources', () => {
    const ids = Array.from({ length: MAX_BULK_SOURCES }, () => SOURCE);
    expect(accepts(BulkAction, { what: 'retry', ids })).toBe(true);
    expect(accepts(BulkAction, { what: 'retry', ids: [...ids, SOURCE] })).toBe(false);
  });
  it('stores an interval as an ISO 8601 duration', () =>
    expect(BulkAction.parse({ what: 'schedule', ids: [SOURCE], every: '2 weeks' })).toMatchObject({
      every: 'P2W',
    }));
});

describe('the library', () => {
  it.each([
    [{ status: 'failed', sort: 'checked', type: 'pdf' }, true],
    [{ status: 'gone' }, false],
    [{ sort: 'random' }, false],
    [{ query: 'a'.repeat(301) }, false],
    [{ from: '2026-13-01' }, false],
  ])('is filtered by %j: %s', (query, is) => expect(accepts(LibraryQuery, query)).toBe(is));
});

describe('a refresh schedule', () => {
  it.each([
    ['1d', 'P1D'],
    ['every 12 hours', 'PT12H'],
    [null, null],
  ])('%j is stored as %j', (every, stored) =>
    expect(Schedule.parse({ every })).toEqual({ every: stored }),
  );
  it('explains the format of an interval', () =>
    expect(Schedule.safeParse({ every: 'soon' }).error?.issues[0]?.message).toContain('2 weeks'));
});

describe('an import', () => {
  it('completes an entry that is only an address', () =>
    expect(ImportEntry.parse({ line: 1, url: 'https://example.org/' })).toEqual({
      line: 1,
      kind: 'source',
      url: 'https://example.org/',
      tags: [],
      highlights: [],
    }));
  it.each([
    ['line 0', { line: 0 }],
    ['201 tags', { line: 1, tags: Array.from({ length: 201 }, String) }],
    ['a day without a time', { line: 1, addedAt: '2026-01-02' }],
    ['an unknown kind', { line: 1, kind: 'folder' }],
  ])('rejects an entry with %s', (_, entry) => expect(accepts(ImportEntry, entry)).toBe(false));
  it('needs a name and at least one entry', () => {
    const items = [{ url: 'https://example.org/' }];
    expect(accepts(NewImport, { name: 'Bookmarks', items })).toBe(true);
    expect(accepts(NewImport, { name: '', items })).toBe(false);
    expect(accepts(NewImport, { name: 'Bookmarks', items: [] })).toBe(false);
  });
  it.each([
    [{ max: 1 }, true],
    [{ max: 5000, since: '2026-01-01' }, true],
    [{ max: 0 }, false],
    [{ max: 5001 }, false],
    [{ since: 'yesterday' }, false],
  ])('limits a listing by %j: %s', (limits, is) => expect(accepts(ListingLimits, limits)).toBe(is));
  it('opens the newest 500 entries of a listing', () =>
    expect(OpenListingBody.parse({ url: 'https://example.org/feed' }).max).toBe(500));
});

describe('a post', () => {
  const post = { thread: THREAD, blog_node_id: 'b-1', title: ' Why margins matter ' };
  it('starts with an empty paragraph', () =>
    expect(NewPost.parse(post)).toEqual({
      thread: THREAD,
      blog_node_id: 'b-1',
      title: 'Why margins matter',
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      sources: [],
    }));
  it.each([
    ['without a title', { title: ' ' }],
    ['with a title of 201 characters', { title: 'a'.repeat(201) }],
    ['of a block by a path', { blog_node_id: '../b' }],
    ['with 21 suggested tags', { aiGeneratedTags: Array.from({ length: 21 }, String) }],
  ])('%s is rejected', (_, part) => expect(accepts(NewPost, { ...post, ...part })).toBe(false));
  it.each([
    [{}, true],
    [{ status: 2, indexable: false, learningLevel: 'Advanced' }, true],
    [{ tags: ['a', { _id: '1', tag_name: 'b' }] }, true],
    [{ cover: null, scheduled_at: null }, true],
    [{ scheduled_at: '2026-11-30T09:00:00+02:00' }, true],
    [{ scheduled_at: '2026-11-30T09:00:00' }, false],
    [{ status: 0 }, false],
    [{ status: 5 }, false],
    [{ tags: ['1', '2', '3', '4', '5', '6'] }, false],
    [{ learningLevel: 'Expert' }, false],
    [{ theme: { colors: { primary: 'red' } } }, false],
    [{ theme: { colors: { primary: '#FFF000' } } }, false],
    [{ metadataDescription: 'a'.repeat(321) }, false],
  ])('is saved with %j: %s', (form, is) => expect(accepts(PostForm, form)).toBe(is));
  it('is black on white by default', () =>
    expect(Theme.parse({})).toEqual({
      mode: 'light',
      colors: { primary: '#000000', secondary: '#ffffff', tertiary: '#808080' },
    }));
});

describe('account requests', () => {
  it('end one session and keep no token by default', () =>
    expect(LogoutBody.parse({})).toEqual({ everywhere: false, keepTokens: [] }));
  it('keep other sign-in methods when a password is reset', () =>
    expect(ResetBody.parse({ token: 't', password: 'correct horse' }).removeOtherWays).toBe(false));
  it.each([
    [{ name: 'Script' }, true],
    [{ name: 'Script', days: 3650, scope: 'read' }, true],
    [{ name: 'Script', days: 0 }, false],
    [{ name: 'Script', days: 3651 }, false],
    [{ name: 'two\nlines' }, false],
    [{ name: 'Script', scope: 'admin' }, false],
  ])('create a personal token from %j: %s', (body, is) =>
    expect(accepts(PersonalTokenBody, body)).toBe(is),
  );
  it('normalise the address of an invitation', () =>
    expect(MemberBody.parse({ email: ' Ada@Example.org', role: 'viewer' })).toEqual({
      email: 'ada@example.org',
      role: 'viewer',
    }));
  it("can't make anyone an owner", () =>
    expect(accepts(MemberBody, { email: 'ada@example.org', role: 'owner' })).toBe(false));
  it('answer a sign-in with a session or with the second step', () => {
    const user = { _id: THREAD, email: 'a@b.org', name: 'A', is_verified_user: true, plan: 'FREE' };
    const expiresAt = '2026-01-02T03:04:05Z';
    expect(accepts(LoginAnswer, { accessToken: 't', expiresAt, user })).toBe(true);
    expect(
      accepts(LoginAnswer, {
        second_step: { challenge: 'c', ways: ['code', 'passkey'], expiresAt },
      }),
    ).toBe(true);
    expect(accepts(LoginAnswer, { accessToken: 't' })).toBe(false);
    expect(
      accepts(LoginAnswer, { second_step: { challenge: 'c', ways: ['sms'], expiresAt } }),
    ).toBe(false);
  });
  it.each([
    [{ challenge: 'c', code: '123456' }, true],
    [{ challenge: 'c', code: '1'.repeat(61) }, false],
    [{ code: '123456' }, false],
  ])('accept the second step %j: %s', (body, is) => expect(accepts(SecondStepBody, body)).toBe(is));
});

describe('a passkey', () => {
  const answer = {
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: 'o2M', transports: ['internal'] },
  };
  it('is named on one trimmed line', () =>
    expect(NewPasskeyBody.parse({ name: ' Phone ', answer }).name).toBe('Phone'));
  it.each([
    ['without a name', { name: ' ', answer }],
    ['with an empty id', { name: 'Phone', answer: { ...answer, id: '' } }],
    ['with bytes as plain base64', { name: 'Phone', answer: { ...answer, rawId: 'A+/=' } }],
    ['of another type', { name: 'Phone', answer: { ...answer, type: 'password' } }],
  ])('%s is rejected', (_, body) => expect(accepts(NewPasskeyBody, body)).toBe(false));
  it('signs in with a signature', () => {
    const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
    expect(accepts(PasskeyBody, { answer: { ...answer, response } })).toBe(true);
    expect(accepts(PasskeyBody, { answer })).toBe(false);
  });
});

describe('an export', () => {
  const file = {
    key: 'threads/1/a.png',
    name: 'a.png',
    contentType: 'image/png',
    size: 3,
    path: 'assets/a.png',
    sha256: 'a'.repeat(64),
  };
  it.each([
    ['a path that leaves the folder', { path: 'assets/../../etc/passwd' }],
    ['a path elsewhere', { path: '/etc/passwd' }],
    ['a key that starts with a dot', { key: '../a' }],
    ['a hash of another length', { sha256: 'abc' }],
    ['an executable file type', { contentType: 'text/javascript' }],
    ['a negative size', { size: -1 }],
  ])('rejects a file with %s', (_, part) => {
    expect(accepts(ExportedFile, file)).toBe(true);
    expect(accepts(ExportedFile, { ...file, ...part })).toBe(false);
  });
  const thread = {
    _id: THREAD,
    url: 'margins',
    title: 'Margins',
    createdAt: '2026-01-02T03:04:05Z',
    updatedAt: '2026-01-02T03:04:05Z',
  };
  it('from an earlier version has no clips, answers or files', () =>
    expect(
      ThreadExport.parse({ gloss: 1, kind: 'thread', thread, sources: [], notes: {} }),
    ).toMatchObject({ clips: [], answers: [], files: [] }));
  it('in a later format is rejected', () =>
    expect(
      accepts(ThreadExport, { gloss: 2, kind: 'thread', thread, sources: [], notes: {} }),
    ).toBe(false));
  it('is imported with the new keys of its files', () =>
    expect(
      accepts(ThreadImport, {
        thread,
        sources: [],
        notes: {},
        answers: [],
        files: [{ key: 'threads/1/a.png', fileKey: 'threads/2/b.png' }],
      }),
    ).toBe(true));
});

describe('versions and differences', () => {
  it.each([
    ['First draft ', 'First draft'],
    ['初稿', '初稿'],
  ])('a version is named %j', (name, kept) =>
    expect(NewNotesVersion.parse({ name }).name).toBe(kept),
  );
  it.each(['', ' ', 'a'.repeat(201)])('a version is not named %j', (name) =>
    expect(accepts(NewNotesVersion, { name })).toBe(false),
  );
  it.each([
    [{ kind: 'same', text: 'a', before: 1, after: 1 }, true],
    [{ kind: 'added', text: 'a', after: 2 }, true],
    [{ kind: 'removed', text: 'a', before: 2 }, true],
    [{ kind: 'changed', before: 1, after: 1, words: [{ kind: 'added', text: 'a' }] }, true],
    [{ kind: 'added', text: 'a', before: 2 }, false],
    [{ kind: 'changed', before: 1, after: 1, words: [{ kind: 'moved', text: 'a' }] }, false],
  ])('a source diff of %j: %s', (part, is) => expect(accepts(DiffPart, part)).toBe(is));
  const line = { kind: 'heading', level: 2 };
  it.each([
    [{ kind: 'restyled', line, text: 'a' }, true],
    [{ kind: 'changed', line, words: [] }, true],
    [{ kind: 'changed', line, text: 'a' }, false],
    [{ kind: 'added', line: { kind: 'poem', level: 0 }, text: 'a' }, false],
  ])('a notes diff of %j: %s', (part, is) => expect(accepts(NotesDiffPart, part)).toBe(is));
});

describe('a snapshot', () => {
  it.each([
    [{ medium: 'timed', startS: 0, endS: 4.5 }, true],
    [{ medium: 'paged', page: 1, rects: [{ x: 0, y: 0, width: 1, height: 0.02 }] }, true],
    [{ medium: 'flow', paragraph: 3 }, true],
    [{ medium: 'paged', page: 1 }, false],
    [{ medium: 'flow', page: 3 }, false],
    [{ medium: 'timed', startS: 0 }, false],
  ])('has a segment at %j: %s', (at, is) =>
    expect(accepts(Segment, { text: 'A gloss.', role: 'text', at })).toBe(is),
  );
  it('of an empty page is valid', () =>
    expect(accepts(Snapshot, { medium: 'flow', title: '', language: 'und', segments: [] })).toBe(
      true,
    ));
});

it('the drift of an index is the sum of all kinds of differences', () =>
  expect(
    driftOf({
      engine: 'sqlite',
      sources: 9,
      chunks: 90,
      drift: { missing: 1, outdated: 2, incomplete: 3, unembedded: 4, strays: 5 },
    }),
  ).toBe(15));
