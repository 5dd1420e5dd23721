import { SKIP_LINK } from '#ui/kit/skip-link.ts';
import { skipTexts as texts } from './texts/workspace.ts';

const TARGETS = [
  { text: texts.source, selector: '#source' },
  { text: texts.notes, selector: '#notes' },
  { text: texts.question, selector: '#question' },
] as const;

/** Focuses a pane or a field. */
export function focusPane(target: HTMLElement | null): void {
  if (!target) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}

/** Links to the panes of a thread, which show when they have the focus. */
export function SkipLinks() {
  return TARGETS.map(({ text, selector }) => (
    <a
      key={selector}
      href={selector}
      // Keeps the address, whose query names the current source.
      onClick={(event) => {
        event.preventDefault();
        focusPane(document.querySelector<HTMLElement>(selector));
      }}
      className={SKIP_LINK}
    >
      {text}
    </a>
  ));
}
