import { Layers } from 'lucide-react';
import { popup } from '#ui/kit/popup.tsx';
import { selectorTexts as texts } from './texts/sources.ts';
import type { SelectionProps } from './assistant-sources.ts';
import { askable } from './source-state.ts';

const Popup = popup<SelectionProps>(
  () => import('./selector-popup.tsx').then((it) => it.SelectorPopup),
  'dialog',
);

export function SourceSelector(props: SelectionProps) {
  const { sources, unselected } = props;
  const chosen = askable(sources, unselected).length;
  return (
    <Popup
      {...props}
      trigger={
        <button
          type="button"
          aria-label={texts.open}
          data-tooltip={texts.open}
          aria-description={texts.chosen(chosen, sources.length)}
          disabled={sources.length === 0}
          className="inline-flex min-h-target items-center gap-1.5 rounded-control px-2.5 text-[0.8125rem] font-medium text-ink-soft transition-colors duration-(--quick) hover:bg-hover hover:text-ink disabled:opacity-45"
        >
          <Layers size={16} aria-hidden />
          {/* drawn with CSS, so that the button keeps its accessible name */}
          <span
            aria-hidden
            data-count={texts.count(chosen, sources.length)}
            className="tabular-nums before:content-[attr(data-count)]"
          />
        </button>
      }
    />
  );
}
