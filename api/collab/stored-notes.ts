/** Reads notes from disk, for processes without shared documents. */
import type { JSONContent } from '@tiptap/core';
import { yXmlFragmentToProsemirrorJSON } from '@tiptap/y-tiptap';
import { Doc, type XmlFragment } from 'yjs';
import { Fault } from '#core/contract/faults.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { cleanDoc } from '#core/editor/document.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { documentName } from './authorise.ts';
import { repairDocument } from './repair-document.ts';
import { createUpdateStore, type UpdateStore } from './update-store.ts';

/** The fragment of the shared document that holds the notes. */
export const FRAGMENT = 'default';
/** Returns all blocks, or the first `most` at the top level. */
export function toJson(document: Doc, most?: number): JSONContent {
  const notes = document.getXmlFragment(FRAGMENT);
  // Only `toArray` of the fragment is used.
  const first =
    most === undefined ? notes : ({ toArray: () => notes.slice(0, most) } as XmlFragment);
  return cleanDoc(yXmlFragmentToProsemirrorJSON(first) as JSONContent);
}

/** Fault: `unavailable` if they can't be read. */
export async function readStored(store: UpdateStore, threadId: ThreadId): Promise<Doc> {
  const document = new Doc();
  await store.read(documentName(threadId), document).catch((cause: unknown) => {
    throw new Fault('unavailable', { cause });
  });
  repairDocument(document, document.getXmlFragment(FRAGMENT));
  return document;
}

export function createNotesReader(
  database: Database,
  log: Log,
): (threadId: ThreadId) => Promise<JSONContent> {
  const store = createUpdateStore(database, log);
  return async (threadId) => toJson(await readStored(store, threadId));
}
