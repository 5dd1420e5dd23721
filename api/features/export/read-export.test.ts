import { expect, it } from 'vitest';
import { isThreadExport, readThreadExport } from './read-export.ts';

const WHEN = '2026-01-02T03:04:05.000Z';
const thread = {
  _id: '0198c0de-0000-7000-8000-00000000f000',
  url: 'margins',
  title: 'On margins',
  createdAt: WHEN,
  updatedAt: WHEN,
};
const json = (more: object = {}): string =>
  JSON.stringify({
    gloss: 1,
    kind: 'thread',
    thread,
    sources: [],
    notes: { type: 'doc', content: [] },
    ...more,
  });
const note = (front: string, body = 'Words.'): string => `---\n${front}\n---\n\n${body}\n`;
const FRONT = `title: On margins\nid: ${thread._id}\nurl: https://gloss.test/t/margins\ngloss: 1`;

it('tells exports of Gloss from lists of links and other notes', () => {
  expect([json(), note(FRONT), note(FRONT).replaceAll('\n', '\r\n')].map(isThreadExport)).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    ['{"gloss":1,"sources":[]}', note('title: Mine'), '# gloss: 1', 'https://example.com'].map(
      isThreadExport,
    ),
  ).toEqual([false, false, false, false]);
});

it('reads a note whose front matter an editor rewrote and whose comments it removed', () => {
  const text = note(
    `aliases: []\ntags:\n  - reading\n${FRONT}\ncreated: 2026-01-02\nsources:\n  - _id: 0198c0de-0000-7000-8000-0000000000a1\n    sourceType: web\n    medium: flow\n    title: Margins\n    url: https://example.com/m\n    heldSince: ${WHEN}\n  - nonsense`,
    'See [page](https://example.com/m#p=3 "A quote"). ^b-0000000',
  );
  const {
    notes,
    sources,
    thread: { createdAt },
  } = readThreadExport(text);
  expect(sources).toMatchObject([{ title: 'Margins' }]);
  expect(createdAt).toBe('2026-01-02T00:00:00.000Z');
  expect(notes['content']).toMatchObject([
    {
      type: 'paragraph',
      content: [
        { text: 'See ' },
        { type: 'place', attrs: { medium: 'flow', place: 3, quote: 'A quote' } },
        { text: '.' },
      ],
    },
  ]);
});

it.each([
  ['text that is no JSON', '{"gloss":1,"kind":"thread"', 'not JSON'],
  ['an id that is none', json({ thread: { ...thread, _id: '../../etc' } }), 'thread._id'],
  [
    'a file that lies elsewhere',
    json({
      files: [
        {
          key: 'a',
          name: 'a',
          contentType: 'image/png',
          size: 1,
          path: 'assets/../../a',
          sha256: '0'.repeat(64),
        },
      ],
    }),
    'files.0.path',
  ],
  [
    'a file that is a program',
    json({
      files: [
        {
          key: 'a',
          name: 'a',
          contentType: 'image/svg+xml',
          size: 1,
          path: 'assets/a.svg',
          sha256: '0'.repeat(64),
        },
      ],
    }),
    'files.0.contentType',
  ],
  ['YAML that unfolds', note(`a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n${FRONT}`), 'not YAML'],
  ['a note without its id', note('title: On margins\ngloss: 1'), 'thread._id'],
])('refuses %s, and says what it is', (_, text, reason) => {
  expect(() => readThreadExport(text)).toThrow(
    expect.objectContaining({
      code: 'bad_request',
      message: expect.stringContaining(reason) as string,
    }) as Error,
  );
});

it('reads notes of any depth, and keeps what fits the schema', () => {
  const deep = `${'{"type":"blockquote","content":['.repeat(20_000)}${']}'.repeat(20_000)}`;
  const text = json().replace(
    '"content":[]',
    `"content":[${deep},{"type":"paragraph","content":[{"type":"text","text":"kept"}]}]`,
  );
  expect(readThreadExport(text).notes).toMatchObject({
    content: [{ type: 'paragraph', content: [{ text: 'kept' }] }],
  });
});
