import { selectorTexts as texts } from './texts/sources.ts';
import type { AssistantSources } from './assistant-sources.ts';

/** Lets the assistant use all listed sources, or none of them. */
export function SelectAll({ selection: { hasAll, toggleAll } }: { selection: AssistantSources }) {
  return (
    <button
      type="button"
      disabled={!toggleAll}
      onClick={toggleAll}
      className="-mr-2 min-h-target rounded-control px-2 text-[0.8125rem] font-medium text-accent hover:bg-hover disabled:opacity-45"
    >
      {hasAll ? texts.none : texts.all}
    </button>
  );
}
