import { Check } from 'lucide-react';
import { Checkbox } from 'radix-ui';
import type { Source } from '#core/contract/source.ts';
import type { AssistantSources } from './assistant-sources.ts';
import { canBeAsked } from './source-state.ts';

interface CheckboxProps {
  source: Source;
  selection: AssistantSources;
  label: string;
  description?: string;
}

/** Whether the assistant may use a source; disabled for one that it can't read. */
export function AssistantCheckbox({ source, selection, label, description }: CheckboxProps) {
  const isUsable = canBeAsked(source);
  return (
    <Checkbox.Root
      checked={isUsable && selection.has(source._id)}
      disabled={!isUsable}
      onCheckedChange={() => selection.toggle(source._id)}
      aria-label={label}
      aria-description={description}
      className="group grid size-target shrink-0 place-items-center rounded-control disabled:opacity-45"
    >
      <span className="grid size-[18px] place-items-center rounded-[5px] border border-line-field bg-surface text-on-accent group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
        <Checkbox.Indicator>
          <Check size={13} strokeWidth={3} />
        </Checkbox.Indicator>
      </span>
    </Checkbox.Root>
  );
}
