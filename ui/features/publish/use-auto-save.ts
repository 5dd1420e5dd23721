import { useEffect, useRef } from 'react';
import type { PostForm } from '#core/contract/post.ts';

const PAUSE_MS = 700;
/** retry after a failed save */
const RETRY_MS = 4000;

/**
 * Sends a draft after a pause in typing, or when the form is closed before that. Retries after a
 * `failure`. Returns a function that drops the pending draft.
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
