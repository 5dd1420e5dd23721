/** Requests every notation of an internal address; the server there must receive nothing. */
import { request } from 'undici';
import { createGate } from '#pipeline/net/gate.ts';
import { createGuardedFetch } from '#pipeline/net/guarded-fetch.ts';
import { createPace } from '#pipeline/net/pace.ts';
import { canary } from '#pipeline/net/testing/loopback.ts';
import { internalUrls } from '#pipeline/net/testing/internal-hosts.ts';
import { cameThrough, type AttackRow } from '../lib/attack.ts';

/** Requests every notation of this machine's address; its server must receive nothing. */
export async function attack(): Promise<AttackRow[]> {
  const [guarded, open] = [await canary(), await canary()];
  const made = createGuardedFetch({
    gate: createGate({
      ports: [guarded.port],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    }),
    pace: createPace({ concurrency: 50, perSecond: 1000 }),
  });
  const [inside, same] = [internalUrls(guarded.port), internalUrls(open.port)];
  await Promise.allSettled(
    inside.map((url) => made.fetch(url, { maxBytes: 1000, timeoutMs: 5000 })),
  );
  await Promise.allSettled(
    same.map(async (url) => (await request(url, { headersTimeout: 1500 })).body.text()),
  );
  const rows = [
    cameThrough('addresses of this machine', 'the gate', inside.length, guarded.hits.length),
    cameThrough('addresses of this machine', 'none (switched off)', same.length, open.hits.length),
  ];
  await Promise.all([made.close(), guarded.close(), open.close()]);
  return rows;
}
