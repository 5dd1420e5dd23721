import { skipTexts as texts } from './texts/workspace.ts';

const TARGETS = [
  { text: texts.source, selector: '#source' },
  { text: texts.notes, selector: '#notes' },
  { text: texts.question, selector: '#question' },
] as const;

function focusOn(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector);
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
      // The address stays: its query names the source that is shown.
      onClick={(event) => {
        event.preventDefault();
        focusOn(selector);
      }}
      className="sr-only focus-visible:not-sr-only focus-visible:fixed! focus-visible:top-2 focus-visible:left-2 focus-visible:z-70 focus-visible:rounded-control focus-visible:bg-raised focus-visible:px-4 focus-visible:py-2 focus-visible:shadow-mid"
    >
      {text}
    </a>
  ));
}
