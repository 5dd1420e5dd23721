/** Edits the server's model provider: address, key and models. Only for the operator. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import type { ProviderPart, ProviderSettings } from '#core/contract/provider.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { providerApi } from '#ui/client/provider-api.ts';
import { keys } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Field } from '#ui/kit/field.tsx';
import { toast } from '#ui/kit/toast.ts';
import { changeOf, draftOf } from './provider-draft.ts';
import { ProviderKey } from './provider-key.tsx';
import { SettingsCard } from './settings-card.tsx';
import { providerTexts as texts } from './texts/provider.ts';

export function ProviderCard() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.provider,
    queryFn: ({ signal }) => providerApi.read(signal),
  });
  if (data) return <ProviderForm settings={data} />;
  if (error instanceof ApiError && error.status === 403)
    return <SettingsCard title={texts.title} text={texts.operatorOnly} />;
  if (error)
    return (
      <EmptyState title={texts.failed} text={messageOf(error)}>
        <Button onClick={() => void refetch()}>{texts.retry}</Button>
      </EmptyState>
    );
  return <Skeleton className="h-96 rounded-card!" />;
}

const MODEL_FIELDS = [
  { field: 'chatModel', part: 'models', label: texts.chatModel, hint: texts.chatHint },
  {
    field: 'embeddingModel',
    part: 'embedding_model',
    label: texts.embeddingModel,
    hint: texts.embeddingHint,
  },
  {
    field: 'transcriptionModel',
    part: 'transcription_model',
    label: texts.transcriptionModel,
    hint: texts.transcriptionHint,
  },
] as const;

function ProviderForm({ settings }: { settings: ProviderSettings }) {
  const list = useId();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const test = useMutation({ mutationFn: providerApi.test });
  const save = useMutation({
    mutationFn: providerApi.save,
    onSuccess: (saved) => {
      cache.setQueryData(keys.provider, saved);
      setDraft(draftOf(saved));
      toast.success(texts.saved);
      return cache.invalidateQueries({ queryKey: keys.me });
    },
  });
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    test.reset();
    save.reset();
  };
  const fixed = (part: ProviderPart, hint: string) =>
    settings.from_environment.includes(part)
      ? { readOnly: true, hint: texts.environment(texts.names[part]) }
      : { hint };
  const isBusy = test.isPending || save.isPending;
  return (
    <SettingsCard title={texts.title} text={texts.text}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(changeOf(settings, draft));
        }}
      >
        <Field
          name="address"
          type="url"
          label={texts.address}
          placeholder={texts.addressPlaceholder}
          value={draft.address}
          onChange={(address) => change({ address })}
          {...fixed('connection', '')}
        />
        <ProviderKey settings={settings} draft={draft} onChange={(key) => change({ key })} />
        {MODEL_FIELDS.map(({ field, part, label, hint }) => (
          <Field
            key={field}
            name={field}
            label={label}
            list={list}
            autoComplete="off"
            spellCheck={false}
            value={draft[field]}
            onChange={(text) => change({ [field]: text })}
            {...fixed(part, hint)}
          />
        ))}
        <datalist id={list}>
          {test.data?.models?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div role="status" className="text-sm empty:hidden">
          {test.data && <Outcome isGood text={texts.works(test.data.model)} />}
          {test.error && <Outcome text={messageOf(test.error)} />}
          {save.error && <Outcome text={messageOf(save.error)} />}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isBusy} onClick={() => test.mutate(changeOf(settings, draft))}>
            {test.isPending ? texts.testing : texts.test}
          </Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {save.isPending ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </SettingsCard>
  );
}

function Outcome({ isGood = false, text }: { isGood?: boolean; text: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <p className="flex items-start gap-2 wrap-anywhere">
      <Icon
        size={17}
        aria-hidden
        className={`mt-0.5 shrink-0 ${isGood ? 'text-accent' : 'text-danger'}`}
      />
      {text}
    </p>
  );
}
