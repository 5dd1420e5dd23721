/** The editor of shared notes: the core schema with the blocks' views, menus and patches. */
import type { Extensions } from '@tiptap/core';
import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useLayoutEffect } from 'react';
import type { Doc } from 'yjs';
import { editorExtensions } from '#core/editor/schema.ts';
import { boundedAttributes } from './bounded-attributes.ts';
import { hideSelection } from './performance/hidden-selection.ts';
import { performanceExtensions, usesPatch } from './performance/index.ts';
import { sharedNotes, showShared } from './shared-notes.ts';
import { editorTexts } from './texts/editor.ts';
import { withView } from './views/registry.ts';

/** Creates a new editor for each `document`; `extensions` are those of its first render. */
export function useNotesEditor(
  document: Doc,
  readOnly: boolean,
  extensions: () => Extensions,
): Editor {
  const editor = useEditor(
    {
      extensions: [
        ...editorExtensions({ directed: true, view: withView }),
        boundedAttributes,
        sharedNotes(document),
        ...performanceExtensions(document),
        ...extensions(),
      ],
      editable: !readOnly,
      immediatelyRender: true,
      shouldRerenderOnTransaction: false,
      // Nothing uses delete events, which traverse the whole document for each key.
      enableCoreExtensions: { delete: false },
      editorProps: {
        attributes: {
          class: 'note-editor prose-gloss',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': editorTexts.notes.label,
          spellcheck: 'true',
        },
      },
    },
    [document],
  );
  useEffect(() => {
    editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  useLayoutEffect(() => {
    if (usesPatch('hidden-selection')) hideSelection(editor.view);
    showShared(editor);
  }, [editor]);
  return editor;
}
