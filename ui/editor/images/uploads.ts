/**
 * Image uploads: stored in this browser first, sent when the server is reachable, then saved in
 * their blocks.
 */
import { ApiError, messageOf } from '#ui/client/api.ts';
import { uploadFile } from './file-requests.ts';
import {
  deletePendingFile,
  type PendingFile,
  savePendingFile,
  readPendingFiles,
} from './pending-files.ts';

const AGAIN_MS = 10_000;

export interface Upload {
  state: 'waiting' | 'sending' | 'failed';
  /** 0..1 */
  share: number;
  problem?: string;
  /** the preview until then */
  preview: string;
}
export interface Uploads {
  threadId: string;
  get(id: string): Upload | undefined;
  subscribe(changed: () => void): () => void;
  add(id: string, file: { name: string; blob: Blob }): void;
  retry(id: string): void;
  /** Cancels the upload. */
  drop(id: string): void;
  /** Resumes uploads of earlier visits. */
  start(): () => void;
}

/** `onSent` returns whether the block was in the notes. */
export function createUploads(
  threadId: string,
  onSent: (id: string, fileKey: string, name: string) => boolean,
): Uploads {
  const files = new Map<string, PendingFile>();
  const states = createUploadStates();
  const forget = (id: string) => {
    states.remove(id);
    files.delete(id);
    deletePendingFile(id).catch(ignoreUnkept);
  };
  const take = (file: PendingFile) => {
    files.set(file.id, file);
    states.begin(file.id, file.blob);
    void send(file.id);
  };

  async function send(id: string): Promise<void> {
    const file = files.get(id);
    if (!file || states.get(id)?.state === 'sending') return;
    states.change(id, { state: 'sending', share: 0 });
    try {
      const fileKey =
        file.fileKey ?? (await uploadFile(threadId, file, (share) => states.change(id, { share })));
      if (!files.has(id)) return;
      if (onSent(id, fileKey, file.name)) {
        forget(id);
        return;
      }
      // Its block is gone, but may come back.
      const sent = { ...file, fileKey };
      files.set(id, sent);
      await savePendingFile(sent).catch(ignoreUnkept);
      states.change(id, { state: 'waiting' });
    } catch (error) {
      const unreachable = error instanceof ApiError && error.status === 0;
      states.change(
        id,
        unreachable
          ? { state: 'waiting', share: 0 }
          : { state: 'failed', problem: messageOf(error) },
      );
    }
  }
  const sendWaiting = () => {
    for (const id of files.keys()) if (states.get(id)?.state === 'waiting') void send(id);
  };

  return {
    threadId,
    get: states.get,
    subscribe: states.subscribe,
    add(id, { name, blob }) {
      const file = { id, threadId, name, blob, at: Date.now() };
      savePendingFile(file).catch(ignoreUnkept);
      take(file);
    },
    retry: (id) => {
      void send(id);
    },
    drop: forget,
    start() {
      const endResuming = inOneWindow(`gloss-uploads-${threadId}`, async (signal) => {
        for (const file of await readPendingFiles(threadId))
          if (!files.has(file.id) && !signal.aborted) take(file);
      });
      const timer = setInterval(sendWaiting, AGAIN_MS);
      addEventListener('online', sendWaiting);
      return () => {
        endResuming();
        clearInterval(timer);
        removeEventListener('online', sendWaiting);
      };
    },
  };
}

/** The progress of each upload and its preview, for the views of its blocks. */
function createUploadStates() {
  const states = new Map<string, Upload>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const changed of listeners) changed();
  };
  return {
    get: (id: string) => states.get(id),
    subscribe(changed: () => void) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    begin(id: string, blob: Blob) {
      states.set(id, { state: 'waiting', share: 0, preview: URL.createObjectURL(blob) });
    },
    change(id: string, change: Partial<Upload>) {
      const was = states.get(id);
      if (was) states.set(id, { ...was, ...change });
      notify();
    },
    remove(id: string) {
      const { preview } = states.get(id) ?? {};
      // The uploaded image must be shown before its preview is removed.
      if (preview) setTimeout(() => URL.revokeObjectURL(preview), AGAIN_MS);
      states.delete(id);
      notify();
    },
  };
}

/** One of several windows runs `resume`, and holds the lock until it is told to end. */
function inOneWindow(lock: string, resume: (signal: AbortSignal) => Promise<void>): () => void {
  const ended = new AbortController();
  const hold = () =>
    resume(ended.signal)
      .catch(ignoreUnkept)
      .then(
        () =>
          new Promise<void>((resolve) => {
            ended.signal.addEventListener('abort', () => resolve());
          }),
      );
  if ('locks' in navigator)
    navigator.locks.request(lock, { signal: ended.signal }, hold).catch(() => undefined);
  else void hold();
  return () => ended.abort();
}

/** Some private windows store nothing: the image is then uploaded from memory. */
const ignoreUnkept = (problem: unknown): void => {
  console.info('This browser keeps no files.', problem);
};
