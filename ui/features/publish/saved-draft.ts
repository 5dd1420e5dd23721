/**
 * Unsaved changes of the publish form, stored in this browser.
 */
import { z } from 'zod';
import { createStoredItem } from '#ui/storage/stored-item.ts';
import { Fields } from './fields.ts';

const SavedDraft = z.object({ fields: Fields });
const savedDraft = (postId: string) =>
  createStoredItem(`gloss-post-draft-${postId}`, SavedDraft, { fallback: undefined });

export const readDraft = (postId: string): Fields | undefined => savedDraft(postId).read()?.fields;
export const saveDraft = (postId: string, fields: Fields): void =>
  savedDraft(postId).write({ fields });
export const dropDraft = (postId: string): void => savedDraft(postId).remove();
