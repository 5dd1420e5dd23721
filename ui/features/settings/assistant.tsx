import { Check, Minus, WifiOff } from 'lucide-react';
import type { Me } from '#core/contract/account.ts';
import { assistantTexts as texts } from './texts/settings.ts';
import { ProviderCard } from './provider-card.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Which assistant answers, and what the others need. */
export function Assistant({ me: { capabilities, features } }: { me: Me }) {
  const { models, offline, embeddings, transcription } = capabilities;
  const needs = offline ? texts.needsProvider : texts.needsModel;
  return (
    <>
      {offline && (
        <SettingsCard className="border-accent/40 bg-accent-soft!">
          <p className="flex items-start gap-3 text-sm">
            <WifiOff size={18} aria-hidden className="mt-px shrink-0 text-accent" />
            <span>
              <span className="font-semibold">{texts.offlineTitle}</span>
              <span className="mt-0.5 block text-ink-soft text-pretty">{texts.offline}</span>
            </span>
          </p>
        </SettingsCard>
      )}
      <ProviderCard />
      <SettingsCard title={texts.models} text={offline ? texts.needsProvider : texts.online}>
        <ul aria-label={texts.models} className="-my-2 divide-y divide-line text-sm">
          {models
            .filter((it) => !it.hidden)
            .map((it) => (
              <Fact
                key={it.id}
                name={it.name}
                on={it.available}
                onText={texts.ready}
                offText={offline ? texts.off : texts.absent}
                {...(!it.available && !offline && { text: needs })}
              />
            ))}
        </ul>
      </SettingsCard>
      <SettingsCard title={texts.parts}>
        <ul aria-label={texts.parts} className="-my-2 divide-y divide-line text-sm">
          <Fact
            name={texts.embeddings}
            on={embeddings}
            onText={texts.on}
            offText={texts.off}
            text={embeddings ? texts.embeddingsOn : texts.embeddingsOff}
          />
          <Fact
            name={texts.transcription}
            on={transcription}
            onText={texts.on}
            offText={texts.off}
            text={transcription ? texts.transcriptionOn : texts.transcriptionOff}
          />
          <Fact
            name={texts.notes}
            on={features.notes_generation}
            onText={texts.on}
            offText={texts.off}
            text={features.notes_generation ? texts.notesOn : texts.notesOff}
          />
        </ul>
      </SettingsCard>
    </>
  );
}

function Fact({
  name,
  on,
  onText,
  offText,
  text,
}: {
  name: string;
  on: boolean;
  onText: string;
  offText: string;
  text?: string;
}) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block">{name}</span>
        {text && (
          <span className="mt-0.5 block text-[0.8125rem] text-ink-soft text-pretty">{text}</span>
        )}
      </span>
      <span
        className={
          on
            ? 'flex shrink-0 items-center gap-1.5 text-[0.8125rem] text-accent'
            : 'flex shrink-0 items-center gap-1.5 text-[0.8125rem] text-ink-soft'
        }
      >
        {on ? <Check size={15} aria-hidden /> : <Minus size={15} aria-hidden />}
        {on ? onText : offText}
      </span>
    </li>
  );
}
