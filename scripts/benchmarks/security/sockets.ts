/** A thousand unauthenticated WebSockets, each sending as much as it can. */
import { setTimeout as wait } from 'node:timers/promises';
import { floodUnauthenticated, openEditor } from '#api/collab/testing/raw-socket.ts';
import { atMost, type AttackRow } from '../lib/attack.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { addThread, collabUrlOf, ownerTokenOf } from '../lib/people.ts';
import { serverRssMb } from '../lib/processes-below.ts';

const SOCKETS = 1_000;
const GROWTH_MB = 50;
const LOOK_MS = 50;
const ENTERS_MS = 5_000;
const SETTLE_MS = 2_000;
/** Most bytes sent before the server ends the socket. */
const BYTES_EACH = 10 * 2 ** 20;

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

async function flood(
  gloss: GlossProcess,
  thread: string,
  attack: string,
  headersOf: (n: number) => Record<string, string>,
): Promise<AttackRow[]> {
  const url = collabUrlOf(gloss);
  const before = serverRssMb(gloss.pid);
  let peak = before;
  const looking = setInterval(() => {
    peak = Math.max(peak, serverRssMb(gloss.pid));
  }, LOOK_MS);
  const flooding = floodUnauthenticated(url, SOCKETS, { bytes: BYTES_EACH, headersOf });
  const startedAt = performance.now();
  const user = openEditor({
    url,
    threadId: thread,
    accessToken: ownerTokenOf(gloss),
    headers: from('198.51.100.77'),
  });
  const enteredMs = await Promise.race([
    user.then(
      () => performance.now() - startedAt,
      () => 60_000,
    ),
    new Promise<number>((resolve) => {
      setTimeout(resolve, 60_000, 60_000);
    }),
  ]);
  const { open, refused, close } = await flooding;
  await wait(SETTLE_MS);
  clearInterval(looking);
  close();
  await user.then(
    (raw) => raw.close(),
    () => undefined,
  );
  process.stderr.write(
    `  ${attack}: ${open} let in, ${refused.length} refused, ${Math.round(before)} → ${Math.round(peak)} MB\n`,
  );
  return [
    atMost(`growth of memory: ${attack}`, '64 kB and 5 s before sign-in', SOCKETS, {
      most: GROWTH_MB,
      value: peak - before,
      unit: 'MB',
    }),
    atMost(`an ordinary user gets in: ${attack}`, 'limits by address', 1, {
      most: ENTERS_MS,
      value: enteredMs,
      unit: 'ms',
    }),
  ];
}

/**
 * Uses a new server for each, so that memory freed by earlier runs isn't counted. Memory used by
 * the first users isn't counted either.
 */
async function onFreshServer(
  attack: string,
  headersOf: (n: number) => Record<string, string>,
): Promise<AttackRow[]> {
  return withDataDir(async (folder) => {
    const gloss = await startGloss(folder, {
      GLOSS_TRUSTED_PROXIES: '127.0.0.1',
      GLOSS_LOG_LEVEL: 'error',
    });
    try {
      const thread = await addThread(gloss, 'Sockets');
      const url = collabUrlOf(gloss);
      (await openEditor({ url, threadId: thread, accessToken: ownerTokenOf(gloss) })).close();
      const warm = await floodUnauthenticated(url, 40, {
        bytes: 60_000,
        headersOf: (n) => from(`192.0.2.${n + 1}`),
      });
      warm.close();
      await wait(SETTLE_MS);
      return await flood(gloss, thread, attack, headersOf);
    } finally {
      await gloss.stop();
    }
  });
}

export async function attack(): Promise<AttackRow[]> {
  return [
    ...(await onFreshServer(`${SOCKETS} sockets of one address`, () => from('192.0.2.200'))),
    ...(await onFreshServer(`${SOCKETS} sockets of as many addresses`, (n) =>
      from(`10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`),
    )),
  ];
}
