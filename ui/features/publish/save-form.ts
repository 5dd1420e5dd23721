import type { JSONContent } from '@tiptap/core';
import { PostStatus, type Post, type PostForm } from '#core/contract/post.ts';
import { toast } from '#ui/kit/toast.ts';
import { fieldsOf, completeForm, type Fields } from './fields.ts';
import { dropDraft } from './saved-draft.ts';
import { publishTexts as texts } from './texts.ts';

interface SaveFormParts {
  /** the post that the form shows */
  post: Post;
  /** the current fields */
  latest: { readonly current: Fields };
  put(fields: Fields): void;
  send(form: PostForm, what: 'whole'): Promise<Post | undefined>;
  /** the text of the post, if the notes have a newer one */
  withText: { content?: JSONContent | undefined };
  onSaved: ((post: Post) => void) | undefined;
}

/** The form has no status `new`: a post that was never saved is a draft. */
const statusBefore = ({ status }: Post): number =>
  status === PostStatus.new ? PostStatus.draft : status;

/**
 * Returns what saves a valid form. A changed status, such as a publication, can be undone from the
 * message that confirms it.
 */
export function createSaveForm({ post, latest, put, send, withText, onSaved }: SaveFormParts) {
  /** Restores the status of the post, and the fields of the form. */
  async function undo({ status, at }: Fields): Promise<void> {
    const { scheduled_at, published_at } = post;
    const isFirst = published_at === null ? { published_at } : {};
    const restored = await send({ status: statusBefore(post), scheduled_at, ...isFirst }, 'whole');
    if (!restored) {
      toast.error(texts.undoFailed);
      return;
    }
    put({ ...latest.current, status, at });
    onSaved?.(restored);
  }
  return async (wanted: Fields): Promise<Post | undefined> => {
    const shown = latest.current;
    put(wanted);
    const isPublished = post.status === PostStatus.published;
    const next = await send({ ...completeForm(wanted, isPublished), ...withText }, 'whole');
    if (!next) return undefined;
    dropDraft(next._id);
    put(fieldsOf(next));
    const isUndoable = next.status !== statusBefore(post);
    toast.success(
      texts.done,
      isUndoable ? { action: { label: texts.undo, onClick: () => void undo(shown) } } : {},
    );
    onSaved?.(next);
    return next;
  };
}
