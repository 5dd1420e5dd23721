export type Pane = 'source' | 'notes' | 'ask';

/** The commands of pane shortcuts in the open thread. */
export interface PaneCommands {
  /** Shows a pane; hides it if it is shown and another one is beside it. */
  toggle: (pane: Pane) => void;
  /** Toggles focus mode: only the active pane is shown. */
  toggleFocus: () => void;
  /** Focuses the question field, and shows it if it is hidden. */
  ask: () => void;
}

/** The shortcuts load after the first load and find their commands here. */
export const openPanes: {
  commands: PaneCommands | undefined;
  /** Opens the panel of sources, focuses its search, or closes it. */
  toggleSources: (() => void) | undefined;
} = { commands: undefined, toggleSources: undefined };
