import { describe, expect, test } from 'vitest';
import { readText } from '../../testing/read-text.ts';

const read = (value: unknown, name = 'export.json') => readText(JSON.stringify(value), name);
const DATE = '2020-09-13T12:26:40.000Z';

describe('service exports', () => {
  test('Karakeep, with its lists', () => {
    expect(
      read({
        bookmarks: [
          {
            createdAt: 1600000000,
            title: 'Bees',
            tags: ['bees'],
            content: { type: 'link', url: 'https://a.example/' },
            note: 'So true',
            archived: false,
            lists: ['inner', 'other'],
          },
          {
            createdAt: 1600000000,
            title: null,
            tags: [],
            content: { type: 'text', text: 'Only a thought' },
            note: null,
          },
          {
            createdAt: 1600000000,
            title: 'Scan',
            tags: [],
            content: { type: 'asset' },
            note: null,
          },
          { createdAt: 1600000000, title: 'Gone', tags: [], content: null, note: null },
        ],
        lists: [
          { id: 'outer', name: 'Garden', parentId: null },
          { id: 'inner', name: 'Insects', parentId: 'outer' },
          { id: 'other', name: 'Slow', parentId: 'other' },
        ],
      }),
    ).toEqual({
      format: 'karakeep',
      label: 'Karakeep export',
      entries: [
        {
          line: 1,
          kind: 'source',
          url: 'https://a.example/',
          title: 'Bees',
          tags: ['bees', 'Slow'],
          folder: 'Garden / Insects',
          addedAt: DATE,
          note: 'So true',
          highlights: [],
        },
      ],
      unread: [
        expect.objectContaining({
          line: 2,
          why: 'This is a note kept in Karakeep, not a link. Copy it into the notes of a thread.',
        }),
        expect.objectContaining({
          line: 3,
          text: expect.stringContaining('Scan'),
          why: 'This is a file kept in Karakeep. Download it there and add the file.',
        }),
        expect.objectContaining({
          line: 4,
          text: expect.stringContaining('Gone'),
          why: 'This record holds no address. Find the page and add its link.',
        }),
      ],
    });
  });

  test('Linkwarden', () => {
    expect(
      read({
        name: 'Ann',
        collections: [
          { id: 1, name: 'Garden', links: [] },
          {
            id: 2,
            name: 'Insects',
            parentId: 1,
            links: [
              {
                name: 'Bees',
                url: 'https://a.example/',
                description: 'So true',
                tags: [{ name: 'bees' }, { name: 'slow food' }],
                importDate: null,
                createdAt: DATE,
                textContent: 'long',
                highlights: [{ text: 'A mark', comment: 'Yes', createdAt: DATE }],
              },
            ],
          },
        ],
      }),
    ).toMatchObject({
      format: 'linkwarden',
      unread: [],
      entries: [
        {
          line: 1,
          url: 'https://a.example/',
          title: 'Bees',
          note: 'So true',
          tags: ['bees', 'slow food'],
          folder: 'Garden / Insects',
          addedAt: DATE,
          highlights: [{ text: 'A mark', note: 'Yes', createdAt: DATE }],
        },
      ],
    });
  });

  test('Omnivore', () => {
    const { format, entries } = read([
      {
        id: '1',
        slug: 'bees',
        title: 'Bees',
        description: 'of the page',
        author: 'Ann',
        url: 'https://a.example/',
        state: 'Active',
        labels: ['RSS'],
        savedAt: DATE,
        publishedAt: '2019-01-01T00:00:00Z',
        highlights: [{ quote: 'A mark', annotation: 'Yes', createdAt: DATE }],
      },
    ]);
    expect([format, entries]).toEqual([
      'omnivore',
      [
        {
          line: 1,
          kind: 'source',
          url: 'https://a.example/',
          title: 'Bees',
          tags: ['RSS'],
          addedAt: DATE,
          highlights: [{ text: 'A mark', note: 'Yes', createdAt: DATE }],
        },
      ],
    ]);
  });

  test('wallabag, both versions', () => {
    expect(
      read([
        {
          id: 1,
          title: 'Bees',
          url: 'https://a.example/',
          is_archived: 0,
          created_at: '2020-09-13T14:26:40+0200',
          content: '<p>x</p>',
          tags: ['bees'],
          annotations: [
            { text: 'Yes', quote: 'A mark', created_at: '2020-09-13T14:26:40+0200', ranges: [] },
          ],
        },
        { id: 2, title: 'No title found', url: 'https://b.example/', is_archived: true, tags: [] },
      ]),
    ).toMatchObject({
      format: 'wallabag',
      entries: [
        {
          url: 'https://a.example/',
          title: 'Bees',
          tags: ['bees'],
          addedAt: DATE,
          highlights: [{ text: 'A mark', note: 'Yes', createdAt: DATE }],
        },
        { url: 'https://b.example/' },
      ],
    });
    const { format, entries } = read([
      {
        0: '1',
        1: 'Bees',
        2: 'https://a.example/',
        id: '1',
        title: 'Bees',
        url: 'https://a.example/',
        is_read: '0',
        is_fav: '0',
        content: '',
        tags: 'bees,slow',
      },
    ]);
    expect([format, entries]).toMatchObject([
      'wallabag',
      [{ url: 'https://a.example/', title: 'Bees', tags: ['bees', 'slow'] }],
    ]);
  });

  test('Pinboard', () => {
    expect(
      read([
        {
          href: 'https://a.example/',
          description: 'Bees',
          extended: 'So true',
          meta: 'x',
          hash: 'y',
          time: '2020-09-13T12:26:40Z',
          shared: 'yes',
          toread: 'no',
          tags: 'bees slow-food',
        },
      ]),
    ).toMatchObject({
      format: 'pinboard',
      entries: [
        {
          url: 'https://a.example/',
          title: 'Bees',
          note: 'So true',
          tags: ['bees', 'slow-food'],
          addedAt: DATE,
        },
      ],
    });
  });

  test('Readability, Delicious and elCurator', () => {
    expect(
      read({
        bookmarks: [
          {
            article__url: 'https://a.example/',
            article__title: 'Bees',
            article__excerpt: 'of the page',
            date_added: '2020-09-13T12:26:40',
            archive: true,
          },
        ],
        recommendations: [],
      }),
    ).toMatchObject({
      format: 'readability',
      entries: [{ url: 'https://a.example/', title: 'Bees', addedAt: DATE }],
    });
    expect(
      read([
        {
          title: 'Bees',
          tags: ['', 'bees'],
          url: 'https://a.example/',
          description: 'So true',
          created: '1600000000',
          others: 9,
          owner: 'ann',
        },
      ]),
    ).toMatchObject({
      format: 'delicious',
      entries: [{ title: 'Bees', tags: ['bees'], note: 'So true', addedAt: DATE }],
    });
    expect(
      read([
        {
          created_at: '2020-09-13 12:26:40 UTC',
          title: 'Bees',
          url: 'https://a.example/',
          description: null,
          tags: ['bees'],
          is_saved: true,
        },
      ]),
    ).toMatchObject({
      format: 'elcurator',
      entries: [{ title: 'Bees', tags: ['bees'], addedAt: DATE }],
    });
  });

  test('Gloss', () => {
    const source = {
      url: 'https://a.example/',
      title: 'Bees',
      tags: ['bees'],
      folder: 'Garden / Insects',
      addedAt: DATE,
      note: 'So true',
      highlights: [{ text: 'A mark', note: 'Yes', createdAt: DATE }],
    };
    expect(read({ gloss: 1, sources: [source] })).toEqual({
      format: 'gloss',
      label: 'Gloss export',
      entries: [{ line: 1, kind: 'source', ...source, siteTitle: true }],
      unread: [],
    });
    const own = { ...source, ownTitle: 'My bees', ownNote: 'Mine', flags: ['favorite'] };
    const [entry] = read({ gloss: 1, sources: [own] }).entries;
    expect(entry).toMatchObject({ title: 'My bees', note: 'Mine', flags: ['favorite'] });
    expect(entry).not.toHaveProperty('siteTitle');
  });
});

