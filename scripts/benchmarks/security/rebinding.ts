/** DNS rebinding: name servers that change their answers. Connections must go to the checked address. */
import { get } from 'node:http';
import { request } from 'undici';
import { createEgressProxy } from '#pipeline/net/egress-proxy.ts';
import { createGate, type Address, type Resolve } from '#pipeline/net/gate.ts';
import { createGuardedFetch } from '#pipeline/net/guarded-fetch.ts';
import { createPace } from '#pipeline/net/pace.ts';
import { canary } from '#pipeline/net/testing/loopback.ts';
import { cameThrough, type AttackRow } from '../lib/attack.ts';

const ATTEMPTS = 1_000;
const AT_ONCE = 20;
const TIMEOUT_MS = 300;
/** Public to the gate but unused: 3ffe::/16 was returned and isn't routed. */
const OUTSIDE: Address = { address: '3ffe::1', family: 6 };
const INSIDE: Address = { address: '127.0.0.1', family: 4 };

/** Answers in turn: a public address, an internal one, both in either order, only the internal one. */
function alternating(): { resolve: Resolve; asked(): number } {
  const answers: (readonly Address[])[] = [
    [OUTSIDE],
    [INSIDE],
    [OUTSIDE, INSIDE],
    [INSIDE, OUTSIDE],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [{ address: '::1', family: 6 }],
  ];
  let asked = 0;
  return { resolve: async () => answers[asked++ % answers.length] ?? [INSIDE], asked: () => asked };
}

async function inTurns(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  const queue = Array.from({ length: count }, (_, at) => at).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const at of queue) await work(at).catch(() => undefined);
    }),
  );
}

/** Sends a request like a client of a proxy: with the complete URL. */
async function throughProxy(proxy: string, address: string, authorization: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = get(
    {
      host: new URL(proxy).hostname,
      port: new URL(proxy).port,
      path: address,
      headers: { 'proxy-authorization': authorization },
      timeout: TIMEOUT_MS,
    },
    (response) => {
      response.resume().once('close', resolve);
    },
  );
  asked.once('timeout', () => asked.destroy()).once('error', () => resolve());
  await promise;
}

export async function attack(): Promise<AttackRow[]> {
  const [guarded, open] = [await canary(), await canary()];
  const names = alternating();
  const gate = createGate({ ports: [guarded.port], resolve: names.resolve });
  const made = createGuardedFetch({
    gate,
    pace: createPace({ concurrency: AT_ONCE, perSecond: 100_000 }),
  });
  const proxy = createEgressProxy({ gate });
  const lease = await proxy.lease({ maxBytes: 1_000_000 });
  const { username, password, origin } = new URL(lease.url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  try {
    await inTurns(ATTEMPTS, (at) =>
      made.fetch(`http://n${at}.rebinding.example:${guarded.port}/`, {
        maxBytes: 1_000,
        timeoutMs: TIMEOUT_MS,
      }),
    );
    const byFetch = guarded.connects;
    await inTurns(ATTEMPTS / 5, async (at) => {
      await throughProxy(origin, `http://p${at}.rebinding.example:${guarded.port}/`, authorization);
    });
    const byProxy = guarded.connects - byFetch;
    // A careless client, which resolves a name once to check it and again to connect.
    const careless = alternating();
    await inTurns(60, async () => {
      const [checked] = await careless.resolve('name');
      if (checked?.address !== OUTSIDE.address) return;
      const [used] = await careless.resolve('name');
      if (used?.address === INSIDE.address) await (await request(open.url)).body.dump();
    });
    return [
      cameThrough(
        'connections inside by changing answers of a name server, fetch',
        `the gate (${names.asked()} look-ups)`,
        ATTEMPTS,
        byFetch,
      ),
      cameThrough(
        'connections inside by changing answers of a name server, browser and yt-dlp',
        'the gate',
        ATTEMPTS / 5,
        byProxy,
      ),
      cameThrough(
        'connections inside by changing answers of a name server',
        'checked and looked up again (switched off)',
        60,
        open.connects,
      ),
    ];
  } finally {
    lease.close();
    await Promise.all([made.close(), proxy.close(), guarded.close(), open.close()]);
  }
}
