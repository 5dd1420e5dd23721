import { clsx } from 'clsx';
import { ChevronsUpDown } from 'lucide-react';
import { popup } from '#ui/kit/popup.tsx';
import { switchTexts as texts } from './texts/sources.ts';
import type { SwitchProps } from './switch-popup.tsx';

const Popup = popup<SwitchProps>(
  () => import('./switch-popup.tsx').then((it) => it.SwitchPopup),
  'dialog',
);

/** Switches between sources, wherever they are in the strip. */
export function SourceSwitch({ isFolded, ...props }: SwitchProps & { isFolded: boolean }) {
  const { sources, currentId } = props;
  const at = sources.findIndex((it) => it._id === currentId) + 1;
  return (
    <Popup
      {...props}
      trigger={
        <button
          type="button"
          aria-label={texts.open}
          data-tooltip={texts.hint}
          aria-description={at > 0 ? texts.at(at, sources.length) : undefined}
          className={clsx(
            'inline-flex min-w-target shrink-0 items-center justify-center gap-0.5 rounded-control px-1.5 font-medium text-ink-soft tabular-nums transition-colors duration-(--quick) hover:bg-hover hover:text-ink',
            isFolded ? 'h-target text-xs' : 'mr-1 h-16 flex-col text-[0.6875rem]',
          )}
        >
          <ChevronsUpDown size={16} aria-hidden />
          {/* drawn with CSS, so that the button keeps its accessible name */}
          <span
            aria-hidden
            data-at={at > 0 ? texts.drawn(at, sources.length) : texts.none(sources.length)}
            className="before:content-[attr(data-at)]"
          />
        </button>
      }
    />
  );
}
