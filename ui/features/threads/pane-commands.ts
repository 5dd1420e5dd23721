export type Pane = 'source' | 'notes' | 'ask';

/** What keys do to the panes of the thread that is open. */
export interface PaneCommands {
  /** Shows a pane; hides it if it is shown and another one is beside it. */
  toggle: (pane: Pane) => void;
  /** Only the pane in use is shown, or all are again. */
  toggleFocus: () => void;
  /** Focuses the question, and shows it where it is hidden. */
  ask: () => void;
}

/** The keys come after the first load, so they find here what to do. */
export const openPanes: {
  commands: PaneCommands | undefined;
  /** Opens the panel of sources, focuses its search, or closes it. */
  toggleSources: (() => void) | undefined;
} = { commands: undefined, toggleSources: undefined };
