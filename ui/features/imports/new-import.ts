import type { ImportPreview, NewImport } from '#core/contract/import.ts';
import type { ThreadId } from '#core/contract/id.ts';

/** A file, or pasted text in the form of a file. */
export interface ImportFile {
  name: string;
  bytes: Blob;
}

/**
 * The key under which an unfinished import of the same bytes into the same thread is resumed, as
 * hex SHA-256. `undefined` where the page is not served securely; the import then starts again.
 */
export async function importKey(bytes: Blob, threadId: string): Promise<string | undefined> {
  if (!('subtle' in crypto)) return undefined;
  const digest = await crypto.subtle.digest(
    'SHA-256',
    await new Blob([bytes, threadId]).arrayBuffer(),
  );
  return [...new Uint8Array(digest)].map((it) => it.toString(16).padStart(2, '0')).join('');
}

/** The import for a preview. */
export function newImport(
  preview: ImportPreview,
  {
    name,
    threadId,
    key,
  }: { name: string; threadId: ThreadId | undefined; key: string | undefined },
): NewImport {
  return {
    name,
    format: preview.format,
    items: preview.entries.map(({ verdict: _verdict, of: _of, why: _why, ...entry }) => entry),
    unread: preview.unread,
    ...(threadId && { threadId }),
    ...(key && { key }),
  };
}

/**
 * How many sources an import would add, including bookmarks. Existing sources count if nothing else
 * is new and there is a thread to add them to; 0 means that there is nothing to import.
 */
export function importCount(
  { totals }: Pick<ImportPreview, 'totals'>,
  intoThread: boolean,
): number {
  const added = totals.new + totals.listing + totals.bookmark;
  return added > 0 || !intoThread ? added : totals.known;
}
