/**
 * The marks of sections and groups, and the placeholder of a group that is not drawn yet. They only
 * exist in the view: neither the document, the notes' schema nor the stored notes have them.
 */
import { type Mark, type MarkSpec, Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { GROUP_SIZE } from './block-groups.ts';

/** The height of a group that was never laid out. */
export const GROUP_EM = GROUP_SIZE * 3.2;
/** The placeholder of a group that is not drawn yet. */
export const LATE = 'lateGroup';

/**
 * Blocks with this mark are in an element of this class. Reading back from the page yields only the
 * blocks, because no parse rule matches the element.
 */
const standingIn = (name: string, em: number): MarkSpec => ({
  attrs: { number: {}, hasCaret: {} },
  reparseInView: true,
  toDOM: ({ attrs }) => [
    'div',
    {
      class: attrs['hasCaret'] ? `${name} has-caret` : name,
      style: `contain-intrinsic-block-size: auto ${em}em`,
    },
    0,
  ],
});

export const groupSchema = new Schema({
  nodes: {
    doc: { content: 'text*' },
    text: {},
    [LATE]: { attrs: { number: {} }, toDOM: () => ['div'] },
  },
  marks: {
    section: standingIn('note-section', GROUP_SIZE * GROUP_EM),
    group: standingIn('note-group', GROUP_EM),
  },
});

let made = 0;
const newMark = (type: string): Mark =>
  groupSchema.mark(type, { number: (made += 1), hasCaret: false });
export const newGroup = (): Mark => newMark('group');
export const newSection = (): Mark => newMark('section');
/** The number of the last created group or section; later ones have higher numbers. */
export const lastNumber = (): number => made;

/** A view of one block in one group, for access to ProseMirror's internals. */
export const specimenView = (): EditorView =>
  new EditorView(null, {
    state: EditorState.create({
      doc: groupSchema.node('doc', null, groupSchema.text('a', [newGroup()])),
    }),
  });
