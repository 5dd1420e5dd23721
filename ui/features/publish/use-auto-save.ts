import { useEffect, useRef } from 'react';
import type { PostForm } from '#core/contract/post.ts';

const PAUSE_MS = 700;
/** after a save that failed */
const RETRY_MS = 4000;

/**
 * Sends a draft once nothing was typed for a while, and at once when the form is closed before
 * that. After a `failure` it is sent again. Answers what drops the draft that waits.
 */
export function useAutoSave(
  draft: PostForm | undefined,
  failure: object | undefined,
  send: (draft: PostForm, what: 'draft') => Promise<unknown>,
): () => void {
  const pending = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    pending.current = undefined;
    if (!draft) return undefined;
    const go = () => {
      pending.current = undefined;
      void send(draft, 'draft');
    };
    pending.current = go;
    const timer = setTimeout(go, failure ? RETRY_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, failure, send]);
  useEffect(() => () => pending.current?.(), []);
  return () => {
    pending.current = undefined;
  };
}
