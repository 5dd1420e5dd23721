/**
 * The state of the publish form: what is typed is kept here at once, sent while it is a draft, and
 * published by a press.
 */
import { useQueryClient } from '@tanstack/react-query';
import type { JSONContent } from '@tiptap/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { LIMITS, PostStatus, type Post, type PostForm } from '#core/contract/post.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import {
  draftForm,
  fieldsOf,
  problemsOf,
  problemsToldBy,
  same,
  wholeForm,
  type Fields,
  type Problems,
} from './fields.ts';
import { dropDraft, keepDraft, readDraft } from './kept-draft.ts';

const PAUSE_MS = 700;
/** after the server was not there */
const AGAIN_MS = 4000;

export interface Publishing {
  fields: Fields;
  change(part: Partial<Fields>): void;
  /** those to be shown now */
  problems: Problems;
  /** the text of the notes is another than the one that readers have */
  newText: boolean;
  /** something typed earlier came back */
  restored: boolean;
  discard(): void;
  state: 'saved' | 'saving' | 'kept' | 'unsaved' | 'wrong';
  failure: string | undefined;
  busy: boolean;
  /** answers what came of it; `undefined` where something is wrong */
  save(how?: { status: Fields['status'] }): Promise<Post | undefined>;
}

interface InNotes {
  /** the post as it stands in the notes, where they are open */
  content: JSONContent | undefined;
  /** as it is called there */
  title: string | undefined;
  onSaved: ((post: Post) => void) | undefined;
}

export function usePublish(post: Post, { content, title, onSaved }: InNotes): Publishing {
  const cache = useQueryClient();
  const published = post.status === PostStatus.published;
  const isDraft = post.status === PostStatus.new || post.status === PostStatus.draft;
  const base = useMemo(() => fieldsOf(post), [post]);
  const equal = useCallback(
    (one: Fields, other: Fields) => same(wholeForm(one, published), wholeForm(other, published)),
    [published],
  );
  const [kept] = useState(() => {
    const was = readDraft(post._id);
    return was && !equal(was, base) ? was : undefined;
  });
  // Renamed in the notes since it was saved.
  const [fields, setFields] = useState(
    () => kept ?? (title ? { ...base, title: title.slice(0, LIMITS.title) } : base),
  );
  const [restored, setRestored] = useState(kept !== undefined);
  const [submitted, setSubmitted] = useState(false);
  const [told, setTold] = useState<Problems>({});
  const [failure, setFailure] = useState<{
    message: string;
    /** the same again would fail again */
    final: boolean;
  }>();
  const [sending, setSending] = useState<'draft' | 'whole'>();
  const wrong = useMemo(() => problemsOf(fields, { published }), [fields, published]);
  const newText = content !== undefined && !same(content, post.content);
  const latest = useRef(fields);

  const arrived = useCallback(
    (next: Post) => {
      cache.setQueryData(keys.post(next._id), next);
      void cache.invalidateQueries({ queryKey: keys.postLists });
      if (same(wholeForm(latest.current, published), wholeForm(fieldsOf(next), published)))
        dropDraft(next._id);
    },
    [cache, published],
  );

  const change = useCallback(
    (part: Partial<Fields>) => {
      latest.current = { ...latest.current, ...part };
      keepDraft(post._id, latest.current);
      setFields(latest.current);
      setTold((was) => Object.fromEntries(Object.entries(was).filter(([name]) => !(name in part))));
      setFailure(undefined);
    },
    [post._id],
  );

  const draft = useMemo(() => draftForm(fields, wrong), [fields, wrong]);
  const unsent = isDraft && (newText || !same(draft, draftForm(base, wrong)));
  const send = useCallback(
    async (form: PostForm, what: 'draft' | 'whole') => {
      setSending(what);
      try {
        const next = await postApi.update(post._id, form);
        arrived(next);
        setFailure(undefined);
        return next;
      } catch (error) {
        if (error instanceof ApiError) setTold(problemsToldBy(error.details));
        setFailure({
          message: messageOf(error),
          final: error instanceof ApiError && error.status >= 400 && error.status < 500,
        });
        return undefined;
      } finally {
        setSending(undefined);
      }
    },
    [post._id, arrived],
  );

  const pending = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    pending.current = undefined;
    if (!unsent || sending || failure?.final) return undefined;
    const go = () => {
      pending.current = undefined;
      void send({ ...draft, ...(newText ? { content } : {}) }, 'draft');
    };
    pending.current = go;
    const timer = setTimeout(go, failure ? AGAIN_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [unsent, sending, failure, draft, newText, content, send]);
  // What was typed last goes along when the form is closed.
  useEffect(() => () => pending.current?.(), []);

  const save = async (how?: { status: Fields['status'] }) => {
    setSubmitted(true);
    const wanted = how ? { ...latest.current, ...how } : latest.current;
    if (Object.keys(problemsOf(wanted, { published })).length > 0) return undefined;
    pending.current = undefined;
    latest.current = wanted;
    setFields(wanted);
    const next = await send(
      { ...wholeForm(wanted, published), ...(newText ? { content } : {}) },
      'whole',
    );
    if (!next) return undefined;
    dropDraft(next._id);
    latest.current = fieldsOf(next);
    setFields(latest.current);
    setRestored(false);
    setSubmitted(false);
    toast.success(texts.done);
    onSaved?.(next);
    return next;
  };
  const discard = () => {
    latest.current = base;
    dropDraft(post._id);
    setFields(base);
    setRestored(false);
    setFailure(undefined);
    setTold({});
  };

  const problems = {
    ...(submitted
      ? wrong
      : Object.fromEntries(
          Object.entries(wrong).filter(
            ([name]) => !same(fields[name as keyof Fields], base[name as keyof Fields]),
          ),
        )),
    ...told,
  };
  const state =
    Object.keys(problems).length > 0
      ? 'wrong'
      : sending
        ? 'saving'
        : unsent
          ? 'unsaved'
          : equal(fields, base) || isDraft
            ? 'saved'
            : 'kept';
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
    save,
  };
}
