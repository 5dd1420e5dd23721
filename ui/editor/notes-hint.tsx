import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { editorTexts } from './texts/editor.ts';

/** Shown while the notes are empty. */
export function NotesHint({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const [empty, setEmpty] = useState(editor.isEmpty);
  useEffect(() => {
    // `isEmpty` traverses all blocks.
    const look = () => setEmpty(!editor.state.doc.firstChild?.content.size && editor.isEmpty);
    editor.on('transaction', look);
    look();
    return () => {
      editor.off('transaction', look);
    };
  }, [editor]);
  if (!empty) return null;
  return (
    <p className="pointer-events-none absolute text-ink-faint">
      {readOnly ? editorTexts.notes.none : editorTexts.notes.hint}
    </p>
  );
}
