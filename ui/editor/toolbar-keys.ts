import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect } from 'react';

/** Alt+F10 moves the focus from the text to its toolbar, arrow keys along it, Escape back. */
export function useToolbarKeys(editor: Editor, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const buttons = () =>
      [
        ...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled), input, a') ?? []),
      ].filter((it) => it.offsetParent !== null);
    const press = (event: KeyboardEvent) => {
      const inBar = event.target instanceof Node && bar.current?.contains(event.target);
      if (!inBar) {
        if (
          event.key !== 'F10' ||
          !event.altKey ||
          !(event.target instanceof Node && editor.view.dom.contains(event.target))
        )
          return;
        const [first] = buttons();
        if (first) {
          event.preventDefault();
          first.focus();
        }
        return;
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        editor.commands.focus();
        return;
      }
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined || event.target instanceof HTMLInputElement) return;
      const all = buttons();
      event.preventDefault();
      all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length]?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [editor, bar]);
}
