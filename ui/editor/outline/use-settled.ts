import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';

const SETTLE_MS = 300;

/**
 * What `read` makes of the note once nobody has written for a moment; never while a key is pressed.
 */
export function useSettled<T>(
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
    // What was there from the beginning, too, once it is seen.
    later();
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor, read, isSame]);
  return value;
}
