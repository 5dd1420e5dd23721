/**
 * The document that the editor works on, apart from the one that is kept and sent. An editor takes out of its document what its
 * schema does not know; so once something foreign comes, nothing goes from the desk to what is kept any more.
 */
import { applyUpdate, ContentFormat, ContentString, Doc, encodeStateAsUpdate, mergeUpdates, type Transaction, XmlElement, XmlFragment, XmlText } from 'yjs';
import { notesSchema } from '#core/editor/schema.ts';
import { oncePainted } from './once-painted.ts';

export interface Desk {
  document: Doc;
  /** Nothing foreign has come. */ isOpen(): boolean;
  /** Keeps and sends at once what is on its way from the desk. */ pass(): void;
  close(): void;
}

/** `soon` calls what it is given a moment later. */
export function openDesk(kept: Doc, onForeign: () => void, soon: (work: () => void) => void = oncePainted): Desk {
  const document = new Doc();
  const known = new WeakSet<object>();
  let open = true;
  let written: Uint8Array[] = [];
  const pass = (): void => {
    if (written.length === 0) return;
    const update = mergeUpdates(written);
    written = [];
    applyUpdate(kept, update, document);
  };
  /** What was written before is none of it. */
  const shut = (): void => { if (open) { pass(); open = false; onForeign(); } };

  const look = (transaction: Transaction): void => {
    if (!open || transaction.origin === document) return;
    for (const type of transaction.changed.keys()) if (isForeign(type, known)) return shut();
  };
  const toDesk = (update: Uint8Array, origin: unknown): void => { if (origin !== document) applyUpdate(document, update, kept); };
  const toKept = (update: Uint8Array, origin: unknown): void => {
    if (origin === kept || !open) return;
    written.push(update);
    if (written.length === 1) soon(pass);
  };
  // In this order: it is looked at before it comes to the desk.
  kept.on('afterTransaction', look);
  kept.on('update', toDesk);
  // From the first that is not from what is kept: for what nobody hears, nothing is written down.
  const hear = ({ origin }: Transaction): void => {
    if (origin === kept) return;
    document.off('beforeTransaction', hear);
    document.on('update', toKept);
  };
  document.on('beforeTransaction', hear);
  if (isForeign(kept.getXmlFragment('default'), known)) shut();
  applyUpdate(document, encodeStateAsUpdate(kept), kept);

  return {
    document, isOpen: () => open, pass,
    close() {
      pass();
      kept.off('afterTransaction', look);
      kept.off('update', toDesk);
      document.destroy();
    },
  };
}

/** Something in it of which the schema knows nothing: a block, an attribute or a mark. What is `known` is not gone through again. */
function isForeign(type: unknown, known: WeakSet<object>): boolean {
  const { nodes } = notesSchema();
  if (type instanceof XmlText) return isForeignText(type);
  if (!(type instanceof XmlFragment)) return false;
  if (type instanceof XmlElement) {
    const node = nodes[type.nodeName];
    const attributes = node?.spec.attrs ?? {};
    if (!node || [...type._map].some(([name, { deleted }]) => !deleted && !(name in attributes))) return true;
  }
  return type.toArray().some((child) => {
    if (known.has(child)) return false;
    known.add(child);
    return isForeign(child, known);
  });
}

/** All of a note is gone through before it is shown; what lies under each piece of a text is asked only where it holds anything unknown. */
function isForeignText(text: XmlText): boolean {
  const { marks } = notesSchema();
  for (let item = text._start; item; item = item.right) {
    const { deleted, content } = item;
    if (deleted || content instanceof ContentString || (content instanceof ContentFormat && marks[markOf(content.key)])) continue;
    return (text.toDelta() as { insert: unknown; attributes?: object }[]).some(({ insert, attributes }) => typeof insert !== 'string' || Object.keys(attributes ?? {}).some((name) => !marks[markOf(name)]));
  }
  return false;
}

/** A mark that may lie over another of its kind is told apart by a hash. */
const markOf = (name: string): string => name.split('--')[0] ?? '';
