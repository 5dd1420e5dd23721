/** Attacks by a viewer on the other users of the same notes. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  authMessage,
  floodAwareness,
  openEditor,
  openRaw,
  type RawSocket,
} from '#api/collab/testing/raw-socket.ts';
import { atMost, cameThrough, type AttackRow } from '../lib/attack.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { addPerson, addThread, collabUrlOf, FOR_MANY, ownerTokenOf } from '../lib/people.ts';
import { serverRssMb } from '../lib/processes-below.ts';

const GROWTH_MB = 50;
const RECEIVED_KB = 64;
const SETTLE_MS = 2_000;
const SESSIONS = 50;
const MESSAGES = 8;

async function flooded(gloss: GlossProcess, thread: string, viewer: string): Promise<AttackRow[]> {
  const url = collabUrlOf(gloss);
  (await openEditor({ url, threadId: thread, accessToken: viewer })).close();
  const before = serverRssMb(gloss.pid);
  const raw = await floodAwareness(
    { url, threadId: thread, accessToken: viewer },
    { messages: MESSAGES },
  );
  await wait(SETTLE_MS);
  const growth = serverRssMb(gloss.pid) - before;
  const owner = await openEditor({ url, threadId: thread, accessToken: ownerTokenOf(gloss) });
  await wait(SETTLE_MS);
  const received = owner.received();
  owner.close();
  raw.close();
  return [
    atMost(
      'growth of memory: a viewer sends 27 MB of awareness',
      'states and bytes by connection',
      MESSAGES,
      { most: GROWTH_MB, value: growth, unit: 'MB' },
    ),
    atMost('the next to join receives', 'states and bytes by connection', 1, {
      most: RECEIVED_KB,
      value: received / 1024,
      unit: 'kB',
    }),
  ];
}

/** Two sockets with fifty sessions of the same notes each. */
async function crowded(gloss: GlossProcess, thread: string, viewer: string): Promise<AttackRow> {
  const url = collabUrlOf(gloss);
  const sockets: RawSocket[] = [];
  for (let at = 0; at < 2; at += 1) {
    const raw = await openRaw({ url, threadId: thread });
    if (typeof raw === 'number') continue;
    sockets.push(raw);
    for (let session = 0; session < SESSIONS; session += 1)
      raw.send(authMessage(session === 0 ? raw.name : `${raw.name}\0${session}`, thread, viewer));
  }
  await wait(SETTLE_MS);
  const owner = await openEditor({ url, threadId: thread, accessToken: ownerTokenOf(gloss) });
  await wait(SETTLE_MS);
  const isOut = !owner.isOpen();
  owner.close();
  for (const raw of sockets) raw.close();
  return cameThrough(
    'a viewer of 2 sockets with 50 sessions each shuts the owner out',
    'seats kept for those who write',
    2 * SESSIONS,
    isOut ? 1 : 0,
  );
}

export async function attack(): Promise<AttackRow[]> {
  return withDataDir(async (folder) => {
    const gloss = await startGloss(folder, { ...FOR_MANY, GLOSS_LOG_LEVEL: 'error' });
    try {
      const viewer = await addPerson(gloss, 'viewer');
      const thread = await addThread(gloss, 'Awareness');
      await gloss.data('POST', `threads/${thread}/members`, {
        email: viewer.email,
        role: 'viewer',
      });
      return [
        ...(await flooded(gloss, thread, viewer.token)),
        await crowded(gloss, thread, viewer.token),
      ];
    } finally {
      await gloss.stop();
    }
  });
}
