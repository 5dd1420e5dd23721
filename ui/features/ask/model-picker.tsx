import { ChevronDown } from 'lucide-react';
import type { Me } from '#core/contract/account.ts';
import { askOptionTexts as texts } from './texts/options.ts';
import { rememberModel } from './model.ts';

/**
 * The browser's own select: the best picker on a phone, and without a download. Unavailable models
 * are listed below the reason.
 */
export function ModelPicker({ me, model }: { me: Me | null | undefined; model: number }) {
  const offline = me?.capabilities.offline ?? false;
  const models = me?.capabilities.models.filter((it) => !it.hidden) ?? [];
  const [ready, missing] = [
    models.filter((it) => it.available),
    models.filter((it) => !it.available),
  ];
  const selected = ready.some((it) => it.id === model) ? model : ready[0]?.id;
  return (
    <span className="relative inline-flex min-w-0 items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink max-[479px]:flex-1">
      <select
        aria-label={texts.model}
        title={texts.model}
        value={offline ? 'offline' : selected}
        onChange={(event) => rememberModel(Number(event.target.value))}
        className="min-h-target w-full max-w-44 min-w-0 [field-sizing:content] cursor-pointer appearance-none truncate rounded-control bg-transparent py-0 pr-7 pl-2.5 text-[0.8125rem] font-medium [&_optgroup]:bg-raised [&_optgroup]:text-ink-soft [&_option]:bg-raised [&_option]:text-ink [&_option:disabled]:text-ink-faint"
      >
        {offline && <option value="offline">{texts.offlineModel}</option>}
        {ready.map((it) => (
          <option key={it.id} value={it.id}>
            {it.name}
          </option>
        ))}
        {missing.length > 0 && (
          <optgroup label={offline ? texts.needsProvider : texts.notOffered}>
            {missing.map((it) => (
              <option key={it.id} value={it.id} disabled>
                {it.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-2" />
    </span>
  );
}
