import { expect, test } from 'vitest';
import type { SourceFlag } from '#core/contract/source.ts';
import { readText } from '../testing/read-text.ts';

const flagsIn = (text: string): (SourceFlag[] | undefined)[] =>
  readText(text).entries.map(({ flags }) => flags);
const A = 'https://a.example/';
const B = 'https://b.example/';
const json = (value: unknown) => JSON.stringify(value);
const netscape = (links: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links}</DL><p>`;

test.each<[string, string, (SourceFlag[] | undefined)[]]>([
  [
    'Pocket',
    `title,url,time_added,tags,status\nA,${A},1600000000,,unread\nB,${B},1600000000,,archive`,
    [['toread'], ['archive']],
  ],
  [
    'Raindrop',
    `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,A,,,${A},,,2020-09-13T12:26:40.000Z,,,true\n2,B,,,${B},,,2020-09-13T12:26:40.000Z,,,false`,
    [['favorite'], undefined],
  ],
  [
    'Instapaper',
    `URL,Title,Selection,Folder,Timestamp\n${A},A,,Unread,1\n${B},B,,Archive,1\nhttps://c.example/,C,,Starred,1\nhttps://d.example/,D,,Slow,1`,
    [['toread'], ['archive'], ['favorite'], undefined],
  ],
  [
    'Readwise Reader',
    `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nA,${A},1,[],2020-09-13 12:26:40+00:00,0,later,True\nB,${B},2,[],2020-09-13 12:26:40+00:00,1,archive,True\nC,https://c.example/,3,[],2020-09-13 12:26:40+00:00,1,feed,True`,
    [['toread'], ['archive'], undefined],
  ],
  [
    'Karakeep',
    json({
      bookmarks: [
        { content: { type: 'link', url: A }, tags: [], archived: true, favourited: true },
        { content: { type: 'link', url: B }, tags: [], archived: false, favourited: false },
      ],
    }),
    [['archive', 'favorite'], undefined],
  ],
  [
    'wallabag',
    json([
      { url: A, title: 'A', is_archived: 1, is_starred: 0, tags: [] },
      { url: B, title: 'B', is_archived: 0, is_starred: 1, tags: [] },
    ]),
    [['archive'], ['favorite']],
  ],
  [
    'Pinboard',
    json([
      { href: A, description: 'A', extended: '', toread: 'yes', tags: '' },
      { href: B, description: 'B', extended: '', toread: 'no', tags: '' },
    ]),
    [['toread'], undefined],
  ],
  [
    'Omnivore',
    json([
      { slug: 'a', url: A, savedAt: '2020-09-13T12:26:40.000Z', state: 'Archived' },
      { slug: 'b', url: B, savedAt: '2020-09-13T12:26:40.000Z', state: 'Active' },
    ]),
    [['archive'], undefined],
  ],
  [
    'Netscape',
    netscape(
      `<DT><A HREF="${A}" TOREAD="1" PRIVATE="1" TAGS="x">A</A><DT><A HREF="${B}" TOREAD="0">B</A>`,
    ),
    [['toread'], undefined],
  ],
  [
    'linkding',
    netscape(
      `<DT><A HREF="${A}" TOREAD="0" TAGS="x,linkding:bookmarks.archived">A</A><DT><A HREF="${B}" TAGS="x">B</A>`,
    ),
    [['archive'], undefined],
  ],
  [
    'Instapaper in HTML',
    `<html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1><ol><li><a href="${A}">A</a></ol><h1>Slow</h1><ol><li><a href="${B}">B</a></ol></body></html>`,
    [['toread'], undefined],
  ],
  ['any table', `url,flags\n${A},archive; favorite\n${B},`, [['archive', 'favorite'], undefined]],
  [
    'any JSON',
    json([
      { url: A, flags: ['toread', 'other'] },
      { url: B, state: 'ready' },
    ]),
    [['toread'], undefined],
  ],
])('reads the flags of %s', (_, text, flags) => expect(flagsIn(text)).toEqual(flags));

test('drops the tag that linkding uses to mark archived bookmarks', () =>
  expect(
    readText(netscape(`<DT><A HREF="${A}" TAGS="x,linkding:bookmarks.archived">A</A>`)).entries[0]
      ?.tags,
  ).toEqual(['x']));

const OWN = {
  url: A,
  title: 'Mine & yours',
  tags: ['sea', 'old books'],
  folder: 'Garden / Insects',
  addedAt: '2020-09-13T12:26:40.000Z',
  note: 'A <note>',
  flags: ['archive', 'toread'],
};
test.each([
  [
    'bookmarks',
    netscape(
      `<DT><H3>Garden</H3><DL><p><DT><H3>Insects</H3><DL><p><DT><A HREF="${A}" ADD_DATE="1600000000" TAGS="sea,old books," ARCHIVE="1" TOREAD="1">Mine &#38; yours</A>\n<DD>A &#60;note&#62;\n</DL><p></DL><p>`,
    ),
  ],
  [
    'table',
    `title,own title,url,type,channel,tags,folder,added,note,flags,state\r\nThe page,Mine & yours,${A},web,A,sea; old books,Garden/Insects,2020-09-13T12:26:40.000Z,A <note>,archive; toread,ready`,
  ],
  [
    'JSON',
    json([
      {
        title: 'The page',
        ownTitle: OWN.title,
        url: A,
        tags: OWN.tags,
        folders: [OWN.folder, 'Other'],
        addedAt: OWN.addedAt,
        note: OWN.note,
        flags: OWN.flags,
        state: 'ready',
      },
    ]),
  ],
])("the %s that Gloss exports keeps the owner's title, note and flags", (_, text) => {
  const { entries } = readText(text);
  expect(entries).toMatchObject([OWN]);
  expect(entries[0]).not.toHaveProperty('siteTitle');
});

test("a page title is not mistaken for the owner's title", () =>
  expect(readText(`title,own title,url\nThe page,,${A}`).entries).toMatchObject([
    { title: 'The page', siteTitle: true },
  ]));
