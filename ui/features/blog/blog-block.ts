/** Converts a generated post to a blog block of the notes. Pure. */
import type { JSONContent } from '@tiptap/core';
import type { GeneratedBlog } from '#core/contract/ask.ts';

interface Made {
  sourceId: string;
  by: string | undefined;
  now: Date;
  id: string;
}

/** Every block with attributes gets an id, so that links can identify it. */
const named = (node: JSONContent, makeId: () => string): JSONContent => ({
  ...node,
  ...(node.attrs && '_id' in node.attrs
    ? {
        attrs: {
          ...node.attrs,
          _id: typeof node.attrs['_id'] === 'string' ? node.attrs['_id'] : makeId(),
        },
      }
    : {}),
  ...(node.content ? { content: node.content.map((it) => named(it, makeId)) } : {}),
});

export function blogBlock(
  { idea_title, metadata, description, content }: GeneratedBlog,
  { sourceId, by, now, id }: Made,
  makeId: () => string = () => crypto.randomUUID(),
): JSONContent {
  const inner: unknown = content['content'];
  return {
    type: 'blog',
    attrs: {
      _id: id,
      blog_title: idea_title,
      source_id: sourceId,
      tags: metadata.tags,
      metadata: { gist: metadata.gist },
      description,
      published: false,
      createdAt: now.toISOString(),
      ...(by === undefined ? {} : { createdBy: by }),
    },
    content:
      Array.isArray(inner) && inner.length > 0
        ? (inner as JSONContent[]).map((it) => named(it, makeId))
        : [{ type: 'paragraph' }],
  };
}
