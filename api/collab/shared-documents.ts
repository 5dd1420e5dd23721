import type { Document, Hocuspocus } from '@hocuspocus/server';
import type { JSONContent } from '@tiptap/core';
import { Doc, encodeStateAsUpdate } from 'yjs';
import { Fault } from '#core/contract/faults.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { appendBlocks } from './append-blocks.ts';
import { documentName } from './authorise.ts';
import { FirstBlocks } from './first-blocks.ts';
import type { OpenHocuspocus } from './open-hocuspocus.ts';
import type { CollabContext } from './socket.ts';
import { readStored, toJson } from './stored-notes.ts';
import type { UpdateStore } from './update-store.ts';

/** Access of the server itself to the notes, whether or not they are open. */
export interface SharedDocuments {
  /**
   * Edits a thread's shared document on the server. Resolves when the edit is on disk. Must not be
   * called within `database.write`.
   */
  editDocument(threadId: ThreadId, edit: (document: Doc) => void): Promise<void>;
  /**
   * Appends blocks to the notes, except those whose `_id` the notes contain already. Returns the
   * number of blocks appended.
   */
  appendBlocks(threadId: ThreadId, blocks: readonly JSONContent[]): Promise<number>;
  /**
   * Returns the sanitised notes: all, or the first `most` blocks. Fault: `unavailable` if they
   * can't be read.
   */
  readDocument(threadId: ThreadId, most?: number): Promise<JSONContent>;
  /**
   * Returns the shared document, which must not be changed. Fault: `unavailable` if it can't be
   * read.
   */
  sharedDocument(threadId: ThreadId): Promise<Doc>;
  /**
   * Returns the shared document as one update, for browsers without a copy; the latest edits follow
   * over their connection. Fault `unavailable` if it can't be read.
   */
  wholeUpdate(threadId: ThreadId): Promise<Uint8Array>;
  /** Closes all connections to the notes of a deleted thread, and deletes these notes. */
  forget(threadId: ThreadId): Promise<void>;
}

type Direct = Awaited<ReturnType<Hocuspocus<CollabContext>['openDirectConnection']>>;

export function sharedDocuments(
  { hocuspocus, updates, grace }: OpenHocuspocus,
  store: UpdateStore,
): SharedDocuments {
  const firstBlocks = new FirstBlocks(store);

  /** Loads the document; it stays loaded for a while, because its client usually opens it next. */
  const withDocument = async <T>(
    name: string,
    work: (direct: Direct) => Promise<T>,
  ): Promise<T> => {
    await grace.revalidate(name);
    const direct = await hocuspocus.openDirectConnection(name, {}).catch((cause: unknown) => {
      throw new Fault('unavailable', { cause });
    });
    try {
      return await work(direct);
    } finally {
      await direct.disconnect();
    }
  };
  const loaded = async (name: string): Promise<Document | undefined> => {
    await grace.revalidate(name);
    return hocuspocus.documents.get(name);
  };

  const editDocument: SharedDocuments['editDocument'] = (threadId, edit) => {
    const name = documentName(threadId);
    return withDocument(name, async (direct) => {
      await direct.transact(edit);
      await updates.whenDurable(name);
    });
  };
  const sharedDocument = async (threadId: ThreadId): Promise<Doc> =>
    (await loaded(documentName(threadId))) ?? readStored(store, threadId);

  return {
    editDocument,
    sharedDocument,
    async appendBlocks(threadId, blocks) {
      let appended = 0;
      await editDocument(threadId, (document) => {
        appended = appendBlocks(document, blocks);
      });
      return appended;
    },
    async readDocument(threadId, most) {
      if (most === undefined) return toJson(await sharedDocument(threadId));
      const name = documentName(threadId);
      const document = await loaded(name);
      if (document && document.getConnectionsCount() > 0) return toJson(document, most);
      return firstBlocks.of(name, most, () =>
        withDocument(name, async (direct) => toJson(direct.document ?? new Doc(), most)),
      );
    },
    async wholeUpdate(threadId) {
      const name = documentName(threadId);
      return (
        (await store.asStored(name)) ??
        withDocument(name, async (direct) => encodeStateAsUpdate(direct.document ?? new Doc()))
      );
    },
    async forget(threadId) {
      const name = documentName(threadId);
      await updates.whenDurable(name);
      for (const connection of hocuspocus.documents.get(name)?.getConnections() ?? [])
        connection.close({ code: NOTES_CLOSE_CODES.deleted, reason: 'Deleted' });
      await store.forget(name);
    },
  };
}
