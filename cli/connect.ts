import { Fault } from '#core/contract/faults.ts';
import { Health } from '#core/contract/health.ts';
import { createLog } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { readNote, readOwnerToken } from '#api/compose/data-dir.ts';
import { createApi, type Api } from './api.ts';

async function answers(api: Api): Promise<boolean> {
  try {
    await api.get('health', Health);
    return true;
  } catch (error) {
    // A server that says it is unwell is still the server.
    if (error instanceof Fault) return error.code !== 'unreachable';
    throw error;
  }
}

/**
 * The server to talk to: the one named, else the one that `server.json` tells of, else one hosted here.
 * The hosted one works the queue while the command runs; what it leaves goes on at the next start.
 */
export async function connect(settings: Settings, named: string | undefined): Promise<Api> {
  const url = named ?? settings.server;
  if (url) return createApi(url.replace(/\/+$/, ''), settings.token ?? await readOwnerToken(settings.dataDir));
  const note = await readNote(settings.dataDir);
  if (note) {
    const api = createApi(note.url, settings.token ?? await readOwnerToken(settings.dataDir));
    if (await answers(api)) return api;
  }
  const { serve } = await import('#api/server.ts');
  const server = await serve({ ...settings, host: '127.0.0.1', port: 0, publicUrl: undefined, contentUrl: undefined }, createLog(settings.logLevel === 'info' ? 'error' : settings.logLevel), { sample: false });
  return createApi(server.url, server.ownerToken, true, () => server.close());
}
