import { z } from 'zod';
import { defineBlock } from '../../block.ts';
import { flag, list, maybeId, sourceId, text } from '../../fields.ts';

const OPEN = /^<!-- blog (\{[^\n]*\}) -->\n/;
const CLOSE = '<!-- /blog -->';

/** A draft of a post: its text and the data of its published page. */
export const blog = defineBlock({
  name: 'blog',
  // A nested post would be published twice.
  topLevelOnly: true,
  content: 'block+',
  attributes: {
    blog_title: text(500),
    source_id: sourceId(),
    tags: list(z.string().max(100), 50),
    /** file key */
    cover: z
      .string()
      .regex(/^[a-zA-Z0-9/._-]{0,300}$/)
      .catch('')
      .default(''),
    metadata: z
      .object({ gist: text(5000) })
      .catch({ gist: '' })
      .default({ gist: '' }),
    description: text(5000),
    published: flag(false),
    post_id: maybeId(),
    shrink: flag(false),
  },
  text: (it) => it.blog_title,
  html: (it) => [['p', ['strong', it.blog_title]]],
  post: (_it, { content }) => content(),
  markdown: {
    tokenizer: {
      name: 'blog',
      level: 'block',
      start: (src) => src.search(/^<!-- blog \{/m),
      tokenize(src, _, lexer) {
        const [opening, attributes] = OPEN.exec(src) ?? [];
        const end = opening === undefined ? -1 : src.indexOf(CLOSE, opening.length);
        if (opening === undefined || end < 0) return undefined;
        return {
          type: 'blog',
          raw: src.slice(0, end + CLOSE.length),
          attributes,
          tokens: lexer.blockTokens(src.slice(opening.length, end).trim()),
        };
      },
    },
    parse: (token) => readAttributes(token['attributes']),
    // An arrow in the attributes would end the comment.
    render: (
      { blog_title, source_id, tags, description, metadata, cover, post_id, published },
      held,
    ) =>
      [
        `<!-- blog ${JSON.stringify({ blog_title, source_id, tags, description, metadata, cover, post_id, published }).replaceAll('-->', '--\\u003e')} -->`,
        '',
        held,
        '',
        CLOSE,
      ].join('\n'),
  },
  slash: {
    title: 'Blog post',
    hint: 'A post to publish',
    group: 'more',
    icon: 'post',
    keywords: ['blog', 'post', 'article', 'publish'],
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000014',
    blog_title: 'Why margins --> matter',
    source_id: '0198c0de-0000-7000-8000-0000000000a1',
    tags: ['reading', 'notes'],
    description: 'On notes.',
    metadata: { gist: 'Leave a margin.' },
  },
  exampleContent: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'A margin is where reading turns into writing.' }],
    },
  ],
});

function readAttributes(written: unknown): Record<string, never> {
  try {
    return JSON.parse(typeof written === 'string' ? written : '{}') as Record<string, never>;
  } catch {
    return {};
  }
}
