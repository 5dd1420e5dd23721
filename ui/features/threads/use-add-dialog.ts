/**
 * The dialog that adds sources: opened by hand, from the palette, and by a thread that has neither
 * sources nor notes.
 */
import { useEffect, useMemo, useState } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import { useOffer } from '#ui/kit/palette.ts';
import { workspaceTexts as texts } from './texts/workspace.ts';

export interface AddDialogState {
  isOpen: boolean;
  /** Stays true after the first opening: the dialog's code has been asked for. */
  wasOpened: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Undefined for those who may not add sources. */
  open: (() => void) | undefined;
}

/** Whether anything is written in the notes of a thread. */
export const hasNotes = ({ thread_nodes: nodes }: Pick<Thread, 'thread_nodes'>): boolean =>
  nodes.some(
    (node) => node.type !== 'paragraph' || (Array.isArray(node.content) && node.content.length > 0),
  );

export function useAddDialog(writes: boolean, isEmpty: boolean): AddDialogState {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  const opensItself = writes && isEmpty;
  useEffect(() => {
    if (opensItself) setOpen(true);
  }, [opensItself]);
  const open = useMemo(() => (writes ? () => setOpen(true) : undefined), [writes]);
  useOffer(texts.addSource, open);
  return { isOpen, wasOpened, setOpen, open };
}
