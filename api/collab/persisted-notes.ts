/** Calls a listener once changes of notes are on disk, with their authors. */
import { type Document, type Extension, isTransactionOrigin } from '@hocuspocus/server';
import type { Doc } from 'yjs';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import { threadOf } from './authorise.ts';
import type { CollabContext } from './socket.ts';
import type { UpdateLog } from './update-log.ts';

export interface PersistedNotes {
  document: Doc;
  /** people who wrote since `onStored` last returned true */
  editors: readonly UserId[];
  /** the first change since then, ms since 1970 */
  since: number;
  /** called when the notes are no longer open */
  isClosed: boolean;
}
/** Runs once at a time per thread. Returns whether the authors were recorded. */
export type OnPersisted = (threadId: ThreadId, notes: PersistedNotes) => Promise<boolean>;

interface Writing {
  editors: Set<UserId>;
  since: number;
}

/** Returns the user of the connection of an edit. */
const editorOf = (origin: unknown): string | undefined =>
  isTransactionOrigin(origin) && origin.source === 'connection'
    ? (origin.connection.context as CollabContext).admission?.user?._id
    : undefined;

export function persistedNotes(
  whenDurable: UpdateLog['whenDurable'],
  onStored: OnPersisted,
  log: Log,
): Extension<CollabContext> {
  const writing = new WeakMap<Document, Writing>();
  return {
    extensionName: 'stored',
    // Used instead of `onChange`, which runs through every extension for each letter.
    async afterLoadDocument({ document }) {
      document.on('update', (_: Uint8Array, origin: unknown) => {
        const it = writing.get(document) ?? { editors: new Set(), since: Date.now() };
        writing.set(document, it);
        const editor = editorOf(origin);
        if (editor !== undefined) it.editors.add(editor as UserId);
      });
    },
    async onStoreDocument({ document, documentName }) {
      const threadId = threadOf(documentName);
      const it = writing.get(document);
      if (!threadId || !it) return;
      await whenDurable(documentName);
      // Authors who write while this runs belong to the next run.
      writing.delete(document);
      const isNoted = await onStored(threadId, {
        document,
        editors: [...it.editors],
        since: it.since,
        isClosed: document.getConnectionsCount() === 0,
      }).catch((error: unknown) => {
        log.error(
          { err: error, doc: documentName },
          'What follows a change of the notes failed; the notes are on disk',
        );
        return false;
      });
      if (isNoted) return;
      const later = writing.get(document);
      writing.set(document, {
        since: it.since,
        editors: new Set([...it.editors, ...(later?.editors ?? [])]),
      });
    },
  };
}
