/** What the tools of the editor say. */
import { notesHint } from './notes-hint.ts';
import { counted } from './format.ts';

const apple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
const [mod, alt, shift] = apple ? ['⌘', '⌥', '⇧'] : ['Ctrl+', 'Alt+', 'Shift+'];

export const editorTexts = {
  notes: { label: 'Notes text', ...notesHint, gone: 'That block is not in these notes any more.', insert: 'Insert' },
  blocks: {
    menu: 'Block menu', menuHint: `Drag to move, click for more (${mod}/)`, turnInto: 'Turn into', duplicate: 'Duplicate', up: 'Move up', down: 'Move down', indent: 'Indent', outdent: 'Outdent', remove: 'Delete block',
    keys: { duplicate: `${mod}${shift}D`, up: `${alt}${shift}↑`, down: `${alt}${shift}↓`, indent: 'Tab', outdent: `${shift}Tab` },
    names: { paragraph: 'Text', heading: (level: number) => `Heading ${level}`, bullets: 'Bullet list', numbers: 'Numbered list', tasks: 'Task list', quote: 'Quote', code: 'Code', callout: 'Callout', toggle: 'Toggle' },
  },
  bubble: {
    label: 'Format', bold: 'Bold', italic: 'Italic', underline: 'Underline', strike: 'Strikethrough', code: 'Code', highlight: 'Highlight', colour: 'Colour of the highlight', noHighlight: 'No highlight',
    colours: { yellow: 'Yellow', orange: 'Orange', red: 'Red', violet: 'Violet', blue: 'Blue', green: 'Green' },
    link: 'Link', editLink: 'Edit link', unlink: 'Remove link', address: 'Link address', addressBegins: 'https://', open: 'Open link', done: 'Link', wrong: 'This is no address that can be linked to.',
  },
  find: {
    label: 'Find in notes', words: 'Find in notes', replace: 'Replace with', next: 'Next', previous: 'Previous', close: 'Close', case: 'Match case', replaceOne: 'Replace', replaceAll: 'Replace all', more: 'Replace',
    none: 'No results', at: (n: number, of: number) => `${n} of ${of}`, replaced: (n: number) => counted(n, { one: '# place replaced', other: '# places replaced' }), open: `Find in notes (${mod}F)`,
  },
  outline: { open: 'Outline', label: 'Outline', empty: 'Headings appear here.', untitled: 'Untitled' },
  tasks: { done: (words: string) => (words ? `Done: ${words}` : 'Done') },
  count: { words: (n: number) => counted(n, { one: '# word', other: '# words' }), minutes: (n: number) => counted(n, { one: '# min read', other: '# min read' }) },
  paste: {
    label: 'The pasted address', keep: 'Keep as link', source: 'Add as source', chip: 'Chip to the source', added: 'Added to the sources', failed: 'It could not be added as a source.',
  },
};
