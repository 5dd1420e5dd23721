/**
 * The editor's working copy of the shared document. An editor deletes what its schema does not
 * know, so once unknown content arrives, the working copy no longer changes the shared document.
 */
import {
  applyUpdate,
  ContentFormat,
  ContentString,
  Doc,
  encodeStateAsUpdate,
  mergeUpdates,
  type Transaction,
  XmlElement,
  XmlFragment,
  XmlText,
} from 'yjs';
import { notesSchema } from '#core/editor/schema.ts';
import { afterPaint } from '#ui/kit/after-paint.ts';

export interface SchemaSandbox {
  document: Doc;
  /** Nothing foreign has come. */
  isOpen(): boolean;
  /** Keeps and sends at once what is on its way from the desk. */
  pass(): void;
  /** What was put on it first is there, and may be shown. `by`: whose that was. */
  read(by: Reader): void;
  /** What was put on it first comes to what is kept, once; until then it is kept nowhere. */
  settle(by: Reader): void;
  close(): void;
}

type Reader = object | undefined;
interface DeskOptions {
  /** calls what it is given a moment later */
  soon?: (work: () => void) => void;
  /**
   * the origins of what is put on the desk before it is kept: a long note can be shown when it was
   * gone through once
   */
  readers?: readonly Reader[];
}

export function openSchemaSandbox(
  kept: Doc,
  onForeign: () => void,
  { soon = afterPaint, readers = [] }: DeskOptions = {},
): SchemaSandbox {
  const document = new Doc();
  const known = new WeakSet<object>();
  let open = true;
  let settled = readers.length === 0;
  let settling = false;
  let written: Uint8Array[] = [];
  const pass = (): void => {
    if (written.length === 0) return;
    const update = settled ? mergeUpdates(written) : encodeStateAsUpdate(document);
    settled = true;
    written = [];
    applyUpdate(kept, update, document);
  };
  const settle = (by: Reader): void => {
    pass();
    if (settled) return;
    settled = settling = true;
    applyUpdate(kept, encodeStateAsUpdate(document), by);
    settling = false;
  };
  /**
   * What was read and written before is none of it, and comes to what is kept as it is now: from
   * here on an editor may take out of it.
   */
  const shut = (): void => {
    if (open) {
      settle(undefined);
      open = false;
      onForeign();
    }
  };

  const look = (transaction: Transaction): void => {
    if (!open || settling || transaction.origin === document) return;
    for (const type of transaction.changed.keys()) if (isForeign(type, known)) return shut();
  };
  const toDesk = (update: Uint8Array, origin: unknown): void => {
    if (!settling && origin !== document) applyUpdate(document, update, kept);
  };
  const isRead = (origin: unknown): boolean =>
    origin === kept || (origin !== undefined && readers.includes(origin as Reader));
  const toKept = (update: Uint8Array, origin: unknown): void => {
    if (!open || isRead(origin)) return;
    written.push(update);
    if (written.length === 1) soon(pass);
  };
  // In this order: it is looked at before it comes to the desk.
  kept.on('afterTransaction', look);
  kept.on('update', toDesk);
  // Starts with the first local edit, because changes without listeners need no record.
  const hear = ({ origin }: Transaction): void => {
    if (isRead(origin)) return;
    document.off('beforeTransaction', hear);
    document.on('update', toKept);
  };
  document.on('beforeTransaction', hear);
  if (isForeign(kept.getXmlFragment('default'), known)) shut();
  applyUpdate(document, encodeStateAsUpdate(kept), kept);

  return {
    document,
    isOpen: () => open,
    pass,
    settle,
    read(by) {
      if (settled || !isForeign(document.getXmlFragment('default'), known)) return;
      settle(by);
      shut();
    },
    close() {
      pass();
      kept.off('afterTransaction', look);
      kept.off('update', toDesk);
      document.destroy();
    },
  };
}

/**
 * Something in it of which the schema knows nothing: a block, an attribute or a mark. What is
 * `known` is not gone through again.
 */
function isForeign(type: unknown, known: WeakSet<object>): boolean {
  const { nodes } = notesSchema();
  if (type instanceof XmlText) return isForeignText(type);
  if (!(type instanceof XmlFragment)) return false;
  if (type instanceof XmlElement) {
    const node = nodes[type.nodeName];
    const attributes = node?.spec.attrs ?? {};
    if (!node || [...type._map].some(([name, { deleted }]) => !deleted && !(name in attributes)))
      return true;
  }
  return type.toArray().some((child) => {
    if (known.has(child)) return false;
    known.add(child);
    return isForeign(child, known);
  });
}

/**
 * All of a note is gone through before it is shown; what lies under each piece of a text is asked
 * only where it holds anything unknown.
 */
function isForeignText(text: XmlText): boolean {
  const { marks } = notesSchema();
  for (let item = text._start; item; item = item.right) {
    const { deleted, content } = item;
    if (
      deleted ||
      content instanceof ContentString ||
      (content instanceof ContentFormat && marks[markOf(content.key)])
    )
      continue;
    return (text.toDelta() as { insert: unknown; attributes?: object }[]).some(
      ({ insert, attributes }) =>
        typeof insert !== 'string' ||
        Object.keys(attributes ?? {}).some((name) => !marks[markOf(name)]),
    );
  }
  return false;
}

/** Overlapping marks of the same type are distinguished by a hash. */
const markOf = (name: string): string => name.split('--')[0] ?? '';
