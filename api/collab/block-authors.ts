/**
 * The server sets who created a block and who changed it last, so that nobody can use another
 * person's name. An existing block keeps its author when it is moved, or removed and restored.
 */
import { type Extension, isTransactionOrigin } from '@hocuspocus/server';
import { type Doc, Item, type Transaction, XmlElement, type XmlFragment } from 'yjs';
import type { CollabContext } from './socket.ts';
import { FRAGMENT } from './stored-notes.ts';

/** Determines the user from the `given` and `known` value of the block and the `writer`. */
const RIGHT = {
  createdBy: (_given: string, known: string | undefined, writer: string) => known ?? writer,
  // A block that is restored unchanged keeps its last editor.
  updatedBy: (given: string, known: string | undefined, writer: string) =>
    given === known ? given : writer,
};
type Name = keyof typeof RIGHT;
const NAMES = Object.keys(RIGHT) as Name[];
const isName = (name: string | null): name is Name => name !== null && Object.hasOwn(RIGHT, name);

const word = (element: XmlElement, name: string): string | undefined => {
  const value: unknown = element.getAttribute(name);
  return typeof value === 'string' ? value : undefined;
};

type Known = Readonly<Record<Name, Map<string, string>>>;

/** Returns blocks with a user by `_id`. */
function namedIn(
  parent: XmlFragment,
  known: Known = { createdBy: new Map(), updatedBy: new Map() },
): Known {
  for (const child of parent.toArray()) {
    if (!(child instanceof XmlElement)) continue;
    const id = word(child, '_id');
    for (const name of NAMES) {
      const person = word(child, name);
      if (id !== undefined && person !== undefined) known[name].set(id, person);
    }
    namedIn(child, known);
  }
  return known;
}

/** Returns the blocks to which this transaction gave a user, among its additions. */
function given({ doc, beforeState, afterState }: Transaction): [XmlElement, Name][] {
  const found: [XmlElement, Name][] = [];
  for (const [client, clock] of afterState) {
    const from = beforeState.get(client) ?? 0;
    const structs = doc.store.clients.get(client) ?? [];
    for (let at = structs.length - 1; clock > from && at >= 0; at -= 1) {
      const struct = structs[at];
      if (!struct || struct.id.clock < from) break;
      if (
        struct instanceof Item &&
        !struct.deleted &&
        isName(struct.parentSub) &&
        struct.parent instanceof XmlElement
      )
        found.push([struct.parent, struct.parentSub]);
    }
  }
  return found;
}

const writerOf = (origin: unknown): string | undefined =>
  isTransactionOrigin(origin) && origin.source === 'connection'
    ? (origin.connection.context as CollabContext).admission?.user?._id
    : undefined;

function keepMakers(document: Doc): void {
  const known = namedIn(document.getXmlFragment(FRAGMENT));
  document.on('afterTransaction', (transaction: Transaction) => {
    // Names in edits of the server itself, and of other processes, are accepted.
    const writer = writerOf(transaction.origin);
    const wrong: [XmlElement, Name, string][] = [];
    for (const [element, name] of given(transaction)) {
      const [id, person] = [word(element, '_id') ?? '', word(element, name)];
      if (person === undefined) continue;
      const right =
        writer === undefined ? person : RIGHT[name](person, known[name].get(id), writer);
      if (id !== '') known[name].set(id, right);
      if (person !== right) wrong.push([element, name, right]);
    }
    if (wrong.length > 0)
      document.transact(
        () => {
          for (const [element, name, right] of wrong) element.setAttribute(name, right);
        },
        { source: 'local' },
      );
  });
}

export const blockAuthors = (): Extension<CollabContext> => ({
  extensionName: 'makers',
  async afterLoadDocument({ document }) {
    keepMakers(document);
  },
});
