/**
 * Clients that write at the same time while the server is killed and connections break, or while
 * they are offline. Remembers which edits each was told are on disk. The tests run it briefly, the
 * benchmark for a long time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText, type XmlFragment } from 'yjs';
import { openClient, type TestClient } from './client.ts';

export interface Victim {
  url: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}
/** Starts the server on the same files. */
export type StartVictim = () => Promise<Victim>;

const notes = (document: Doc): XmlFragment => document.getXmlFragment('default');
/** Returns the marks in the notes. */
const marksIn = (document: Doc): string[] =>
  notes(document)
    .toString()
    .match(/#[\d.]+;/g) ?? [];
export async function until(holds: () => boolean, ms: number): Promise<number> {
  const from = performance.now();
  while (!holds()) {
    if (performance.now() - from > ms) return Infinity;
    await pause(5);
  }
  return performance.now() - from;
}

/** Writes a mark at the end of a line of its own or of another client, or on a new line. */
function write(document: Doc, mark: string, random: () => number): void {
  const lines = notes(document)
    .toArray()
    .filter((it): it is XmlElement => it instanceof XmlElement);
  const line = lines[Math.floor(random() * lines.length)];
  const text = line?.get(0);
  if (text instanceof XmlText && random() < 0.85) {
    text.insert(random() < 0.5 ? text.length : 0, mark);
    return;
  }
  const [paragraph, words] = [new XmlElement('paragraph'), new XmlText(mark)];
  document.transact(() => {
    paragraph.insert(0, [words]);
    notes(document).insert(Math.floor(random() * (lines.length + 1)), [paragraph]);
  });
}

export interface Killed {
  kills: number;
  /** edits that were reported as stored */
  promised: number;
  lost: string[];
  twice: string[];
  seconds: number;
}
export interface KilledOptions {
  start: StartVictim;
  kills: number;
  editors: number;
  random: () => number;
  /** the event and the check by which edits count as stored; default the `synced` message */
  confirmation?: { on: 'stateless' | 'unsyncedChanges'; by: (client: TestClient) => boolean };
}

const SYNCED: NonNullable<KilledOptions['confirmation']> = {
  on: 'stateless',
  by: (client) => client.isSaved(),
};
const LONGEST_ROUND_MS = 5000;

/**
 * In each round all clients start empty, write, and lose their state together with the server, so
 * the next round only has what is on disk.
 */
export async function killedWhileWriting({
  start,
  kills,
  editors,
  random,
  confirmation = SYNCED,
}: KilledOptions): Promise<Killed> {
  const [threadId, promised, from] = [uuid(), [] as string[], performance.now()];
  for (let round = 0, typed = 0; ; round += 1) {
    const victim = await start();
    const clients = Array.from({ length: round < kills ? editors : 1 }, (_, n) =>
      openClient({ url: victim.url, threadId, accessToken: `editor-${n}` }),
    );
    if (
      (await until(() => clients.every(({ provider }) => provider.isSynced), 30_000)) === Infinity
    )
      throw new Error('nobody could come back');
    if (round === kills) {
      const there = marksIn((clients[0] as TestClient).document);
      const held = new Set(there);
      for (const client of clients) client.close();
      await victim.kill();
      return {
        kills,
        promised: promised.length,
        lost: promised.filter((mark) => !held.has(mark)),
        twice: there.filter((mark, at) => there.indexOf(mark) !== at),
        seconds: (performance.now() - from) / 1000,
      };
    }
    const open = clients.map(() => [] as string[]);
    let stopped = false;
    const writing = Promise.all(
      clients.map(async (client, n) => {
        const mine = open[n] ?? [];
        client.provider.on(confirmation.on, () => {
          if (!stopped && confirmation.by(client)) promised.push(...mine.splice(0));
        });
        while (!stopped) {
          const mark = `#${round}.${(typed += 1)};`;
          mine.push(mark);
          write(client.document, mark, random);
          await pause(random() * 12);
        }
      }),
    );
    const enough = promised.length + 2 * editors;
    await until(() => promised.length >= enough, LONGEST_ROUND_MS);
    await pause(random() * 150);
    // Stops the server meanwhile.
    stopped = true;
    await victim.kill();
    for (const client of clients) client.close();
    await writing;
  }
}

export interface Together {
  editors: number;
  edits: number;
  kills: number;
  breaks: number;
  /** ms from the last disturbance until all notes are equal; Infinity if they never are */
  equalMs: number;
  lost: number;
}
export interface TogetherOptions {
  start: StartVictim;
  editors: number;
  seconds: number;
  kills: number;
  /** average ms between lost connections of a client */
  breakEveryMs: number;
  editEveryMs: number;
  patienceMs: number;
  random: () => number;
}

/** All clients keep their state while connections break and the server is killed. */
export async function brokenLines({
  start,
  editors,
  seconds,
  kills,
  breakEveryMs,
  editEveryMs,
  patienceMs,
  random,
}: TogetherOptions): Promise<Together> {
  let victim = await start();
  const threadId = uuid();
  const clients = Array.from({ length: editors }, (_, n) =>
    openClient({ url: victim.url, threadId, accessToken: `editor-${n}` }),
  );
  if ((await until(() => clients.every(({ provider }) => provider.isSynced), 30_000)) === Infinity)
    throw new Error('some clients could not connect');
  const end = performance.now() + seconds * 1000;
  let [edits, breaks] = [0, 0];
  const living = clients.map(async (client, n) => {
    let breakAt = performance.now() + random() * 2 * breakEveryMs;
    while (performance.now() < end) {
      write(client.document, `#${n}.${(edits += 1)};`, random);
      await pause(random() * 2 * editEveryMs);
      if (performance.now() < breakAt) continue;
      breaks += 1;
      client.cut();
      breakAt = performance.now() + random() * 2 * breakEveryMs;
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await pause((seconds * 1000) / (kills + 1));
    await victim.kill();
    victim = await start();
  }
  await Promise.all(living);
  const state = () => clients.map(({ document }) => notes(document).toString());
  const equalMs = await until(() => {
    const [first = '', ...rest] = state();
    return (
      marksIn((clients[0] as TestClient).document).length === edits &&
      rest.every((it) => it === first)
    );
  }, patienceMs);
  const lost = edits - new Set(marksIn((clients[0] as TestClient).document)).size;
  for (const client of clients) client.close();
  await victim.kill();
  return { editors, edits, kills, breaks, equalMs, lost };
}

/**
 * Offline clients write a lot, are closed and opened again from their local copies, and then
 * connect in any order.
 */
export async function writtenOffline({
  start,
  clients: count,
  edits,
  random,
}: {
  start: StartVictim;
  clients: number;
  edits: number;
  random: () => number;
}): Promise<{ clients: number; edits: number; lost: number; equal: boolean; mergedMs: number }> {
  const victim = await start();
  const threadId = uuid();
  const kept = Array.from({ length: count }, (_, n) => {
    const document = new Doc();
    for (let edit = 0; edit < edits; edit += 1) write(document, `#${n}.${edit};`, random);
    return encodeStateAsUpdate(document);
  }).sort(() => random() - 0.5);
  const from = performance.now();
  const clients: TestClient[] = [];
  for (const [n, state] of kept.entries()) {
    const document = new Doc();
    applyUpdate(document, state);
    clients.push(openClient({ url: victim.url, threadId, document, accessToken: `editor-${n}` }));
    await pause(random() * 50);
  }
  const wanted = count * edits;
  const equal = await until(
    () =>
      clients.every(({ document }) => new Set(marksIn(document)).size === wanted) &&
      new Set(clients.map(({ document }) => notes(document).toString())).size === 1,
    30_000,
  );
  const saved = await until(() => clients.every((client) => client.isSaved()), 30_000);
  const mergedMs = performance.now() - from;
  for (const client of clients) client.close();
  await victim.kill();
  const again = await start();
  const reader = openClient({ url: again.url, threadId });
  await until(() => reader.provider.isSynced, 30_000);
  const lost = wanted - new Set(marksIn(reader.document)).size;
  reader.close();
  await again.kill();
  return { clients: count, edits, lost, equal: equal < Infinity && saved < Infinity, mergedMs };
}
