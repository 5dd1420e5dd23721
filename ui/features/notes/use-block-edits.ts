import type { JSONContent } from '@tiptap/core';
import { useCallback, useRef } from 'react';
import type { BlockEdits } from '#ui/editor/notes-editor.tsx';

/**
 * The edits that the open editor offers. Blocks inserted earlier wait until it opens; then `onOpen`
 * is called.
 */
export function useBlockEdits(onOpen: () => void) {
  const edits = useRef<BlockEdits>(undefined);
  const waiting = useRef<JSONContent[]>([]);
  const onReady = useCallback(
    (next: BlockEdits | undefined) => {
      edits.current = next;
      if (!next) return;
      onOpen();
      if (waiting.current.length > 0) next.insert(waiting.current.splice(0));
    },
    [onOpen],
  );
  const insertBlocks = useCallback((nodes: readonly JSONContent[]) => {
    if (edits.current) edits.current.insert(nodes);
    else waiting.current.push(...nodes);
  }, []);
  return { edits, insertBlocks, onReady };
}
