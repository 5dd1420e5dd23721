import { useEffect } from 'react';

/** Panes of a thread in the order of F6; the question stands for the box around it. */
const PANES = ['#source', '#notes', '#answers', '#question'] as const;

/** Focuses a pane or a field; returns false if it isn't there. */
export function focusPane(target: HTMLElement | null): boolean {
  if (!target) return false;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
  return true;
}

const isShown = (pane: Element): boolean => pane.closest('[hidden], .hidden') === null;

/** Moves the focus to the next pane that is shown, or to the previous one, in a circle. */
function cyclePanes(step: 1 | -1): boolean {
  const shown = PANES.flatMap((selector) => {
    const pane = document.querySelector<HTMLElement>(selector);
    return pane && isShown(pane) && !pane.matches(':disabled') ? [pane] : [];
  });
  const current = shown.findIndex((pane) =>
    (pane.closest('form') ?? pane).contains(document.activeElement),
  );
  const from = current === -1 && step === -1 ? 0 : current;
  return focusPane(shown[(from + step + shown.length) % shown.length] ?? null);
}

/** F6 and Shift+F6 go through the panes of a thread, as in desktop applications. */
export function usePaneKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      if (cyclePanes(event.shiftKey ? -1 : 1)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
