import { describe, expect, test } from 'vitest';
import { readText } from '../../testing/read-text.ts';

describe('service exports', () => {
  test('Pocket', () => {
    expect(
      readText(
        'title,url,time_added,tags,status\r\n"Bees, ""the"" hive",https://a.example/,1600000000,bees|slow food,unread\r\n"Two\r\nlines",https://b.example/,1600000001,,archive\r\nhttps://c.example/,https://c.example/,,,unread\r\n,,,,\r\nNo link,,,,unread\r\n',
      ),
    ).toEqual({
      format: 'pocket-csv',
      label: 'Pocket export',
      entries: [
        {
          line: 2,
          kind: 'source',
          url: 'https://a.example/',
          title: 'Bees, "the" hive',
          tags: ['bees', 'slow food'],
          addedAt: '2020-09-13T12:26:40.000Z',
          flags: ['toread'],
          highlights: [],
        },
        {
          line: 3,
          kind: 'source',
          url: 'https://b.example/',
          title: 'Two lines',
          tags: [],
          addedAt: '2020-09-13T12:26:41.000Z',
          flags: ['archive'],
          highlights: [],
        },
        {
          line: 5,
          kind: 'source',
          url: 'https://c.example/',
          tags: [],
          flags: ['toread'],
          highlights: [],
        },
      ],
      unread: [
        {
          line: 7,
          text: 'No link – unread',
          why: 'This row holds no address. Find the page and add its link.',
        },
      ],
    });
  });

  test('Raindrop, with folders, highlights and unquoted multi-line notes', () => {
    const reading = readText(
      [
        'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite',
        '1,Bees,"My note","Its excerpt",https://a.example/,Garden / Insects,"bees, slow food",2020-09-13T12:26:40.000Z,,"Highlight:First mark',
        'goes on',
        'Note:So true',
        '',
        'Highlight:Second mark",false',
        '2,Wasps,,,https://b.example/,Unsorted,,2020-09-13T12:26:40.000Z,,,true',
        '3,Ants,First line',
        'second line,,https://c.example/,Garden/Slow,,2020-09-13T12:26:40.000Z,,,false',
      ].join('\n'),
    );
    expect(reading.entries[1]).not.toHaveProperty('folder');
    expect(reading).toMatchObject({
      format: 'raindrop-csv',
      label: 'Raindrop export',
      unread: [],
      entries: [
        {
          line: 2,
          url: 'https://a.example/',
          title: 'Bees',
          note: 'My note',
          folder: 'Garden / Insects',
          tags: ['bees', 'slow food'],
          addedAt: '2020-09-13T12:26:40.000Z',
          highlights: [{ text: 'First mark\ngoes on', note: 'So true' }, { text: 'Second mark' }],
        },
        { line: 7, url: 'https://b.example/' },
        {
          line: 8,
          url: 'https://c.example/',
          note: 'First line\nsecond line',
          folder: 'Garden / Slow',
        },
      ],
    });
  });

  test('Readwise Reader', () => {
    expect(
      readText(
        "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nBees,https://a.example/,01x,\"['bees', 'slow food', 'it\\'s']\",2020-09-13 12:26:40+00:00,0.5,later,True\nWasps,https://b.example/,01y,[],2020-09-13 12:26:40+00:00,0,archive,True\n",
      ),
    ).toMatchObject({
      format: 'readwise-csv',
      label: 'Readwise Reader export',
      unread: [],
      entries: [
        {
          line: 2,
          url: 'https://a.example/',
          title: 'Bees',
          tags: ['bees', 'slow food', "it's"],
          addedAt: '2020-09-13T12:26:40.000Z',
        },
        { url: 'https://b.example/', tags: [] },
      ],
    });
  });

  test('Readwise highlights: one entry per document; a document without an address is reported', () => {
    expect(
      readText(
        'Highlight,Book Title,Book Author,URL,Note,Highlighted at,Document tags\n"First, mark",Bees,Ann,https://a.example/,So true,2020-09-13 12:26:40+00:00,bees\nOther,Wasps,Ann,https://b.example/,,,\nSecond,Bees,Ann,https://a.example/,,2020-09-14 12:26:40+00:00,"bees,slow"\nPaper,A printed book,Ann,,,,',
      ),
    ).toEqual({
      format: 'readwise-highlights-csv',
      label: 'Readwise highlights',
      entries: [
        {
          line: 2,
          kind: 'source',
          url: 'https://a.example/',
          title: 'Bees',
          tags: ['bees', 'slow'],
          addedAt: '2020-09-13T12:26:40.000Z',
          highlights: [
            { text: 'First, mark', note: 'So true', createdAt: '2020-09-13T12:26:40.000Z' },
            { text: 'Second', createdAt: '2020-09-14T12:26:40.000Z' },
          ],
        },
        {
          line: 3,
          kind: 'source',
          url: 'https://b.example/',
          title: 'Wasps',
          tags: [],
          highlights: [{ text: 'Other' }],
        },
      ],
      unread: [
        {
          line: 5,
          text: 'Paper – A printed book – Ann',
          why: 'Readwise wrote no address for this document. Export the library of Readwise Reader, or add a column `url`.',
        },
      ],
    });
  });

  test('Instapaper', () => {
    expect(
      readText(
        'URL,Title,Selection,Folder,Timestamp,Tags\nhttps://a.example/,A,A mark,Unread,1600000000,"[""bees""]"\nhttps://a.example/,A,Another,Unread,1600000000,\nhttps://b.example/,B,,Slow,1600000001,',
      ),
    ).toMatchObject({
      format: 'instapaper-csv',
      unread: [],
      entries: [
        {
          line: 2,
          url: 'https://a.example/',
          tags: ['bees'],
          addedAt: '2020-09-13T12:26:40.000Z',
          highlights: [{ text: 'A mark' }, { text: 'Another' }],
        },
        { line: 4, url: 'https://b.example/', folder: 'Slow' },
      ],
    });
    expect(
      readText('URL,Title,Selection,Folder\nhttps://a.example/,A,,Archive').entries[0],
    ).not.toHaveProperty('folder');
  });

  test('YouTube: subscriptions are listings, a playlist is its videos', () => {
    expect(
      readText(
        'Channel Id,Channel Url,Channel Title\nUC0123456789abcdefghij_-,http://www.youtube.com/channel/UC0123456789abcdefghij_-,Bees',
        'subscriptions.csv',
      ),
    ).toMatchObject({
      format: 'youtube-subscriptions-csv',
      entries: [
        {
          kind: 'listing',
          url: 'https://www.youtube.com/channel/UC0123456789abcdefghij_-',
          title: 'Bees',
        },
      ],
    });
    expect(
      readText('Video ID,Playlist Video Creation Timestamp\nabcdefghijk,2020-09-13T12:26:40+00:00'),
    ).toMatchObject({
      format: 'youtube-playlist-csv',
      entries: [
        { url: 'https://www.youtube.com/watch?v=abcdefghijk', addedAt: '2020-09-13T12:26:40.000Z' },
      ],
    });
  });
});

