/**
 * What was typed into the form of a post and has not reached the server: kept in this browser until
 * it has.
 */
import { z } from 'zod';
import { Fields } from './fields.ts';

const Kept = z.object({ fields: Fields });
const keyOf = (postId: string): string => `gloss-post-draft-${postId}`;

export function readDraft(postId: string): Fields | undefined {
  try {
    return Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(postId)) ?? '')).data?.fields;
  } catch {
    return undefined;
  }
}
export function saveDraft(postId: string, fields: Fields): void {
  try {
    localStorage.setItem(keyOf(postId), JSON.stringify({ fields }));
  } catch (cause) {
    console.warn('The browser keeps no draft of this post.', cause);
  }
}
export function dropDraft(postId: string): void {
  localStorage.removeItem(keyOf(postId));
}
