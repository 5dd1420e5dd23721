import type { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type {
  ImportPreview,
  PreviewVerdict,
  ParsedImport,
  NewImport,
  StartedImport,
} from '#core/contract/import.ts';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import type { Library, Upload } from '#pipeline/library/index.ts';
import type { PlanSource } from './plan-source.ts';
import { asSkipped, stageItems, knownAmong, readEntries, type StagingPorts } from './stage.ts';

/** Stages all entries in one transaction. Continues an unfinished import with the same key. */
export async function startImport(
  ports: StagingPorts,
  ownerId: UserId,
  wanted: NewImport,
  uploads: ReadonlyMap<string, Upload>,
): Promise<StartedImport> {
  const { database, imports, work } = ports;
  const read = await readEntries(wanted.items, { plan: ports.plan, uploads });
  const items = [...read, ...asSkipped(wanted.unread ?? [], read)];
  const threadId: ThreadId | null = wanted.threadId ?? null;
  const row = {
    ownerId,
    threadId,
    name: wanted.name,
    format: wanted.format ?? null,
    key: wanted.key ?? null,
    limits: wanted.limits ?? {},
  };
  const { id, created } = await database.write(async (transaction) => {
    const begun = await imports.begin(row, transaction);
    if (begun.created) {
      await stageItems(ports, { id: begun.id, ownerId, threadId }, items, transaction);
      await work.finish([begun.id], transaction);
    }
    return begun;
  });
  const counts = (await imports.counts([id])).get(id);
  return {
    _id: id,
    total: Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0),
    resumed: !created,
  };
}

/** Previews the outcome of each line; writes nothing. */
export async function previewImport(
  { plan, library }: { plan: PlanSource; library: Library },
  ownerId: UserId,
  { entries, ...reading }: ParsedImport,
): Promise<ImportPreview> {
  const items = await readEntries(entries, { plan });
  const known = await knownAmong(library, ownerId, items);
  const totals = {
    new: 0,
    known: 0,
    repeated: 0,
    listing: 0,
    bookmark: 0,
    unreadable: reading.unread.length,
  };
  const judged = items.map((item, at) => {
    const entry = entries[at];
    if (!entry) throw new Fault('internal');
    const existing = item.canonicalUrl === undefined ? undefined : known.get(item.canonicalUrl);
    const verdict: z.infer<typeof PreviewVerdict> =
      item.state === 'failed'
        ? 'bookmark'
        : item.state === 'duplicate'
          ? 'repeated'
          : item.listing
            ? 'listing'
            : existing
              ? 'known'
              : 'new';
    totals[verdict] += 1;
    const of = item.twin ?? (verdict === 'known' ? existing?.title : undefined);
    return {
      ...entry,
      verdict,
      ...(of === undefined ? {} : { of }),
      ...(item.message === undefined ? {} : { why: item.message }),
    };
  });
  return { ...reading, entries: judged, totals };
}
