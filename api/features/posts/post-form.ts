/** Input of the publish form: content that fits the editor, listed tags, metadata. */
import type { JSONContent } from '@tiptap/core';
import { z } from 'zod';
import { NewPost, PostContent, PostForm, Tag } from '#core/contract/post.ts';
import { emptyDoc, schemaViolation } from '#core/editor/document.ts';
import { POST_TAGS } from '#config/tags.ts';

/** Accepts a `doc`, or a `blog` block, whose content is the post. */
export function asDoc(content: z.infer<typeof PostContent>): JSONContent {
  const { type, content: held } = content as JSONContent;
  return type === 'blog'
    ? {
        type: 'doc',
        content: Array.isArray(held) && held.length > 0 ? held : (emptyDoc().content ?? []),
      }
    : content;
}
const FittingContent = PostContent.superRefine((content, context) => {
  const misfit = schemaViolation(asDoc(content));
  if (misfit !== undefined)
    context.addIssue({
      code: 'custom',
      message: `Invalid blog content schema: ${misfit.slice(0, 300)}`,
    });
});
const ListedTag = z
  .union([z.string().max(100), Tag.transform((tag) => tag._id)])
  .transform((given, context) => {
    const tag = POST_TAGS.find(
      ({ _id, tag_name }) => _id === given || tag_name.toLowerCase() === given.trim().toLowerCase(),
    );
    if (tag) return tag;
    context.addIssue({ code: 'custom', message: 'This tag is not in the list.' });
    return z.NEVER;
  });
/** Returns the metadata of a post as fields of its form. */
export const asFields = ({
  gist,
  learning_level,
  theme,
  header,
}: NonNullable<PostForm['metadata']>) => ({
  ...(gist !== undefined && { gist }),
  ...(learning_level && { learningLevel: learning_level }),
  ...(theme && { theme }),
  ...(header?.title !== undefined && { metadataTitle: header.title }),
  ...(header?.description !== undefined && { metadataDescription: header.description }),
});
export const CreateBody = NewPost.extend({ content: FittingContent.default({ ...emptyDoc() }) });
export const UpdateBody = PostForm.extend({
  content: FittingContent.optional(),
  tags: z.array(ListedTag).max(5).optional(),
});
