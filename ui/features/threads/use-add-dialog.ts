/**
 * The Add source dialog: opened by hand, from the palette, and by a thread without sources and
 * notes.
 */
import { useEffect, useMemo, useState } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import { useOffer } from '#ui/kit/palette.ts';
import { workspaceTexts as texts } from './texts/workspace.ts';

export interface AddDialogState {
  isOpen: boolean;
  /** Stays true after the first opening, because the dialog's code has been requested. */
  wasOpened: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Undefined for people who can't add sources. */
  open: (() => void) | undefined;
}

/** Whether the notes of a thread have content. */
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
