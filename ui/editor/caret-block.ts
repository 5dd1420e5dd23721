/**
 * The block that holds the caret is always laid out. In one that was made a moment ago, and waits for Chromium to look whether it is
 * in sight (`content-visibility`), a key leaves the caret before what it wrote.
 */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const HERE = { class: 'caret-block' };

export const caretBlock = Extension.create({
  name: 'caretBlock',
  addProseMirrorPlugins: () => [new Plugin({
    props: {
      decorations({ doc, selection: { $head } }) {
        return $head.depth === 0 ? DecorationSet.empty : DecorationSet.create(doc, [Decoration.node($head.before(1), $head.after(1), HERE)]);
      },
    },
  })],
});
