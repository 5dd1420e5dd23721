import { Fault } from '#core/contract/faults.ts';
import { Thread, ThreadPage, type ThreadCard } from '#core/contract/thread.ts';
import type { Api } from './client.ts';

/**
 * Finds a thread by id, address or title. `make`: creates one with that title if there is none.
 * Faults: `absent`.
 */
export async function findThread(
  api: Api,
  name: string,
  make = false,
): Promise<Pick<ThreadCard, '_id' | 'url' | 'title' | 'thread_sources'>> {
  const { docs } = await api.get(
    `threads?${new URLSearchParams({ query: name, limit: '100' })}`,
    ThreadPage,
  );
  const titled = docs.find((thread) => thread.title.toLowerCase() === name.toLowerCase());
  if (titled) return titled;
  try {
    return await api.get(`threads/${encodeURIComponent(name)}`, Thread);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'absent') throw error;
    if (make) return api.send('POST', 'threads', { title: name }, Thread);
    throw new Fault('absent', {
      message: `No thread matches ${name}. List them: gloss threads`,
      cause: error,
    });
  }
}

/** Returns the named thread, or the newest one. */
export async function findThreadOrNewest(
  api: Api,
  name: unknown,
): Promise<Pick<ThreadCard, '_id' | 'url' | 'title' | 'thread_sources'>> {
  if (typeof name === 'string') return findThread(api, name);
  const {
    docs: [newest],
  } = await api.get('threads?limit=1', ThreadPage);
  if (!newest)
    throw new Fault('absent', {
      message:
        'There are no threads yet. Create one by adding a source: gloss add URL --thread "My reading"',
    });
  return newest;
}
