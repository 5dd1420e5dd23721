import { useCallback, useMemo, useRef, useState } from 'react';
import { LIMITS, PostStatus, type Post } from '#core/contract/post.ts';
import { fieldsOf, equalFields, completeForm, type Fields } from './fields.ts';
import { dropDraft, readDraft } from './saved-draft.ts';

/**
 * The fields of the publish form. They start with the draft that this browser stored, if it differs
 * from the post; else with the post, under the title that it has in the notes.
 */
export function usePostFields(post: Post, titleInNotes: string | undefined) {
  const isPublished = post.status === PostStatus.published;
  const base = useMemo(() => fieldsOf(post), [post]);
  /** whether two states of the form would send the same */
  const equal = useCallback(
    (one: Fields, other: Fields) =>
      equalFields(completeForm(one, isPublished), completeForm(other, isPublished)),
    [isPublished],
  );
  const [stored] = useState(() => {
    const draft = readDraft(post._id);
    return draft && !equal(draft, base) ? draft : undefined;
  });
  const [fields, setFields] = useState(
    () => stored ?? (titleInNotes ? { ...base, title: titleInNotes.slice(0, LIMITS.title) } : base),
  );
  const [restored, setRestored] = useState(stored !== undefined);
  const latest = useRef(fields);
  const put = useCallback((next: Fields) => {
    latest.current = next;
    setFields(next);
  }, []);
  const dropIfSame = useCallback(
    (saved: Post) => {
      if (equal(latest.current, fieldsOf(saved))) dropDraft(saved._id);
    },
    [equal],
  );
  return {
    /** the server's fields */
    base,
    equal,
    fields,
    /** the same, for code that runs between renders */
    latest,
    put,
    /** Drops the stored draft once the post is saved with the same fields. */
    dropIfSame,
    /** whether a stored draft was restored */
    restored,
    setRestored,
  };
}
