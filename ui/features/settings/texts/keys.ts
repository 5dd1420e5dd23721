/** The list of shortcuts. */
import { SHORTCUTS } from '#ui/kit/shortcuts.ts';

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
        { keys: SHORTCUTS.palette, does: 'Search or jump to…' },
        { keys: ['?'], does: 'Show these shortcuts' },
        { keys: ['F6'], does: 'Next pane of a thread' },
        { keys: ['Shift', 'F6'], does: 'Previous pane of a thread' },
      ],
    },
    {
      name: 'Panes of a thread',
      keys: [
        { keys: SHORTCUTS.sourcePane, does: 'Show or hide the source' },
        { keys: SHORTCUTS.notesPane, does: 'Show or hide the notes' },
        { keys: SHORTCUTS.answersPane, does: 'Show or hide the answers' },
        { keys: SHORTCUTS.focusMode, does: 'Focus mode' },
      ],
    },
    {
      name: 'Asking',
      keys: [
        { keys: SHORTCUTS.ask, does: 'Focus the question' },
        { keys: ['Mod', 'Enter'], does: 'Focus the question, then send it' },
        { keys: ['Enter'], does: 'Send' },
        { keys: ['Shift', 'Enter'], does: 'New line' },
      ],
    },
    {
      name: 'Sources',
      keys: [
        { keys: SHORTCUTS.sources, does: 'Find a source, or close the panel' },
        { keys: ['['], does: 'Previous source' },
        { keys: [']'], does: 'Next source' },
      ],
    },
    {
      name: 'Video',
      keys: [
        { keys: SHORTCUTS.back, does: 'Back 10 s' },
        { keys: ['Space', ...SHORTCUTS.play], does: 'Play or pause' },
        { keys: SHORTCUTS.forward, does: 'Forward 10 s' },
        { keys: [',', '.'], does: 'Previous or next frame, while paused' },
        { keys: SHORTCUTS.speed, does: 'Slower or faster' },
        { keys: SHORTCUTS.mute, does: 'Mute or unmute' },
        { keys: SHORTCUTS.captions, does: 'Captions' },
        { keys: SHORTCUTS.fullScreen, does: 'Full screen' },
        { keys: ['0–9'], does: 'Go to 0–90 %, with the focus in the player' },
        { keys: SHORTCUTS.clip, does: 'Clip the last 10 s' },
        { keys: ['Delete'], does: 'Delete the focused clip' },
      ],
    },
    {
      name: 'Web pages and books',
      keys: [
        { keys: SHORTCUTS.nextParagraph, does: 'Next paragraph' },
        { keys: SHORTCUTS.previousParagraph, does: 'Previous paragraph' },
        { keys: SHORTCUTS.find, does: 'Find' },
        { keys: ['H'], does: 'Highlight the selection' },
        { keys: SHORTCUTS.underline, does: 'Underline the selection' },
      ],
    },
    {
      name: 'PDF',
      keys: [
        { keys: SHORTCUTS.find, does: 'Find' },
        { keys: SHORTCUTS.zoomIn, does: 'Zoom in' },
        { keys: SHORTCUTS.zoomOut, does: 'Zoom out' },
        { keys: SHORTCUTS.fitWidth, does: 'Fit width' },
        { keys: ['R'], does: 'Rotate' },
        { keys: ['H'], does: 'Highlight the selection' },
        { keys: SHORTCUTS.underline, does: 'Underline the selection' },
        { keys: SHORTCUTS.previousPage, does: 'Previous page' },
        { keys: SHORTCUTS.nextPage, does: 'Next page' },
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
