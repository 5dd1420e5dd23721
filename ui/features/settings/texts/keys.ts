/** The list of shortcuts. */
import { SHORTCUTS } from '#ui/kit/shortcuts.ts';
import { actionTexts, type Action } from '#ui/kit/texts/actions.ts';

const of = (action: Action): { keys: readonly string[]; does: string } => ({
  keys: SHORTCUTS[action],
  does: actionTexts[action],
});

export const keyTexts = {
  title: 'Keyboard shortcuts',
  single: 'Single-key shortcuts',
  singleText:
    'Shortcuts of one character, like K or ], work outside text fields. For this browser.',
  singleStates: { on: 'On', off: 'Off' },
  groups: [
    {
      name: 'Everywhere',
      keys: [
        of('palette'),
        of('shortcuts'),
        { keys: ['F6'], does: 'Next pane of a thread' },
        { keys: ['Shift', 'F6'], does: 'Previous pane of a thread' },
      ],
    },
    {
      name: 'Panes of a thread',
      keys: [of('sourcePane'), of('notesPane'), of('answersPane'), of('focusMode')],
    },
    {
      name: 'Asking',
      keys: [
        of('ask'),
        { keys: ['Mod', 'Enter'], does: 'Focus the question, then send it' },
        { keys: ['Enter'], does: 'Send' },
        { keys: ['Shift', 'Enter'], does: 'New line' },
      ],
    },
    {
      name: 'Sources',
      keys: [of('sources'), of('previousSource'), of('nextSource')],
    },
    {
      name: 'Video',
      keys: [
        of('back'),
        of('play'),
        { keys: ['Space'], does: 'Play or pause, with the focus in the player' },
        of('forward'),
        of('previousFrame'),
        of('nextFrame'),
        of('slower'),
        of('faster'),
        of('mute'),
        of('captions'),
        of('fullScreen'),
        { keys: ['0–9'], does: 'Go to 0–90 %, with the focus in the player' },
        of('clip'),
        { keys: ['Delete'], does: 'Delete the focused clip' },
      ],
    },
    {
      name: 'Web pages and books',
      keys: [
        of('nextParagraph'),
        of('previousParagraph'),
        of('find'),
        { keys: ['H'], does: 'Highlight the selection' },
        { keys: SHORTCUTS.underline, does: 'Underline the selection' },
      ],
    },
    {
      name: 'PDF',
      keys: [
        of('find'),
        of('zoomIn'),
        of('zoomOut'),
        of('fitWidth'),
        of('rotate'),
        { keys: ['H'], does: 'Highlight the selection' },
        { keys: SHORTCUTS.underline, does: 'Underline the selection' },
        of('previousPage'),
        of('nextPage'),
      ],
    },
    {
      name: 'Notes',
      keys: [
        { keys: ['/'], does: 'Add a block' },
        { keys: ['Mod', ';'], does: 'Insert the current time or page of the source' },
        { keys: ['Mod', 'B'], does: 'Bold' },
        { keys: ['Mod', 'I'], does: 'Italic' },
        { keys: ['Mod', 'K'], does: 'Link the selected text' },
        { keys: ['Mod', 'Z'], does: 'Undo' },
        { keys: ['Mod', 'F'], does: 'Find and replace' },
        { keys: ['Mod', '/'], does: 'Block menu' },
        { keys: ['Alt', 'Shift', '↑ ↓'], does: 'Move block' },
        { keys: ['Mod', 'Shift', 'D'], does: 'Duplicate block' },
        { keys: ['Tab'], does: 'Indent' },
        { keys: ['Alt', 'F10'], does: 'Focus the toolbar' },
      ],
    },
    {
      name: 'Library',
      keys: [
        { keys: ['↑', '↓'], does: 'Move through the list' },
        { keys: ['Shift', 'Click'], does: 'Select a range' },
        { keys: ['E'], does: 'Archive, or move back to the inbox' },
        { keys: ['L'], does: 'Read later, or move back to the inbox' },
        { keys: ['Mod', 'A'], does: 'Select all matches' },
        { keys: ['Delete'], does: 'Delete the selection' },
        { keys: ['Esc'], does: 'Clear selection' },
      ],
    },
    {
      name: 'Search',
      keys: [
        { keys: ['↑', '↓'], does: 'Move through the results' },
        { keys: ['Enter'], does: 'Open the top result' },
      ],
    },
  ],
} as const;
