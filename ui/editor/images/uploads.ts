/**
 * Pictures on their way to the server: kept in this browser first, sent when it can be reached,
 * told to their blocks.
 */
import { ApiError, messageOf } from '#ui/client/api.ts';
import { sendFile } from './file-calls.ts';
import { forgetFile, type KeptFile, keepFile, keptFiles } from './kept-files.ts';

const AGAIN_MS = 10_000;

export interface Upload {
  state: 'waiting' | 'sending' | 'failed';
  /** 0..1 */
  share: number;
  problem?: string;
  /** to be shown meanwhile */
  preview: string;
}
export interface Uploads {
  threadId: string;
  get(id: string): Upload | undefined;
  subscribe(changed: () => void): () => void;
  add(id: string, file: { name: string; blob: Blob }): void;
  retry(id: string): void;
  /** It is not wanted any more. */
  drop(id: string): void;
  /** Takes up what was left from before. */
  start(): () => void;
}

/** `onSent` answers whether the block was there to be told. */
export function createUploads(
  threadId: string,
  onSent: (id: string, fileKey: string, name: string) => boolean,
): Uploads {
  const files = new Map<string, KeptFile>();
  const states = new Map<string, Upload>();
  const listeners = new Set<() => void>();
  const tell = (id: string, change: Partial<Upload>) => {
    const was = states.get(id);
    if (was) states.set(id, { ...was, ...change });
    for (const changed of listeners) changed();
  };
  const forget = (id: string) => {
    const { preview } = states.get(id) ?? {};
    // The picture itself comes first: what is shown must not go blank between the two.
    if (preview) setTimeout(() => URL.revokeObjectURL(preview), AGAIN_MS);
    states.delete(id);
    files.delete(id);
    forgetFile(id).catch(ignoreUnkept);
    for (const changed of listeners) changed();
  };
  const take = (file: KeptFile) => {
    files.set(file.id, file);
    states.set(file.id, { state: 'waiting', share: 0, preview: URL.createObjectURL(file.blob) });
    void send(file.id);
  };

  async function send(id: string): Promise<void> {
    const file = files.get(id);
    if (!file || states.get(id)?.state === 'sending') return;
    tell(id, { state: 'sending', share: 0 });
    try {
      const fileKey =
        file.fileKey ?? (await sendFile(threadId, file, (share) => tell(id, { share })));
      if (!files.has(id)) return;
      if (onSent(id, fileKey, file.name)) {
        forget(id);
        return;
      }
      // Its block is gone, and may come back.
      const sent = { ...file, fileKey };
      files.set(id, sent);
      await keepFile(sent).catch(ignoreUnkept);
      tell(id, { state: 'waiting' });
    } catch (error) {
      const unreachable = error instanceof ApiError && error.status === 0;
      tell(
        id,
        unreachable
          ? { state: 'waiting', share: 0 }
          : { state: 'failed', problem: messageOf(error) },
      );
    }
  }
  const sendWaiting = () => {
    for (const [id, { state }] of states) if (state === 'waiting') void send(id);
  };

  return {
    threadId,
    get: (id) => states.get(id),
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    add(id, { name, blob }) {
      const file = { id, threadId, name, blob, at: Date.now() };
      keepFile(file).catch(ignoreUnkept);
      take(file);
    },
    retry: (id) => {
      void send(id);
    },
    drop: forget,
    start() {
      const left = new AbortController();
      const resume = async () => {
        for (const file of await keptFiles(threadId))
          if (!files.has(file.id) && !left.signal.aborted) take(file);
      };
      // One window of several takes up what was left.
      const stays = () =>
        resume()
          .catch(ignoreUnkept)
          .then(
            () =>
              new Promise<void>((resolve) => {
                left.signal.addEventListener('abort', () => resolve());
              }),
          );
      if ('locks' in navigator)
        navigator.locks
          .request(`gloss-uploads-${threadId}`, { signal: left.signal }, stays)
          .catch(() => undefined);
      else void stays();
      const timer = setInterval(sendWaiting, AGAIN_MS);
      addEventListener('online', sendWaiting);
      return () => {
        left.abort();
        clearInterval(timer);
        removeEventListener('online', sendWaiting);
      };
    },
  };
}

/** Some private windows keep nothing: then the picture is sent from memory alone. */
const ignoreUnkept = (problem: unknown): void => {
  console.info('This browser keeps no files.', problem);
};
