import { takesSingleKey } from '#ui/kit/single-keys.ts';
import { openPanes, type PaneCommands } from './pane-commands.ts';
import { focusPane } from './skip-links.tsx';

/** The panes of a thread in F6 order; the question field stands for its box. */
const PANES = ['#sources', '#source', '#notes', '#answers', '#question'] as const;

const DIALOG = '[role="dialog"], [role="alertdialog"]';
const isShown = (pane: Element): boolean => pane.closest('[hidden], .hidden') === null;

/** Moves the focus to the next or previous visible pane, in a circle. */
function cyclePanes(step: 1 | -1): void {
  const shown = PANES.flatMap((selector) => {
    const pane = document.querySelector<HTMLElement>(selector);
    return pane && isShown(pane) && !pane.matches(':disabled') ? [pane] : [];
  });
  const current = shown.findIndex((pane) =>
    (pane.closest('form') ?? pane).contains(document.activeElement),
  );
  const from = current === -1 && step === -1 ? 0 : current;
  focusPane(shown[(from + step + shown.length) % shown.length] ?? null);
}

const COMMANDS: Readonly<Record<string, (panes: PaneCommands) => void>> = {
  '1': (panes) => panes.toggle('source'),
  '2': (panes) => panes.toggle('notes'),
  '3': (panes) => panes.toggle('ask'),
  '\\': (panes) => panes.toggleFocus(),
  '/': (panes) => panes.ask(),
};

/**
 * F6 and Shift+F6 go through the panes of a thread, as in desktop applications; single characters
 * show and hide them, and ⌘. or Ctrl+. does so with the panel of sources.
 */
function pressed(event: KeyboardEvent): void {
  const { key, target, shiftKey, altKey, ctrlKey, metaKey } = event;
  const command = COMMANDS[key];
  if (command && openPanes.commands && takesSingleKey(event)) {
    event.preventDefault();
    command(openPanes.commands);
  }
  if (key === '.' && (ctrlKey || metaKey) && !altKey && openPanes.toggleSources) {
    const dialog = target instanceof Element ? target.closest(DIALOG) : null;
    if (dialog && !dialog.querySelector('[data-sources]')) return;
    event.preventDefault();
    openPanes.toggleSources();
  }
  if (key !== 'F6' || altKey || ctrlKey || metaKey) return;
  if (target instanceof Element && target.closest(DIALOG)) return;
  cyclePanes(shiftKey ? -1 : 1);
}

/** Starts handling these keys; returns a function that stops it. */
export function listenForPaneKeys(): () => void {
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}
