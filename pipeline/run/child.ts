/**
 * Child processes that parse untrusted bytes, which the server never does, and process long texts.
 */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { programEntry } from '#config/program-entry.ts';
import { Fault } from '#core/contract/faults.ts';
import { ParsedImport, type ImportFormat } from '#core/contract/import.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import type { PoolCounts } from '#pipeline/net/concurrency-limit.ts';
import type { Shingles } from '#core/text/similarity.ts';
import type { Outcome } from '#pipeline/refresh/compare-versions.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import type { Rank } from '#pipeline/queue/contract.ts';
import type { RankedParser, StageParser } from '#pipeline/stages/stage-parser.ts';
import { PagePiece, PagePlan } from '#pipeline/sources/contract.ts';
import { readSkippingBadPages } from './read-skipping-bad-pages.ts';
import { unpackBatches } from './batches.ts';
import { createChildPool, type PoolTaskHooks } from './child-pool.ts';
import type { Task } from './parse-messages.ts';

const ENTRY = fileURLToPath(programEntry('./parse-child.ts', import.meta.url));

/**
 * limit of one byte reading; longer work is left to the extract stage, which reports why it fails
 */
const READ_BYTES_MS = 10_000;

/** For one task, or for one anchor of a comparison, where no other is set. */
const DEADLINE_MS = 60_000;
/** To open a paged file, before any page is read: the largest sound ones take a few seconds. */
const OPENING_MS = 30_000;
/**
 * Memory limit of a child that reads pages, in MB of the whole process. It stays below 512 MB,
 * although a child may take up to 40 MB between two measurements on a busy machine.
 */
const PAGES_MB = 464;
/** different messages of one parser: a child that hostile bytes took over could send any number */
const MAX_WARNINGS = 20;
/** A child that an earlier task has left larger than this reads no pages. */
const LEAN_MB = 380;

const ExtractResult = z.object({
  snapshot: Snapshot,
  images: z.object({ thumbnail: z.instanceof(Uint8Array).optional() }),
  notes: z.record(z.string(), z.unknown()).optional(),
});

const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);
// Our own code made these of a snapshot that it had validated. Looking at every field of thousands
// would hold the event loop.
const ShinglesResult = z.custom<Shingles>((value) => value instanceof Uint32Array);
const SplitTextResult = z.object({
  batches: z.array(z.instanceof(Uint8Array)),
  identity: z.object({
    textHash: z.string().nullable(),
    likeness: z.string().nullable(),
    shingles: ShinglesResult,
  }),
});
const Chunks = z.custom<Chunk[]>(
  (value) =>
    Array.isArray(value) && value.every((chunk) => has(chunk, 'id', 'text', 'locator', 'pieces')),
);
const CompareResult = z.object({
  outcomes: z.array(
    z.custom<Outcome | undefined>((value) => value === undefined || has(value, 'outcome', 'to')),
  ),
  lengths: z.object({ before: z.int(), now: z.int() }),
  counts: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
});

/** The parsing children of a server. Faults: those of `StageParser`. */
export interface Parser extends RankedParser {
  /**
   * What a file of links holds; `name` is the file's, empty for pasted text; `url` where it was
   * fetched.
   */
  readImport(
    bytes: Uint8Array,
    input: { name: string; format: ImportFormat; url?: string },
    hooks?: { signal: AbortSignal },
  ): Promise<ParsedImport>;
  /** Process ids of the living children. */
  pids(): number[];
  /** Tasks that run and wait. */
  counts(): PoolCounts;
  /** Kills every child and rejects what runs or waits. */
  close(): Promise<void>;
}

export interface ParserOptions {
  /** of a child's JavaScript heap; default 512 */
  heapMb?: number;
  /** for one task, waiting not counted; default 60 s */
  deadlineMs?: number;
  /** for one page of a batch; default 15 s */
  pageDeadlineMs?: number;
  /** children at once; default 2 */
  size?: number;
  /** names of the patches to pdf.js that children apply; default all */
  pdfPatches?: readonly string[];
  /** whether children patch linkedom; default true */
  domPatch?: boolean;
  /** called with warnings for the operator, once per message */
  onWarning?(message: string): void;
}

/** The order in which tasks of jobs begin. */
const PRIORITY: Record<Rank, number> = { normal: 0, bulk: 1, background: 2 };

type RunTask = (task: Task, hooks?: Partial<PoolTaskHooks>) => Promise<unknown>;

