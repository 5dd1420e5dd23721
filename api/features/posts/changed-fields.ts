import type { JSONContent } from '@tiptap/core';
import { PostStatus, type PostForm, type Tag } from '#core/contract/post.ts';
import type { PostRow, StoredCover } from './posts.model.ts';

/** The fields of a form, with tags and content in the form in which they are stored. */
export type PostChange = Omit<
  PostForm,
  'tags' | 'content' | 'cover' | 'scheduled_at' | 'metadata'
> & {
  tags?: Tag[] | undefined;
  content?: JSONContent | undefined;
  cover?: StoredCover | null | undefined;
  scheduledAt?: Date | null | undefined;
};

/**
 * Returns the fields of a post after a change. The date of a post is its first publication;
 * publishing clears a schedule.
 */
export function changedFields(was: PostRow, form: PostChange) {
  const now = new Date();
  const { metadata } = was;
  const status = form.status ?? was.status;
  const isPublished = status === PostStatus.published;
  return {
    status,
    title: form.title ?? was.title,
    description: form.description ?? was.description,
    tags: form.tags ?? was.tags,
    aiTags: form.aiGeneratedTags ?? was.aiTags,
    sources: form.sources ?? was.sources,
    indexable: form.indexable ?? was.indexable,
    content: form.content ?? was.content,
    cover: form.cover === undefined ? was.cover : form.cover,
    metadata: {
      gist: form.gist ?? metadata.gist,
      learning_level: form.learningLevel ?? metadata.learning_level,
      theme: {
        mode: form.theme?.mode ?? metadata.theme.mode,
        colors: { ...metadata.theme.colors, ...definedOf(form.theme?.colors ?? {}) },
      },
      header: {
        title: form.metadataTitle ?? metadata.header.title,
        description: form.metadataDescription ?? metadata.header.description,
      },
    },
    scheduledAt:
      isPublished || status > PostStatus.published
        ? null
        : form.scheduledAt === undefined
          ? was.scheduledAt
          : form.scheduledAt,
    publishedAt: isPublished
      ? (was.publishedAt ?? now)
      : form.published_at === null
        ? null
        : was.publishedAt,
    updatedAt: now,
  };
}

const definedOf = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
