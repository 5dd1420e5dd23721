import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';

const SETTLE_MS = 300;

/** Returns `read(note)` after a pause in typing; never during a key press. */
export function useAfterTyping<T>(
  editor: Editor,
  read: (doc: Editor['state']['doc']) => T,
  isSame: (one: T, other: T) => boolean,
): T {
  const [value, setValue] = useState(() => read(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () =>
      setValue((was) => {
        const next = read(editor.state.doc);
        return isSame(was, next) ? was : next;
      });
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    };
    editor.on('update', later);
    // Also reads the initial content once it is displayed.
    later();
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor, read, isSame]);
  return value;
}