describe('browser bookmarks', () => {
  test('Chrome', () => {
    const { format, entries, unread } = read(
      {
        checksum: 'x',
        version: 1,
        roots: {
          bookmark_bar: {
            type: 'folder',
            name: 'Bar',
            children: [
              {
                type: 'url',
                name: 'Bees',
                url: 'https://a.example/',
                date_added: '13244473600000000',
              },
              {
                type: 'folder',
                name: 'Garden',
                children: [
                  { type: 'url', name: 'Wasps', url: 'https://b.example/' },
                  { type: 'folder', name: 'Empty', children: [] },
                ],
              },
              { type: 'url', name: 'Settings', url: 'chrome://settings/' },
            ],
          },
          other: { type: 'folder', name: 'Other', children: [] },
          sync_transaction_version: '1',
        },
      },
      'Bookmarks',
    );
    expect([
      format,
      entries.map((it) => [it.line, it.url, it.title, it.folder, it.addedAt]),
      unread,
    ]).toEqual([
      'chrome-bookmarks',
      [
        [1, 'https://a.example/', 'Bees', 'Bar', DATE],
        [2, 'https://b.example/', 'Wasps', 'Bar / Garden', undefined],
      ],
      [
        {
          line: 3,
          text: 'Settings – chrome://settings/',
          why: "This is a page of the browser itself, so Gloss can't fetch it.",
        },
      ],
    ]);
  });

  test('Firefox', () => {
    const { format, entries } = read({
      type: 'text/x-moz-place-container',
      root: 'placesRoot',
      title: '',
      children: [
        {
          type: 'text/x-moz-place-container',
          title: 'Menu',
          children: [
            { type: 'text/x-moz-place-separator', title: '' },
            {
              type: 'text/x-moz-place',
              title: 'Bees',
              uri: 'https://a.example/',
              tags: 'bees,slow',
              dateAdded: 1600000000000000,
            },
          ],
        },
        { type: 'text/x-moz-place-container', title: 'Empty' },
      ],
    });
    expect([format, entries]).toEqual([
      'firefox-json',
      [
        {
          line: 1,
          kind: 'source',
          url: 'https://a.example/',
          title: 'Bees',
          tags: ['bees', 'slow'],
          folder: 'Menu',
          addedAt: DATE,
          highlights: [],
        },
      ],
    ]);
  });
});

