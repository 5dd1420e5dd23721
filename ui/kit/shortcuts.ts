/**
 * Shortcuts of commands that also have buttons, for the list of shortcuts and the tooltips. `Mod`
 * is ⌘ on a Mac, else Ctrl.
 */
export const SHORTCUTS = {
  palette: ['Mod', 'K'],
  shortcuts: ['?'],
  sourcePane: ['1'],
  notesPane: ['2'],
  answersPane: ['3'],
  focusMode: ['\\'],
  sources: ['Mod', '.'],
  ask: ['/'],
  previousSource: ['['],
  nextSource: [']'],
  back: ['J'],
  play: ['K'],
  forward: ['L'],
  clip: ['C'],
  captions: ['Shift', 'C'],
  mute: ['M'],
  fullScreen: ['F'],
  speed: ['<', '>'],
  slower: ['<'],
  faster: ['>'],
  previousFrame: [','],
  nextFrame: ['.'],
  nextParagraph: ['J'],
  previousParagraph: ['K'],
  find: ['Mod', 'F'],
  zoomIn: ['Mod', '+'],
  zoomOut: ['Mod', '−'],
  fitWidth: ['Mod', '0'],
  rotate: ['R'],
  previousPage: ['←'],
  nextPage: ['→'],
  underline: ['U'],
  copy: ['Mod', 'C'],
  close: ['Esc'],
} as const;
export type Shortcut = keyof typeof SHORTCUTS;

const MAC: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };

/** The name of a key on this system. */
export const keyName = (key: string, isMac: boolean): string =>
  isMac ? (MAC[key] ?? key) : key === 'Mod' ? 'Ctrl' : key;

export const keysOf = (shortcut: string | undefined): readonly string[] =>
  SHORTCUTS[shortcut as Shortcut] ?? [];