/** Children are started when needed, reused for 1,000 tasks, and ended after 30 s without one. */
export function createParser({
  pageDeadlineMs = 15_000,
  deadlineMs = DEADLINE_MS,
  pdfPatches,
  domPatch = true,
  onWarning = () => undefined,
  ...options
}: ParserOptions = {}): Parser {
  const args = [
    ...(pdfPatches ? [`--pdf-patches=${pdfPatches.join(',')}`] : []),
    ...(domPatch ? [] : ['--no-dom-patch']),
  ];
  const warned = new Set<string>();
  const warnOnce = (message: string) => {
    if (warned.has(message) || warned.size >= MAX_WARNINGS) return;
    warned.add(message);
    onWarning(message);
  };
  const pool = createChildPool({
    entry: ENTRY,
    args,
    deadlineMs,
    onWarning: warnOnce,
    ...options,
  });
  const run: RunTask = (task, hooks) => pool.run(task, hooks);
  const limits = { pageDeadlineMs, deadlineMs };

  return {
    ...stageParser(run, limits),
    atRank: (rank) =>
      stageParser((task, hooks) => run(task, { ...hooks, priority: PRIORITY[rank] }), limits),
    readImport: async (bytes, input, hooks) =>
      parsed(ParsedImport, await run({ kind: 'read-import', bytes, ...input }, hooks)),
    pids: () => pool.pids(),
    counts: pool.counts,
    close: () => pool.close(),
  };
}

interface Deadlines {
  pageDeadlineMs: number;
  deadlineMs: number;
}

/** What stages ask of the children, by tasks that `run` sends them. */
function stageParser(run: RunTask, limits: Deadlines): StageParser {
  return {
    ...pagedReading(run, limits),
    async extract(kindName, input, hooks) {
      const { snapshot, images, notes } = parsed(
        ExtractResult,
        await run({ kind: 'extract', sourceKind: kindName, ...input }, hooks),
      );
      return { snapshot, images: images.thumbnail ? { thumbnail: images.thumbnail } : {}, notes };
    },
    archive: async (kindName, input, hooks) =>
      parsed(z.string(), await run({ kind: 'archive', sourceKind: kindName, ...input }, hooks)),
    sanitise: async (input, hooks) =>
      parsed(z.string(), await run({ kind: 'sanitise', ...input }, hooks)),
    async readBytes({ kind, name, output }, input, { signal }) {
      return parsed(
        output,
        await run(
          { kind: 'read-bytes', sourceKind: kind, name, input },
          { signal, deadlineMs: READ_BYTES_MS },
        ),
      );
    },
    async splitText(path, { before, ...options }, hooks) {
      const { batches, identity } = parsed(
        SplitTextResult,
        await run({ kind: 'split-text', path, ...options, before: [...before] }, hooks),
      );
      return { chunks: parsed(Chunks, await unpackBatches(batches)), identity };
    },
    shingles: async (path, hooks) =>
      parsed(ShinglesResult, await run({ kind: 'shingles', path }, hooks)),
    async compareVersions(snapshots, { anchors, ...more }, hooks) {
      const task: Task = {
        kind: 'compare-versions',
        snapshots: [...snapshots],
        ...more,
        anchors: [...anchors],
      };
      return parsed(CompareResult, await run(task, { ...hooks, silentMs: limits.deadlineMs }));
    },
  };
}

/** The calls of a paged kind. Each page has `pageDeadlineMs`; the whole child has 480 MB. */
function pagedReading(
  run: RunTask,
  { pageDeadlineMs, deadlineMs }: Deadlines,
): Pick<Parser, 'planPages' | 'readPages' | 'drawPage'> {
  const ofPages = { maxMb: PAGES_MB, leanMb: LEAN_MB };
  return {
    planPages: async (kindName, input, { signal }) =>
      parsed(
        PagePlan,
        await run(
          { kind: 'plan-pages', sourceKind: kindName, ...input },
          { ...ofPages, signal, deadlineMs: Math.min(OPENING_MS, deadlineMs) },
        ),
      ),
    readPages: (kindName, input, range, hooks) =>
      readSkippingBadPages(
        range,
        async ({ from, to, skip = [], alone = false, recognised = {} }, begun) => {
          const report = (page: number, total: number) => {
            begun(page);
            hooks.report(page, total);
          };
          const task: Task = {
            kind: 'read-pages',
            sourceKind: kindName,
            ...input,
            range: { from, to, skip, alone, recognised },
          };
          return parsed(
            PagePiece,
            await run(task, { ...ofPages, signal: hooks.signal, report, silentMs: pageDeadlineMs }),
          );
        },
      ),
    drawPage: async (kindName, input, page, as, { signal }) =>
      parsed(
        z.instanceof(Uint8Array),
        await run(
          { kind: 'draw-page', sourceKind: kindName, ...input, page, as },
          { ...ofPages, signal, silentMs: pageDeadlineMs },
        ),
      ),
  };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new Fault('internal', { cause: result.error });
  return result.data;
}
