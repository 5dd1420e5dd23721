/** The excluded sources of a thread; stored in this browser. */
import { useState } from 'react';
import { readThreadState, saveThreadState } from './thread-state.ts';

export function useSourceSelection(
  threadId: string,
): [unselected: ReadonlySet<string>, select: (unselected: ReadonlySet<string>) => void] {
  const [unselected, setUnselected] = useState<ReadonlySet<string>>(
    () => new Set(readThreadState(threadId).unselected),
  );
  const select = (next: ReadonlySet<string>) => {
    setUnselected(next);
    saveThreadState(threadId, { unselected: [...next] });
  };
  return [unselected, select];
}
