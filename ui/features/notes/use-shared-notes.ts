import { useCallback, useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import { preloadedNotes, takePreloadedNotes } from './preload-notes.ts';
import { initial, type NotesState } from './notes-state.ts';

export interface SharedNotes {
  /** the editor's */
  document: Doc | undefined;
  awareness: Awareness | undefined;
  state: NotesState;
  /** called when the editor has mounted */
  shown: () => void;
  /** discards unsent changes, and reloads the page */
  discard: () => void;
}

/** One thread's shared document while its notes are shown. */
export function useSharedNotes(threadId: string, threadUrl: string): SharedNotes {
  const [notes, setNotes] = useState(() => preloadedNotes(threadId));
  const [state, setState] = useState<NotesState>(() => notes?.state() ?? initial);
  useEffect(() => {
    const open = takePreloadedNotes(threadId, threadUrl);
    setNotes(open);
    setState(open.state());
    open.tell(setState);
    return () => {
      open.close();
      setNotes(undefined);
      setState(initial);
    };
  }, [threadId, threadUrl]);
  const shown = useCallback(() => notes?.shown(), [notes]);
  const discard = useCallback(() => {
    void notes?.discard().finally(() => {
      location.reload();
    });
  }, [notes]);
  return { document: notes?.document, awareness: notes?.awareness, state, shown, discard };
}
