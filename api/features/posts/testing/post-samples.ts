/** A post with every kind of block, and helpers that create and publish one. */
import type { JSONContent } from '@tiptap/core';
import { Post } from '#core/contract/post.ts';
import { dataOf, type Caller, type TestServer } from '../../../testing/test-server.ts';

const text = (words: string, ...marks: string[]): JSONContent => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
export const paragraph = (...content: (string | JSONContent)[]): JSONContent => ({
  type: 'paragraph',
  content: content.map((it) => (typeof it === 'string' ? text(it) : it)),
});
export const heading = (level: number, words: string): JSONContent => ({
  type: 'heading',
  attrs: { level },
  content: [text(words)],
});
export const doc = (...content: JSONContent[]): JSONContent => ({ type: 'doc', content });

export const samplePost = (sourceId: string): JSONContent =>
  doc(
    paragraph(
      'Otters ',
      text('hold hands', 'bold'),
      ' while they sleep ',
      {
        type: 'place',
        attrs: {
          source_id: sourceId,
          medium: 'flow',
          place: 1,
          quote: 'Sea otters hold hands while they sleep',
          label: 'first lines',
        },
      },
      '.',
    ),
    heading(1, 'How they sleep'),
    paragraph('In rafts.'),
    heading(3, 'The raft'),
    paragraph('A hundred animals, and ', { type: 'math-inline', attrs: { latex: 'a^2+b^2' } }, '.'),
    {
      type: 'codeBlock',
      attrs: { language: 'javascript' },
      content: [text('const raft = otters.map((it) => it.name); // "held" & <safe>')],
    },
    heading(1, 'What was said'),
    {
      type: 'quote',
      attrs: {
        compAttrs: {
          context: 'They keep a favourite stone.',
          speaker: 'Ada',
          timestamp: 83,
          source_id: sourceId,
        },
      },
    },
    {
      type: 'web-clip',
      attrs: { source_id: sourceId, text: 'With the stone it opens mussels', paragraph: 2 },
    },
    {
      type: 'question',
      attrs: {
        compAttrs: {
          question: 'Where is the stone kept?',
          options: ['In a pouch', 'In the sea'],
          answer: 0,
        },
      },
    },
    { type: 'insight', attrs: { compAttrs: { text: 'Fur is air.' } } },
    { type: 'math', attrs: { latex: String.raw`\frac{1}{2}` } },
  );

export async function createPost(
  test: TestServer,
  {
    content = doc(paragraph('Words of a post.')),
    title = 'Otters at rest',
    sources = [],
    by = test.owner,
    block = `block-${crypto.randomUUID()}`,
  }: {
    content?: JSONContent;
    title?: string;
    sources?: string[];
    by?: Caller;
    block?: string;
  } = {},
): Promise<Post> {
  const thread = await test.thread();
  const used = sources.length > 0 ? await test.read(thread, ...sources) : [];
  const filled = JSON.stringify(content).replaceAll('SOURCE', used[0]?._id ?? 'none');
  return Post.parse(
    dataOf(
      await by.post('post/v1/create', {
        thread: thread._id,
        blog_node_id: block,
        title,
        content: JSON.parse(filled) as JSONContent,
        sources: used.map((it) => it._id),
      }),
    ),
  );
}
export const update = async (
  test: TestServer,
  id: string,
  form: Record<string, unknown>,
): Promise<Post> => Post.parse(dataOf(await test.owner.put(`post/v1/update-post/${id}`, form)));

/** Requests a page as someone without a session. */
export async function visit(
  test: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(new URL(path, test.server.url), { redirect: 'manual', headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
