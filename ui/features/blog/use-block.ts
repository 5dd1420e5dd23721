import type { Editor, JSONContent } from '@tiptap/core';
import { useEffect, useState } from 'react';

/** Notes from the server may not have it immediately. */
const PATIENCE_MS = 8000;

function blockIn(editor: Editor, id: string): JSONContent | undefined {
  let found: JSONContent | undefined;
  editor.state.doc.descendants((node) => {
    if (!found && node.attrs['_id'] === id) found = node.toJSON() as JSONContent;
    return !found;
  });
  return found;
}

/** The current block; `null` if it is not in these notes. */
export function useBlock(editor: Editor, id: string | undefined): JSONContent | null | undefined {
  const [seen, setSeen] = useState<{ id: string; block: JSONContent | null }>();
  useEffect(() => {
    if (id === undefined) {
      setSeen(undefined);
      return undefined;
    }
    const look = () => {
      const block = blockIn(editor, id);
      if (!block) return;
      stop();
      setSeen({ id, block });
    };
    const timer = setTimeout(() => {
      stop();
      setSeen({ id, block: null });
    }, PATIENCE_MS);
    const stop = () => {
      clearTimeout(timer);
      editor.off('update', look);
    };
    editor.on('update', look);
    look();
    return stop;
  }, [editor, id]);
  return id !== undefined && seen?.id === id ? seen.block : undefined;
}
