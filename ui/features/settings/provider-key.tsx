import type { ProviderSettings } from '#core/contract/provider.ts';
import { Button } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import type { ProviderDraft } from './provider-draft.ts';
import { providerTexts as texts } from './texts/provider.ts';

interface ProviderKeyProps {
  settings: ProviderSettings;
  draft: ProviderDraft;
  onChange: (key: ProviderDraft['key']) => void;
}

/** The key is never shown: it can be replaced or removed. */
export function ProviderKey({ settings, draft, onChange }: ProviderKeyProps) {
  const isFixed = settings.from_environment.includes('connection');
  const isMoved = hostOf(draft.address) !== hostOf(settings.base_url ?? '');
  const isRemoved = draft.key === null;
  if (isFixed || (settings.key_set && !isMoved && typeof draft.key !== 'string'))
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <p className="min-w-0 flex-1 basis-40">
          <span className="block font-medium">{texts.key}</span>
          <span className="block text-ink-soft">
            {isRemoved ? texts.removed : settings.key_set ? texts.keySet : texts.noKey}
            {isFixed && ` · ${texts.environment(texts.names.connection)}`}
          </span>
        </p>
        {!isFixed && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onChange('')}>{texts.replace}</Button>
            {isRemoved ? (
              <Button onClick={() => onChange(undefined)}>{texts.keep}</Button>
            ) : (
              <Button onClick={() => onChange(null)}>{texts.remove}</Button>
            )}
          </div>
        )}
      </div>
    );
  return (
    <Field
      name="key"
      type="password"
      autoComplete="off"
      spellCheck={false}
      label={texts.key}
      value={draft.key ?? ''}
      onChange={onChange}
      hint={settings.key_set && isMoved ? texts.keyDropped : texts.keyHint}
      aside={
        settings.key_set &&
        !isMoved && (
          <button
            type="button"
            className="text-[0.8125rem] text-accent underline"
            onClick={() => onChange(undefined)}
          >
            {texts.keep}
          </button>
        )
      }
    />
  );
}

const hostOf = (address: string): string =>
  URL.parse(address === '' ? texts.addressPlaceholder : address)?.origin ?? address;