describe('generic tables', () => {
  test.each([
    ['commas', 'Name,Web address,Comment,Labels\nBees,a.example/x,Good,"bees;slow"'],
    ['semicolons', 'Name;Link;Note;Tags\nBees;https://a.example/x;Good;bees,slow'],
    ['tabs', 'title\turl\tnotes\tkeywords\nBees\thttps://a.example/x\tGood\tbees|slow'],
    [
      'the delimiter named first',
      'sep=;\nname;href;comments;topics\nBees;https://a.example/x;Good;bees,slow',
    ],
    [
      'a column of another name that holds addresses',
      'title,where it is,note,tags\nBees,https://a.example/x,Good,"bees,slow"',
    ],
  ])('with %s', (_name, text) => {
    const { format, entries } = readText(text);
    expect([format, entries]).toMatchObject([
      'csv',
      [{ url: 'https://a.example/x', title: 'Bees', note: 'Good', tags: ['bees', 'slow'] }],
    ]);
  });

  test('without a header, if the file name identifies it', () => {
    expect(
      readText('Bees,https://a.example/\nWasps,https://b.example/', 'links.csv').entries.map(
        (it) => [it.line, it.title, it.url],
      ),
    ).toEqual([
      [1, 'Bees', 'https://a.example/'],
      [2, 'Wasps', 'https://b.example/'],
    ]);
  });

  test('with more cells than columns', () => {
    expect(readText('url,title\nhttps://a.example/,Bees, wasps, ants', 'x').entries[0]?.title).toBe(
      'Bees, wasps, ants',
    );
    expect(readText('url\nhttps://a.example/1,2', 'x.csv').entries[0]?.url).toBe(
      'https://a.example/1,2',
    );
  });

  test('with column names like __proto__', () => {
    expect(
      readText(
        '__proto__,constructor,url,url\nx,y,https://a.example/,https://b.example/',
      ).entries.map((it) => it.url),
    ).toEqual(['https://a.example/']);
  });

  test('with misplaced quotes, loses only those lines', () => {
    const { entries, unread } = readText(
      'title,url\nA,https://a.example/\n"B,https://b.example/\nC,https://c.example/\n"D" x,https://d.example/\n"E",https://e.example/',
    );
    expect(entries.map((it) => [it.line, it.url])).toEqual([
      [2, 'https://a.example/'],
      [4, 'https://c.example/'],
      [6, 'https://e.example/'],
    ]);
    const why = 'A quotation mark in this line is out of place. Fix the line and import it again.';
    expect(unread).toEqual([
      { line: 3, text: '"B,https://b.example/', why },
      { line: 5, text: '"D" x,https://d.example/', why },
    ]);
  });
});
