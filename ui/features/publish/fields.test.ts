import { describe, expect, it } from 'vitest';
import { Post, Theme } from '#core/contract/post.ts';
import {
  draftForm,
  fieldsOf,
  localTime,
  problemsOf,
  problemsFromServer,
  completeForm,
} from './fields.ts';
import { firstWords } from './first-words.ts';
import { parseVideoTime } from './video-time.ts';

const post = (given: Partial<Post> = {}): Post =>
  Post.parse({
    _id: '0198c0de-0000-7000-8000-000000000001',
    post_id: '0198c0de-0000-7000-8000-000000000001',
    user: '0198c0de-0000-7000-8000-000000000002',
    thread: null,
    thread_url: null,
    blog_node_id: 'b',
    slug: 'a',
    url: 'http://gloss.test/p/a',
    title: 'Otters',
    description: '',
    tags: [
      { _id: 't1', tag_name: 'Biology' },
      { _id: 't2', tag_name: 'Zoology' },
    ],
    aiGeneratedTags: ['sea'],
    sources: [],
    postTemplate: 1,
    postType: 1,
    status: 0,
    published: false,
    indexable: true,
    metadata: {
      gist: 'They float.',
      learning_level: 'Beginner',
      theme: Theme.parse({}),
      header: { title: '', description: '' },
    },
    content: { type: 'doc' },
    cover: null,
    scheduled_at: null,
    published_at: null,
    updatedAt: '2026-11-21T10:00:00.000Z',
    createdAt: '2026-11-21T10:00:00.000Z',
    ...given,
  });

describe('the publish form', () => {
  it('publishes a post that was never saved, and keeps the status of others', () => {
    expect([0, 1, 2, 3, 4].map((status) => fieldsOf(post({ status })).status)).toEqual([
      2, 1, 2, 3, 4,
    ]);
    expect(completeForm(fieldsOf(post()), false)).toEqual({
      status: 2,
      title: 'Otters',
      gist: 'They float.',
      tags: ['t1', 't2'],
      aiGeneratedTags: ['sea'],
      theme: {
        mode: 'light',
        colors: { primary: '#000000', secondary: '#ffffff', tertiary: '#808080' },
      },
      indexable: true,
      learningLevel: 'Beginner',
      metadataTitle: '',
      metadataDescription: '',
      scheduled_at: null,
    });
  });

  it('puts the first tag first and keeps the others', () => {
    const fields = fieldsOf(post());
    expect(draftForm({ ...fields, firstTag: 't3' }, {}).tags).toEqual(['t3', 't2']);
    expect(draftForm({ ...fields, firstTag: 't2' }, {}).tags).toEqual(['t2']);
    expect(draftForm({ ...fields, firstTag: '' }, {}).tags).toEqual(['t2']);
  });

  it('keeps a scheduled post as a draft, but not a published one', () => {
    const at = localTime('2099-01-01T10:00:00.000Z');
    const fields = { ...fieldsOf(post()), at };
    expect(completeForm(fields, false)).toMatchObject({
      status: 1,
      scheduled_at: '2099-01-01T10:00:00.000Z',
    });
    expect(completeForm(fields, true)).toMatchObject({ status: 2, scheduled_at: null });
    expect(completeForm({ ...fields, status: 3 }, false)).toMatchObject({
      status: 3,
      scheduled_at: null,
    });
    expect(fieldsOf(post({ status: 1, scheduled_at: '2099-01-01T10:00:00.000Z' }))).toMatchObject({
      status: 2,
      at,
    });
  });

  it('shows problems at their fields, and keeps the rest', () => {
    const fields = {
      ...fieldsOf(post()),
      title: ' ',
      primary: 'red',
      aiTags: ['x'.repeat(61)],
      metaTitle: 'x'.repeat(121),
      at: '2020-01-01T00:00',
    };
    const problems = problemsOf(fields, { published: false });
    expect(Object.keys(problems).toSorted()).toEqual([
      'aiTags',
      'at',
      'metaTitle',
      'primary',
      'title',
    ]);
    expect(problems.title).toBe('Enter a title');
    expect(problemsOf(fields, { published: true }).at).toBeUndefined();
    const draft = draftForm({ ...fields, gist: ' New. ' }, problems);
    expect(draft).toMatchObject({ gist: 'New.', theme: { colors: { secondary: '#ffffff' } } });
    expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['title']));
  });

  it("maps the server's errors to fields", () => {
    expect(
      problemsFromServer([
        { field: 'aiGeneratedTags.0', message: 'a' },
        { field: 'theme.colors.primary', message: 'b' },
        { field: 'elsewhere', message: 'c' },
        { field: 'tags.1', message: 'd' },
      ]),
    ).toEqual({ aiTags: 'a', primary: 'b', firstTag: 'd' });
    expect(problemsFromServer('nothing')).toEqual({});
  });
});

it('parses a time as players show it', () => {
  expect(
    ['83', '1:23', '1:02:03', '0:01.5', ' 2:00 ', 'x', '', '1:2:3:4', '-1'].map(parseVideoTime),
  ).toEqual([83, 83, 3723, 1.5, 120, undefined, undefined, undefined, undefined]);
});

it('finds the first words of a text', () => {
  expect(
    firstWords({
      type: 'doc',
      content: [
        { type: 'heading', content: [{ type: 'text', text: 'No' }] },
        { type: 'paragraph' },
        {
          type: 'callout',
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'The ' },
                { type: 'place' },
                { type: 'text', text: 'first.' },
              ],
            },
          ],
        },
      ],
    }),
  ).toBe('The first.');
  expect(firstWords({ type: 'doc' })).toBe('');
});
