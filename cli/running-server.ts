/** Finds the running server of a data folder through `server.json`. */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { readNote, readOwnerToken, type ServerNote } from '#api/compose/data-dir.ts';
import { createApi, type Api } from '#api/client/client.ts';

/** a server that takes longer for a health check is stuck */
const HEALTH_MS = 10_000;

/** The content of `server.json`. Throws `unreachable` if the folder can't be read. */
export const serverNote = (dataDir: string): Promise<ServerNote | undefined> =>
  readNote(dataDir).catch((cause: unknown) => {
    throw new Fault('unreachable', {
      message: `Couldn't use the data folder ${dataDir}. Set GLOSS_DATA_DIR to a folder you can write to.`,
      cause,
    });
  });

/**
 * Tells whether Gloss is running; an unhealthy server counts, another program on its port does not.
 * Throws `unreachable` if the server accepts connections and does not answer.
 */
export async function isRunning(
  note: ServerNote,
  api: Pick<Api, 'health'>,
  signal: AbortSignal,
): Promise<boolean> {
  const timeout = AbortSignal.timeout(HEALTH_MS);
  try {
    await api.health(AbortSignal.any([signal, timeout]));
    return true;
  } catch (error) {
    if (error instanceof Fault) return error.code !== 'unreachable';
    if (!timeout.aborted || signal.aborted) throw error;
    throw new Fault('unreachable', {
      message: `The server at ${note.url} (process ${note.pid}) isn't responding. Stop it and start it again: gloss start.`,
      cause: error,
    });
  }
}

/** Whether the server at `api` knows this user; each folder has its own owner token. */
async function accepts(api: Pick<Api, 'get'>): Promise<boolean> {
  try {
    await api.get('me', z.unknown());
    return true;
  } catch (error) {
    if (error instanceof Fault) return error.code !== 'not_signed_in';
    throw error;
  }
}

/**
 * Throws `unreachable` if a server runs on this data folder, because two would overwrite each
 * other's index. A server of another folder that took the port of a crashed one does not count.
 */
export async function assertNoServerRuns(dataDir: string, signal: AbortSignal): Promise<void> {
  const note = await serverNote(dataDir);
  if (!note) return;
  const api = createApi({ url: note.url, token: await readOwnerToken(dataDir), signal });
  if (!(await isRunning(note, api, signal)) || !(await accepts(api))) return;
  throw new Fault('unreachable', {
    message: `Gloss already runs on the data folder ${dataDir}, at ${note.url} (process ${note.pid}). Open it with \`gloss open\`, stop it first, or set GLOSS_DATA_DIR to another folder.`,
  });
}