describe('generic JSON', () => {
  const titles = (value: unknown) =>
    read(value).entries.map((it) => [it.url, it.title, it.folder].filter(Boolean).join(' '));

  test('finds records at any depth', () => {
    expect(titles([{ link: 'https://a.example/', name: 'A' }])).toEqual(['https://a.example/ A']);
    expect(titles(['https://a.example/', 'b.example'])).toEqual([
      'https://a.example/',
      'https://b.example/',
    ]);
    expect(
      titles({
        exported: 'today',
        results: [{ source_url: 'https://a.example/', title: 'A' }],
        tags: [{ name: 'x' }],
      }),
    ).toEqual(['https://a.example/ A']);
    expect(
      titles({
        list: {
          1: { given_url: 'https://a.example/', given_title: 'A' },
          2: { given_url: 'https://b.example/' },
        },
      }),
    ).toEqual(['https://a.example/ A', 'https://b.example/']);
    expect(
      titles({
        folders: [
          {
            name: 'Garden',
            links: [{ url: 'https://a.example/' }],
            folders: [{ name: 'Insects', links: [{ url: 'https://b.example/' }] }],
          },
        ],
      }),
    ).toEqual(['https://a.example/ Garden', 'https://b.example/ Garden / Insects']);
    expect(titles({ url: 'https://a.example/', title: 'Alone' })).toEqual([
      'https://a.example/ Alone',
    ]);
    expect(
      titles([
        { heading: 'x', page: { url: 'https://a.example/' } },
        { whatever: 'https://b.example/' },
      ]),
    ).toEqual(['https://a.example/', 'https://b.example/']);
  });

  test('reads one record per line and reports broken lines', () => {
    const { entries, unread } = readText(
      '{"url":"https://a.example/","title":"A"}\n{"url":"https://b.exam\n\n{"url":"https://c.example/"}\n',
    );
    expect(entries.map((it) => it.url)).toEqual(['https://a.example/', 'https://c.example/']);
    expect(unread).toMatchObject([{ line: 2, text: '{"url":"https://b.exam' }]);
  });

  test('keeps highlights under any common key', () => {
    expect(
      read([
        {
          url: 'https://a.example/',
          title: 'A',
          highlights: [
            'plain',
            { quote: 'Pocket', created_at: 1600000000 },
            { text: 'Text', note: 'Note' },
            { comment: 'alone' },
            5,
            {},
          ],
        },
      ]).entries[0]?.highlights,
    ).toEqual([
      { text: 'plain' },
      { text: 'Pocket', createdAt: DATE },
      { text: 'Text', note: 'Note' },
      { text: 'alone' },
      { text: '5' },
    ]);
  });

  test('handles keys like __proto__', () => {
    const { entries } = readText(
      '[{"__proto__": {"url": "https://evil.example/"}, "constructor": {"name": "x"}, "url": "https://a.example/", "title": {"toString": "x"}, "tags": {"length": 9}}]',
    );
    expect(entries).toEqual([
      { line: 1, kind: 'source', url: 'https://a.example/', tags: [], highlights: [] },
    ]);
    expect(({} as Record<string, unknown>)['url']).toBeUndefined();
  });

  test("doesn't mistake a picture or a note for a page's address", () => {
    const { entries, unread } = read([
      { title: 'A', cover: 'https://a.example/x.jpg' },
      { url: 'javascript:x', note: 'https://b.example/' },
      { title: 'C', where: 'https://c.example/', thumbnail_url: 'https://c.example/x.jpg' },
    ]);
    expect([entries.map((it) => it.url), unread.map((it) => it.line)]).toEqual([
      ['https://c.example/'],
      [1, 2],
    ]);
  });

  test('reports records without an address', () => {
    expect(
      read([{ title: 'No link', n: 1 }, 5, null, { url: '/inside' }]).unread.map(
        ({ line, text }) => [line, text],
      ),
    ).toEqual([
      [1, 'No link – 1'],
      [2, '5'],
      [3, 'object'],
      [4, '/inside'],
    ]);
  });
});
