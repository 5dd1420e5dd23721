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
  /** Whether all content so far fits this page's schema. */
  isOpen(): boolean;
  /** Stores and sends pending edits of the sandbox at once. */
  pass(): void;
  /** Marks the first content, with the origin `by`, as complete: it can be shown. */
  read(by: Reader): void;
  /** Copies the first content to the stored document, once; until then it is not stored. */
  settle(by: Reader): void;
  close(): void;
}

type Reader = object | undefined;
interface SandboxOptions {
  /** calls its argument a moment later */
  soon?: (work: () => void) => void;
  /**
   * the origins of content that enters the sandbox before it is stored, so that a long note is
   * parsed only once before it is shown
   */
  readers?: readonly Reader[];
}

export function openSchemaSandbox(
  kept: Doc,
  onForeign: () => void,
  { soon = afterPaint, readers = [] }: SandboxOptions = {},
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
   * Stores what arrived before the unknown content, and then nothing more: from here on, the editor
   * may remove what it doesn't know.
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
  const toSandbox = (update: Uint8Array, origin: unknown): void => {
    if (!settling && origin !== document) applyUpdate(document, update, kept);
  };
  const isRead = (origin: unknown): boolean =>
    origin === kept || (origin !== undefined && readers.includes(origin as Reader));
  const toKept = (update: Uint8Array, origin: unknown): void => {
    if (!open || isRead(origin)) return;
    written.push(update);
    if (written.length === 1) soon(pass);
  };
  // In this order: updates are checked before they enter the sandbox.
  kept.on('afterTransaction', look);
  kept.on('update', toSandbox);
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
      kept.off('update', toSandbox);
      document.destroy();
    },
  };
}

/** Whether it contains a block, attribute or mark that the schema lacks. Skips what is `known`. */
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

/** Checks embedded content only in text that has some: a note is checked before it is shown. */
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
