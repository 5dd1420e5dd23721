/**
 * Shared notes next to Hocuspocus: delay until others see an edit and until it is on disk, cost of
 * an open note, speed of replaying a recorded trace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { type Doc, XmlElement, XmlText, type XmlFragment } from 'yjs';
import { openClient, type TestClient } from '../../api/collab/testing/client.ts';
import { openHost, type CollabHost, type HostKind } from './lib/collab-hosts.ts';
import { traceRows } from './collab-trace.ts';
import { withDataDir } from './lib/gloss-process.ts';
import { percentile, report, type Row } from './lib/table.ts';

const NAMES: Record<HostKind, string> = {
  gloss: 'Gloss',
  hocuspocus: 'Hocuspocus with its database extension',
};
const KINDS: readonly HostKind[] = ['gloss', 'hocuspocus'];
const EDITORS = { count: 20, edits: 20, everyMs: 1000 };
const ALONE = { edits: 8, everyMs: 500 };
const IDLE = { notes: 500, paragraphs: 60, atOnce: 25 };
const WORDS =
  'Sea otters hold hands while they sleep so that the current does not carry them apart and a group of them is called a raft';

const withHost = <T>(kind: HostKind, use: (host: CollabHost) => Promise<T>): Promise<T> =>
  withDataDir(async (folder) => {
    const host = await openHost(kind, join(folder, 'notes.sqlite'));
    try {
      return await use(host);
    } finally {
      await host.stop();
    }
  });
const notes = (document: Doc): XmlFragment => document.getXmlFragment('default');
async function until(holds: () => boolean, ms = 60_000): Promise<void> {
  for (const end = performance.now() + ms; !holds(); ) {
    if (performance.now() > end) throw new Error('it did not come to that within a minute');
    await sleep(2);
  }
}
const synced = (client: TestClient) => until(() => client.provider.isSynced);
function addParagraph(document: Doc, words: string): XmlText {
  const [paragraph, text] = [new XmlElement('paragraph'), new XmlText(words)];
  document.transact(() => {
    paragraph.insert(0, [text]);
    notes(document).push([paragraph]);
  });
  return text;
}

/** Each editor writes numbered text in a separate paragraph, so that the delay for others can be measured. */
async function together(kind: HostKind): Promise<Row> {
  return withHost(kind, async ({ url }) => {
    const threadId = uuid();
    const clients = Array.from({ length: EDITORS.count }, (_, n) =>
      openClient({ url, threadId, accessToken: `editor-${n}` }),
    );
    await Promise.all(clients.map(synced));
    const written = new Map<string, number>();
    const [seen, durable]: [number[], number[]] = [[], []];
    for (const [n, { document, onSaved }] of clients.entries()) {
      notes(document).observeDeep((events, { local }) => {
        const now = performance.now();
        if (!local)
          for (const event of events)
            for (const { insert } of event.delta)
              for (const mark of String(insert).match(/#\d+\.\d+/g) ?? []) {
                const at = written.get(mark);
                if (at !== undefined) seen.push(now - at);
              }
      });
      let from = 0;
      onSaved(() => {
        const now = performance.now();
        for (; written.has(`#${n}.${from}`); from += 1)
          durable.push(now - (written.get(`#${n}.${from}`) ?? now));
      });
    }
    await Promise.all(
      clients.map(async ({ document }, n) => {
        const text = addParagraph(document, 'Here: ');
        await sleep(1000 + (n * EDITORS.everyMs) / EDITORS.count);
        for (let edit = 0; edit < EDITORS.edits; edit += 1) {
          written.set(`#${n}.${edit}`, performance.now());
          text.insert(text.length, ` #${n}.${edit}`);
          await sleep(EDITORS.everyMs);
        }
      }),
    );
    const sent = EDITORS.count * EDITORS.edits;
    await until(
      () =>
        seen.length >= sent * (EDITORS.count - 1) &&
        (kind === 'hocuspocus' || durable.length >= sent),
    );
    for (const client of clients) client.close();
    return {
      how: NAMES[kind],
      editors: EDITORS.count,
      'edits/s': (EDITORS.count * 1000) / EDITORS.everyMs,
      'to every other p50 ms': percentile(seen, 0.5),
      'p99 ms': percentile(seen, 0.99),
      ...(kind === 'gloss'
        ? {
            'to disk p50 ms': percentile(durable, 0.5),
            'to disk p99 ms': percentile(durable, 0.99),
          }
        : await hocuspocusDisk()),
    };
  });
}

/**
 * Hocuspocus does not report when an edit is on disk: one person edits, each time after the previous
 * edit was written.
 */
const hocuspocusDisk = (): Promise<Row> =>
  withHost('hocuspocus', async ({ url, stored }) => {
    const client = openClient({ url, threadId: uuid() });
    await synced(client);
    const durable: number[] = [];
    for (let edit = 0; edit < ALONE.edits; edit += 1) {
      const from = performance.now();
      const onDisk = stored();
      addParagraph(client.document, WORDS);
      await onDisk;
      durable.push(performance.now() - from);
      await sleep(ALONE.everyMs);
    }
    client.close();
    return {
      'to disk p50 ms': percentile(durable, 0.5),
      'to disk p99 ms': percentile(durable, 0.99),
    };
  });

/** Many notes of a few pages, each open in one idle window. */
async function idle(kind: HostKind): Promise<Row> {
  return withHost(kind, async ({ url, held }) => {
    const threads = Array.from({ length: IDLE.notes }, () => uuid());
    const each = async (use: (threadId: string, n: number) => Promise<void>) => {
      for (let from = 0; from < threads.length; from += IDLE.atOnce)
        await Promise.all(
          threads.slice(from, from + IDLE.atOnce).map((threadId, n) => use(threadId, from + n)),
        );
    };
    await each(async (threadId) => {
      const client = openClient({ url, threadId });
      await synced(client);
      for (let n = 0; n < IDLE.paragraphs; n += 1) addParagraph(client.document, `${n}. ${WORDS}.`);
      await until(() =>
        kind === 'gloss' ? client.isSaved() : client.provider.unsyncedChanges === 0,
      );
      client.close();
    });
    // Waits until everything is written and released.
    await sleep(4000);
    const before = await held();
    const clients: TestClient[] = [];
    await each(async (threadId, n) => {
      const client = openClient({ url, threadId, accessToken: `reader-${n}` });
      clients.push(client);
      await synced(client);
    });
    await sleep(1000);
    const after = await held();
    for (const client of clients) client.close();
    return {
      how: NAMES[kind],
      notes: IDLE.notes,
      'kB of heap a note': ((after.heapMB - before.heapMB) * 1024) / IDLE.notes,
      'RSS MB before': before.rssMB,
      'RSS MB with all open': after.rssMB,
    };
  });
}

export async function run(): Promise<void> {
  const [people, memory]: Row[][] = [[], []];
  for (const kind of KINDS) people?.push(await together(kind));
  for (const kind of KINDS) memory?.push(await idle(kind));
  report(
    'collab',
    `${EDITORS.count} editors of one note, each writing in another paragraph ` +
      '(Hocuspocus writes to disk seconds after it confirms a change)',
    people ?? [],
  );
  report(
    'collab-memory',
    `${IDLE.notes} notes of ${IDLE.paragraphs} paragraphs open on one process, nobody writing`,
    memory ?? [],
  );
  await traceRows();
}
