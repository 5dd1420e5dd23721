import { Fault } from '#core/contract/faults.ts';
import type { Settings } from '#config/settings.ts';
import { readOwnerToken } from '#api/compose/data-dir.ts';
import { createApi, type Api } from '#api/client/client.ts';
import { isRunning, serverNote } from './running-server.ts';

/** How long jobs may continue after the command has finished. */
const HOSTED_GRACE_MS = 1_500;

export interface ConnectOptions {
  /** the address given with `--server` */
  named?: string | undefined;
  /** a server hosted here runs the queue */
  work?: boolean;
  signal: AbortSignal;
}

const originOf = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname === 'localhost' || hostname === '[::1]' ? '127.0.0.1' : hostname}:${port}`;
};

/**
 * Connects to a server: the given one, else the running one in `server.json`, else one hosted in
 * this process. Jobs left in the queue of a hosted server continue at the next start.
 */
export async function connect(
  settings: Settings,
  { named, work = false, signal }: ConnectOptions,
): Promise<Api> {
  const url = named ?? settings.server;
  const note = await serverNote(settings.dataDir);
  if (url !== undefined) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new Fault('bad_request', {
        message: `--server must be an address like http://127.0.0.1:4870, not ${url}.`,
      });
    // The owner's token gives access to this machine's library, so no other server receives it.
    const ours = note !== undefined && originOf(note.url) === originOf(url);
    return createApi({
      url: url.replace(/(?<!\/)\/+$/, ''),
      token: settings.token ?? (ours ? await readOwnerToken(settings.dataDir) : undefined),
      signal,
    });
  }
  if (note) {
    const api = createApi({
      url: note.url,
      token: settings.token ?? (await readOwnerToken(settings.dataDir)),
      signal,
    });
    if (await isRunning(note, api, signal)) return api;
  }
  const [{ serve }, { createLog }] = await Promise.all([
    import('#api/server.ts'),
    import('#config/log.ts'),
  ]);
  const log = createLog(settings.logLevel === 'info' ? 'error' : settings.logLevel);
  const server = await serve(
    { ...settings, host: '127.0.0.1', port: 0, publicUrl: undefined, contentUrl: undefined },
    log,
    { sample: false, worker: work, schedule: false },
  );
  return createApi({
    url: server.url,
    token: server.ownerToken,
    signal,
    hosted: true,
    close: () => server.close(HOSTED_GRACE_MS),
  });
}
