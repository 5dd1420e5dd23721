/**
 * Yjs keeps an edit that depends on a missing one in memory, and applies it later without a check,
 * so such edits could fill the memory. Yjs offers no way to drop it, and predicting which part of
 * an update it would keep means repeating its integration. So this module changes its store
 * (`pendingStructs`, `pendingDs`), after a check that the store still works that way. See
 * docs/decisions/2026-11-24-pending-edits.md for the measurements.
 */
import { type Connection, type Document, isTransactionOrigin } from '@hocuspocus/server';
import { applyUpdate, Doc, type Transaction } from 'yjs';

/**
 * Tells whether the store of this version of Yjs keeps edits where `dropPending` looks for them,
 * and forgets them on request.
 */
export function canDropPending(makeDocument = (): Doc => new Doc()): boolean {
  try {
    return forgetsPending(makeDocument());
  } catch {
    return false;
  }
}

function forgetsPending(reader: Doc): boolean {
  const updates: Uint8Array[] = [];
  const author = new Doc();
  author.on('update', (update: Uint8Array) => {
    updates.push(update);
  });
  const text = author.getText();
  text.insert(0, 'a');
  text.insert(1, 'b');
  text.delete(0, 1);
  const [first, ...later] = updates;
  if (first === undefined) return false;
  for (const update of later) applyUpdate(reader, update);
  const { pendingStructs, pendingDs } = reader.store;
  const isHeld =
    pendingStructs?.update instanceof Uint8Array &&
    pendingStructs.missing instanceof Map &&
    pendingDs instanceof Uint8Array;
  reader.store.pendingStructs = null;
  reader.store.pendingDs = null;
  applyUpdate(reader, first);
  return isHeld && reader.getText().toString() === 'a';
}

/**
 * Drops what Yjs would keep of each edit from a connection, and calls `onDrop`. Edits that were
 * kept before stay.
 */
export function dropPending(document: Document, onDrop: (connection: Connection) => void): void {
  const { store } = document;
  const held = () => ({
    structs: store.pendingStructs,
    update: store.pendingStructs?.update,
    ds: store.pendingDs,
  });
  let before = held();
  document.on('beforeTransaction', () => {
    before = held();
  });
  document.on('afterTransaction', ({ origin }: Transaction) => {
    if (!isTransactionOrigin(origin) || origin.source !== 'connection') return;
    const now = held();
    // The same or less, because the missing edits have arrived.
    if ((now.update === before.update || !now.structs) && (now.ds === before.ds || !now.ds)) return;
    store.pendingStructs =
      before.structs && before.update
        ? { missing: before.structs.missing, update: before.update }
        : null;
    store.pendingDs = before.ds;
    onDrop(origin.connection);
  });
}
