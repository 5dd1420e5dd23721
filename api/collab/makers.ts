/** Who made a block is the server's word: nobody writes under another's name. A block that was there before keeps its maker, also when it is moved, or taken out and put back. */
import { type Extension, isTransactionOrigin } from '@hocuspocus/server';
import { type Doc, Item, type Transaction, XmlElement, type XmlFragment } from 'yjs';
import type { CollabContext } from './socket.ts';
import { FRAGMENT } from './stored-notes.ts';

const MAKER = 'createdBy';

const word = (element: XmlElement, name: string): string | undefined => { const value: unknown = element.getAttribute(name); return typeof value === 'string' ? value : undefined; };

/** By the `_id` of each block that names one. */
function makersIn(parent: XmlFragment, known = new Map<string, string>()): Map<string, string> {
  for (const child of parent.toArray()) {
    if (!(child instanceof XmlElement)) continue;
    const [id, maker] = [word(child, '_id'), word(child, MAKER)];
    if (id !== undefined && maker !== undefined) known.set(id, maker);
    makersIn(child, known);
  }
  return known;
}

/** Blocks to which this transaction gave a maker. Only what it added is looked at. */
function named({ doc, beforeState, afterState }: Transaction): XmlElement[] {
  const found: XmlElement[] = [];
  for (const [client, clock] of afterState) {
    const from = beforeState.get(client) ?? 0;
    const structs = doc.store.clients.get(client) ?? [];
    for (let at = structs.length - 1; clock > from && at >= 0; at -= 1) {
      const struct = structs[at];
      if (!struct || struct.id.clock < from) break;
      if (struct instanceof Item && !struct.deleted && struct.parentSub === MAKER && struct.parent instanceof XmlElement) found.push(struct.parent);
    }
  }
  return found;
}

const writerOf = (origin: unknown): string | undefined =>
  (isTransactionOrigin(origin) && origin.source === 'connection' ? (origin.connection.context as CollabContext).admission?.user?._id : undefined);

function keepMakers(document: Doc): void {
  const known = makersIn(document.getXmlFragment(FRAGMENT));
  document.on('afterTransaction', (transaction: Transaction) => {
    // What the server itself writes, and what another process has taken, is as it says.
    const writer = writerOf(transaction.origin);
    const wrong: [XmlElement, string][] = [];
    for (const element of named(transaction)) {
      const [id, given] = [word(element, '_id') ?? '', word(element, MAKER)];
      if (given === undefined) continue;
      const right = writer === undefined ? given : known.get(id) ?? writer;
      if (id !== '') known.set(id, right);
      if (given !== right) wrong.push([element, right]);
    }
    if (wrong.length > 0) document.transact(() => { for (const [element, right] of wrong) element.setAttribute(MAKER, right); }, { source: 'local' });
  });
}

export const makers = (): Extension<CollabContext> => ({ extensionName: 'makers', async afterLoadDocument({ document }) { keepMakers(document); } });
