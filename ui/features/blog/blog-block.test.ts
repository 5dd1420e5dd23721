import { expect, it } from 'vitest';
import { GeneratedBlog } from '#core/contract/ask.ts';
import { blog } from '#core/editor/blocks/blog/block.ts';
import { cleanDoc, schemaViolation } from '#core/editor/document.ts';
import { blogBlock } from './blog-block.ts';

const made = GeneratedBlog.parse({
  idea_title: 'Why otters hold hands',
  description: 'On rafts.',
  metadata: { tags: ['otters'], gist: 'They hold hands.' },
  content: cleanDoc({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Rafts' }] },
      { type: 'clip', attrs: { source_id: 's', start: 4, end: 9, clip_text: 'Said.' } },
    ],
  }),
});
const settings = {
  sourceId: 'source',
  by: 'me',
  now: new Date('2026-11-21T10:00:00Z'),
  id: 'block',
};

it('contains the generated text and its sources, as a draft', () => {
  const block = blogBlock(made, settings);
  expect(schemaViolation({ type: 'doc', content: [block] })).toBeUndefined();
  expect(blog.read(block.attrs)).toMatchObject({
    _id: 'block',
    blog_title: 'Why otters hold hands',
    source_id: 'source',
    tags: ['otters'],
    metadata: { gist: 'They hold hands.' },
    description: 'On rafts.',
    published: false,
    post_id: null,
    createdAt: '2026-11-21T10:00:00.000Z',
    createdBy: 'me',
  });
  expect(block.content?.map((it) => it.type)).toEqual(['heading', 'clip']);
});

it('gives each block an id, and is never empty', () => {
  let n = 0;
  const { content = [] } = blogBlock(made, settings, () => `id-${(n += 1)}`);
  expect(content[1]?.attrs?.['_id']).toMatch(/^id-\d$/);
  expect(blogBlock({ ...made, content: { type: 'doc' } }, settings).content).toEqual([
    { type: 'paragraph' },
  ]);
});
