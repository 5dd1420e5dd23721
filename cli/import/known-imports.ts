import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { Import } from '#core/contract/import.ts';
import { Thread } from '#core/contract/thread.ts';
import type { Api } from '#api/client/client.ts';
import { oneLine } from '../render/output.ts';

const ImportPage = z.object({
  docs: z.array(Import),
  next: z
    .string()
    .nullish()
    .transform((cursor) => cursor ?? null),
});

/** An import and the name by which output refers to it. */
export interface NamedImport {
  _id: Import['_id'];
  name: string;
  /** a thread's title in quotes, or the library */
  into: string;
  /** where a browser shows its result */
  place: string | undefined;
}

/** Newest first. */
export async function* eachImport(api: Api): AsyncIterable<Import> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof ImportPage> = await api.get(
      `imports${cursor === '' ? '' : `?${new URLSearchParams({ cursor })}`}`,
      ImportPage,
    );
    yield* page.docs;
    cursor = page.next;
  }
}
export const isOpen = (it: Import): boolean => it.state === 'running' || it.state === 'paused';

/**
 * Finds an import by id, a unique prefix of it, or `last`. Faults: `absent`, and `bad_request` if
 * several match the prefix.
 */
export async function findImport(api: Api, named: string): Promise<Import> {
  const fitting: Import[] = [];
  for await (const it of eachImport(api)) {
    if (named === 'last' || it._id === named) return it;
    if (named !== '' && it._id.startsWith(named.toLowerCase())) fitting.push(it);
  }
  const [only, ...more] = fitting;
  if (only === undefined)
    throw new Fault('absent', {
      message:
        named === 'last'
          ? 'Nothing was imported yet. Import a file: gloss import FILE'
          : `No import matches ${named}. List them: gloss imports`,
    });
  if (more.length > 0)
    throw new Fault('bad_request', {
      message: `${named} fits ${fitting.length} imports; give more of the id:\n${fitting.map((it) => `${it._id}  ${oneLine(it.name)}`).join('\n')}`,
    });
  return only;
}

/** An unfinished import with the same name and target, most likely an earlier run. */
export async function findOpenImport(
  api: Api,
  name: string,
  threadId: string | undefined,
): Promise<Import | undefined> {
  const { docs } = await api.get('imports', ImportPage);
  return docs.find((it) => it.name === name && it.threadId === threadId && isOpen(it));
}

/** Returns an existing import in the form to follow. */
export async function toNamedImport(
  api: Api,
  { _id, name, threadId }: Import,
): Promise<NamedImport> {
  const thread =
    threadId === undefined
      ? undefined
      : await api.get(`threads/${threadId}`, Thread).catch((error: unknown) => {
          // The import was deleted meanwhile; its sources are still in the library.
          if (error instanceof Fault && error.code === 'absent') return undefined;
          throw error;
        });
  return {
    _id,
    name,
    into: thread ? `“${oneLine(thread.title)}”` : 'your library',
    place: api.hosted ? undefined : thread ? `${api.url}/t/${thread.url}` : `${api.url}/library`,
  };
}

/** The last unfinished import, resumed if it was paused. */
export async function newestOpenImport(api: Api): Promise<NamedImport | undefined> {
  for await (const it of eachImport(api)) {
    if (!isOpen(it)) continue;
    if (it.state === 'paused') await api.send('POST', `imports/${it._id}/resume`, {}, Import);
    return toNamedImport(api, it);
  }
  return undefined;
}
