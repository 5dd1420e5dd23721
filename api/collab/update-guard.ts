/**
 * Guards the shared documents: an edit outside the bounds of notes is not applied, stored or
 * forwarded, and its connection is closed with a code that the page explains. An edit that builds
 * on a missing one is dropped, and the client is asked for both.
 */
import {
  type beforeSyncPayload,
  type Connection,
  type Document,
  type Extension,
  OutgoingMessage,
} from '@hocuspocus/server';
import { XmlElement, type XmlFragment } from 'yjs';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { MAX_NODES } from '#core/editor/bounds.ts';
import type { Log } from '#config/log.ts';
import { checkUpdate } from './check-update.ts';
import { repairDocument } from './repair-document.ts';
import { canDropPending, dropPending } from './pending-edits.ts';
import type { CollabContext } from './socket.ts';
import { FRAGMENT } from './stored-notes.ts';

/** Bytes of a document on disk. A note of 2,000 blocks takes about 1 MB. */
const MAX_BYTES = 32 * 2 ** 20;
const SYNC_STEP_1 = 0;
const SYNC_UPDATE = 2;

export interface UpdateGuardOptions {
  /** bytes of a document on disk */
  sizeOf: (doc: string) => number;
  log: Log;
  /**
   * whether edits that build on something missing are dropped, and asked for again with what is
   * missing
   */
  dropsPending: boolean;
}

export function updateGuard({
  sizeOf,
  log,
  dropsPending,
}: UpdateGuardOptions): Extension<CollabContext> {
  const isDropping = dropsPending && canDropPending();
  if (dropsPending && !isDropping)
    log.error(
      'This version of Yjs holds edits differently: those that build on something missing stay in memory',
    );
  /** nodes of a document, including those removed since the last count */
  const nodes = new WeakMap<Document, number>();
  /** connections whose last update is a new edit, not a response to a request */
  const live = new WeakSet<Connection>();
  /** connections of which a part was dropped, which are asked for their full state */
  const lacking = new WeakSet<Connection>();

  const hasRoom = (document: Document, added: number): boolean => {
    if (added === 0) return true;
    let count = nodes.get(document) ?? countNodes(document.getXmlFragment(FRAGMENT));
    if (count + added > MAX_NODES) count = countNodes(document.getXmlFragment(FRAGMENT));
    nodes.set(document, count + added);
    return count + added <= MAX_NODES;
  };
  const refuse = (
    { connection, documentName }: beforeSyncPayload<CollabContext>,
    code: number,
    why: string,
  ): void => {
    const { context } = connection;
    // Its further messages are ignored, including those in transit.
    context.isRefused = true;
    connection.readOnly = true;
    log.warn(
      { doc: documentName, user: context.admission?.user?._id, why },
      'A change of shared notes was refused',
    );
    // A page of another build is read-only until it reloads, and shows that.
    if (context.stale !== true)
      context.socket?.close(
        code,
        code === NOTES_CLOSE_CODES.full ? 'Notes are full' : 'Invalid change',
      );
  };

  return {
    extensionName: 'door',
    async beforeSync(payload) {
      const { connection, document, documentName, type, payload: update } = payload;
      if (type === SYNC_STEP_1 || connection.readOnly) return;
      if (type === SYNC_UPDATE) live.add(connection);
      else live.delete(connection);
      const verdict = checkUpdate(document, update);
      if (verdict.fault !== undefined) refuse(payload, NOTES_CLOSE_CODES.invalid, verdict.fault);
      else if (!hasRoom(document, verdict.nodes))
        refuse(payload, NOTES_CLOSE_CODES.full, 'too many blocks');
      else if (sizeOf(documentName) + update.length > MAX_BYTES)
        refuse(payload, NOTES_CLOSE_CODES.full, 'too many bytes');
    },
    async afterLoadDocument({ document, documentName }) {
      // The repair is stored like any edit.
      const mended = repairDocument(document, document.getXmlFragment(FRAGMENT));
      if (mended > 0)
        log.warn(
          { doc: documentName, mended },
          'Shared notes held what they may not hold; it was mended',
        );
      if (isDropping)
        dropPending(document, (connection) => {
          if (live.has(connection)) lacking.add(connection);
        });
    },
    async afterHandleMessage({ connection, document }) {
      if (!lacking.delete(connection)) return;
      connection.send(
        new OutgoingMessage(connection.messageAddress)
          .createSyncMessage()
          .writeFirstSyncStepFor(document)
          .toUint8Array(),
      );
    },
  };
}

function countNodes(notes: XmlFragment): number {
  let count = 0;
  const open: XmlFragment[] = [notes];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    for (const child of parent.toArray()) {
      count += 1;
      if (child instanceof XmlElement) open.push(child);
    }
  }
  return count;
}
