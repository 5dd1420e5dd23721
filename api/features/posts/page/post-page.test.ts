import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PostId, ThreadId, UserId } from '#core/contract/id.ts';
import { Theme } from '#core/contract/post.ts';
import { contrast } from '#core/text/contrast.ts';
import { readingMinutes } from '#core/text/reading-time.ts';
import { doc, heading, paragraph } from '../testing/post-samples.ts';
import type { PostRow } from '../posts.model.ts';
import { renderContent } from '../render/content.ts';
import { textLink, locatorLink, type PublicSource } from './source-links.ts';
import { postPage } from './post-page.ts';
import { themeCss } from './theme.ts';

const video: PublicSource = {
  id: 'v',
  title: 'A talk',
  url: 'https://www.youtube.com/watch?v=abcdefghijk',
  videoId: 'abcdefghijk',
  medium: 'timed',
  by: 'A channel',
  durationS: 600,
  publishedAt: '2026-01-02',
};
const talk: PublicSource = {
  ...video,
  id: 't',
  url: 'https://talks.test/one?x=1#top',
  videoId: undefined,
};
const paper: PublicSource = {
  ...video,
  id: 'p',
  url: 'https://papers.test/a.pdf',
  videoId: undefined,
  medium: 'paged',
};
const upload: PublicSource = { ...paper, id: 'u', url: undefined };
const sources = new Map([video, talk, paper, upload].map((it) => [it.id, it]));

it('links each citation to its moment, page or text', () => {
  const timed = { medium: 'timed', startS: 83.6, endS: 90, quote: 'x' } as const;
  expect(locatorLink(sources, 'v', timed)).toEqual({
    href: 'https://www.youtube.com/watch?v=abcdefghijk&t=83s',
    video: { id: 'abcdefghijk', startS: 83 },
  });
  expect(locatorLink(sources, 't', timed)).toEqual({ href: 'https://talks.test/one?x=1#t=83' });
  expect(locatorLink(sources, 'p', { medium: 'paged', page: 4, quote: 'x' })).toEqual({
    href: 'https://papers.test/a.pdf#page=4',
  });
  expect(
    locatorLink(sources, 't', {
      medium: 'flow',
      paragraph: 3,
      quote: 'two-part words & more',
      prefix: '',
      suffix: '',
    }),
  ).toEqual({ href: 'https://talks.test/one?x=1#:~:text=two%2Dpart%20words%20%26%20more' });
  expect(locatorLink(sources, 'u', { medium: 'paged', page: 4, quote: 'x' })).toBeUndefined();
  expect(textLink(sources, '?source=p&page=7')).toEqual({
    href: 'https://papers.test/a.pdf#page=7',
  });
  expect([
    textLink(sources, '?source=nobody&page=7'),
    textLink(sources, 'javascript:x'),
    textLink(sources, '/settings'),
  ]).toEqual([undefined, undefined, undefined]);
});

it('is readable in every colour scheme', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((n) => `#${n.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(
      color,
      color,
      color,
      fc.constantFrom('light' as const, 'dark' as const, 'auto' as const),
      (primary, secondary, tertiary, mode) => {
        for (const [, css = ''] of themeCss(
          Theme.parse({ mode, colors: { primary, secondary, tertiary } }),
        ).matchAll(/(--paper[^}]*)\}/g)) {
          const of = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(css)?.[1] ?? '';
          for (const ink of ['text', 'accent', 'quiet'])
            if (Math.min(contrast(of(ink), of('paper')), contrast(of(ink), of('surface'))) < 4.5)
              return false;
          const marks = [...css.matchAll(/--mark[a-z-]*:(#[0-9a-f]{6})/g)].map((it) => it[1] ?? '');
          if (marks.length !== 6 || marks.some((it) => contrast(of('text'), it) < 4.5))
            return false;
        }
        return true;
      },
    ),
  );
});

it('describes the moments of a video, and counts its minutes', () => {
  const content = doc(paragraph('Words.'), {
    type: 'clip',
    attrs: { source_id: 'v', start: 83, end: 105, clip_text: 'Said there.' },
  });
  const at = new Date('2026-03-04T05:06:07Z');
  const post: PostRow = {
    id: 'i' as PostId,
    ownerId: 'o' as UserId,
    threadId: 't' as ThreadId,
    blogNodeId: 'b',
    slug: 'a-post',
    title: 'A post',
    description: '',
    tags: [],
    aiTags: [],
    sources: [],
    postTemplate: 1,
    postType: 1,
    status: 2,
    indexable: true,
    metadata: {
      gist: '',
      learning_level: 'Beginner',
      theme: Theme.parse({}),
      header: { title: '', description: '' },
    },
    content,
    cover: null,
    scheduledAt: null,
    publishedAt: at,
    updatedAt: at,
    createdAt: at,
  };
  const { html, policy } = postPage({
    post,
    author: { id: 'o', name: 'Ada' },
    sources: [video],
    rendered: renderContent(content, { sources, images: new Map() }),
    publicUrl: 'https://gloss.test',
  });
  const data = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as {
    video: unknown[];
  };
  expect(data.video).toMatchObject([
    {
      '@type': 'VideoObject',
      name: 'A talk',
      duration: 'PT600S',
      hasPart: [
        {
          '@type': 'Clip',
          startOffset: 83,
          endOffset: 105,
          name: 'Said there.',
          url: 'https://www.youtube.com/watch?v=abcdefghijk&t=83s',
        },
      ],
    },
  ]);
  expect(html).toContain('data-video="abcdefghijk" data-start="83">01:23–01:45</a>');
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com');
  expect([
    readingMinutes(''),
    readingMinutes('word '.repeat(1150)),
    readingMinutes('文'.repeat(840)),
  ]).toEqual([1, 5, 2]);
});

it('shows text in the colours of the editor, and in no others', () => {
  const marked = (color: unknown) =>
    renderContent(
      doc({
        type: 'paragraph',
        content: [{ type: 'text', text: 'word', marks: [{ type: 'highlight', attrs: { color } }] }],
      }),
      { sources, images: new Map() },
    ).html;
  expect([marked('green'), marked(null), marked('"><b>')]).toEqual([
    '<p><mark data-color="green">word</mark></p>',
    '<p><mark>word</mark></p>',
    '<p><mark>word</mark></p>',
  ]);
});

it('shows saved clips, and no suggested ones', () => {
  const shown = (clip_type: string) =>
    renderContent(
      doc({
        type: 'clip',
        attrs: { source_id: 'v', start: 1, end: 2, clip_text: 'Said.', clip_type },
      }),
      { sources, images: new Map() },
    ).html;
  expect([
    shown('manual').includes('Said.'),
    shown('moment').includes('Said.'),
    shown('ghost'),
  ]).toEqual([true, true, '']);
});

it('starts its headings below the title, for any heading level of the notes', () => {
  const tags = (...levels: number[]) =>
    [
      ...renderContent(
        doc(...levels.map((level) => heading(level, `Level ${level}`)), {
          type: 'toggle',
          content: [heading(3, 'Within')],
        }),
        { sources, images: new Map() },
      ).html.matchAll(/<(h\d) /g),
    ].map((it) => it[1]);
  expect(tags(2, 2, 3, 2)).toEqual(['h2', 'h2', 'h3', 'h2', 'h3']);
  expect(tags(1, 3, 1)).toEqual(['h2', 'h3', 'h2', 'h3']);
  expect(tags(3, 2)).toEqual(['h2', 'h2', 'h3']);
});
