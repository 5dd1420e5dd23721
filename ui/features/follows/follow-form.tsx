import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { DEFAULT_FOLLOW_INTERVAL, type NewFollow } from '#core/contract/follow.ts';
import { messageOf } from '#ui/client/api.ts';
import { followApi } from '#ui/client/follow-api.ts';
import { keys, useThreads } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { toast } from '#ui/kit/toast.ts';
import { IntervalSelect } from './interval-select.tsx';
import { followTexts as texts } from './texts.ts';

const EMPTY = {
  url: '',
  every: DEFAULT_FOLLOW_INTERVAL,
  threadId: '',
  tags: '',
  match: '',
};
type Draft = typeof EMPTY;

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

export function FollowForm() {
  const cache = useQueryClient();
  const threads = useThreads().data?.docs ?? [];
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const create = useMutation({
    mutationFn: (body: Partial<NewFollow>) => followApi.create(body),
    onSuccess: ({ title }) => {
      setDraft(EMPTY);
      toast.success(texts.added(title));
      void cache.invalidateQueries({ queryKey: keys.follows });
      void cache.invalidateQueries({ queryKey: keys.imports });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (draft.url.trim() === '' || create.isPending) return;
    const thread = threads.find(({ _id }) => _id === draft.threadId);
    create.mutate({
      url: draft.url.trim(),
      every: draft.every,
      tags: tagsOf(draft.tags),
      ...(thread ? { threadId: thread._id } : {}),
      ...(draft.match.trim() ? { match: draft.match.trim() } : {}),
    });
  };
  return (
    <form
      aria-label={texts.form}
      onSubmit={send}
      className="mb-8 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-60 flex-1">
          <Field
            name="url"
            label={texts.url}
            type="text"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={texts.placeholder}
            value={draft.url}
            onChange={(url) => {
              set({ url });
              create.reset();
            }}
            error={create.error ? messageOf(create.error) : undefined}
            hint={texts.urlHint}
          />
        </div>
        <Button
          type="submit"
          look="primary"
          disabled={draft.url.trim() === '' || create.isPending}
          className="mt-6 h-11 max-sm:mt-0 max-sm:w-full"
        >
          {texts.add}
        </Button>
      </div>
      <details className="mt-3 text-sm">
        <summary className="w-fit cursor-pointer rounded-control py-1 text-ink-soft hover:text-ink">
          {texts.options}
        </summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Labelled label={texts.every}>
            {(id) => (
              <IntervalSelect id={id} value={draft.every} onChange={(every) => set({ every })} />
            )}
          </Labelled>
          <Labelled label={texts.thread}>
            {(id) => (
              <select
                id={id}
                value={draft.threadId}
                onChange={(event) => set({ threadId: event.target.value })}
                className="h-11 w-full rounded-control border border-line-field bg-surface px-2 text-[0.9375rem] [&>option]:bg-raised [&>option]:text-ink"
              >
                <option value="">{texts.libraryOnly}</option>
                {threads.map(({ _id, title }) => (
                  <option key={_id} value={_id}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <Field
            name="tags"
            label={texts.tags}
            value={draft.tags}
            onChange={(tags) => set({ tags })}
            hint={texts.tagsHint}
          />
          <Field
            name="match"
            label={texts.match}
            value={draft.match}
            onChange={(match) => set({ match })}
            hint={texts.matchHint}
          />
        </div>
      </details>
    </form>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
