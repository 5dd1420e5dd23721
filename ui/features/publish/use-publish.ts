/**
 * The state of the publish form: stored in the browser while typing, sent while it is a draft, and
 * published with a button.
 */
import type { JSONContent } from '@tiptap/core';
import { useCallback, useMemo, useState } from 'react';
import { PostStatus, type Post } from '#core/contract/post.ts';
import { draftForm, problemsOf, equalFields, type Fields, type Problems } from './fields.ts';
import { createSaveForm } from './save-form.ts';
import { dropDraft, saveDraft } from './saved-draft.ts';
import { publishState, shownProblems, type PublishState } from './publish-state.ts';
import { useAutoSave } from './use-auto-save.ts';
import { usePostFields } from './use-post-fields.ts';
import { useSendPost } from './use-send-post.ts';

export interface Publishing {
  fields: Fields;
  change(part: Partial<Fields>): void;
  /** the problems to show now */
  problems: Problems;
  /** whether the notes differ from the published text */
  newText: boolean;
  /** a draft was restored */
  restored: boolean;
  discard(): void;
  state: PublishState;
  failure: string | undefined;
  busy: boolean;
  /** whether the form can be sent */
  isValid: boolean;
  /** returns the result; `undefined` if a field is invalid */
  save(how?: { status: Fields['status'] }): Promise<Post | undefined>;
}

interface InNotes {
  /** the post's text in the notes, if they are open */
  content: JSONContent | undefined;
  /** the title in the notes */
  title: string | undefined;
  onSaved: ((post: Post) => void) | undefined;
}

export function usePublish(post: Post, { content, title, onSaved }: InNotes): Publishing {
  const published = post.status === PostStatus.published;
  const isDraft = post.status === PostStatus.new || post.status === PostStatus.draft;
  const { base, equal, fields, latest, put, dropIfSame, restored, setRestored } = usePostFields(
    post,
    title,
  );
  const [submitted, setSubmitted] = useState(false);
  const wrong = useMemo(() => problemsOf(fields, { published }), [fields, published]);
  const newText = content !== undefined && !equalFields(content, post.content);

  const sender = useSendPost(post._id, dropIfSame);
  const { send, sending, failure, forget } = sender;

  const change = useCallback(
    (part: Partial<Fields>) => {
      put({ ...latest.current, ...part });
      saveDraft(post._id, latest.current);
      forget(part);
    },
    [post._id, put, latest, forget],
  );

  const withText = useMemo(() => (newText ? { content } : {}), [newText, content]);
  const draft = useMemo(
    () => ({ ...draftForm(fields, wrong), ...withText }),
    [fields, wrong, withText],
  );
  const unsent = isDraft && (newText || !equalFields(draft, draftForm(base, wrong)));
  const dropAutoSave = useAutoSave(
    unsent && !sending && !failure?.isFinal ? draft : undefined,
    failure,
    send,
  );

  const saveForm = createSaveForm({ post, latest, put, send, withText, onSaved });
  const save = async (how?: { status: Fields['status'] }) => {
    setSubmitted(true);
    const wanted = how ? { ...latest.current, ...how } : latest.current;
    if (Object.keys(problemsOf(wanted, { published })).length > 0) return undefined;
    dropAutoSave();
    const next = await saveForm(wanted);
    if (!next) return undefined;
    setRestored(false);
    setSubmitted(false);
    return next;
  };
  const discard = () => {
    put(base);
    dropDraft(post._id);
    setRestored(false);
    forget();
  };

  const problems = shownProblems({
    found: wrong,
    fromServer: sender.problems,
    fields,
    base,
    isSubmitted: submitted,
  });
  const state = publishState({
    hasProblems: Object.keys(problems).length > 0,
    isSending: sending !== undefined,
    isUnsent: unsent,
    isDraft,
    isUnchanged: equal(fields, base),
  });
  return {
    fields,
    change,
    problems,
    newText,
    restored: restored && state !== 'saved',
    discard,
    state,
    failure: failure?.message,
    busy: sending === 'whole',
    isValid: Object.keys(wrong).length === 0,
    save,
  };
}
