/** Hostile bytes are parsed in child processes, never in the server. This is the pool of them. */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { ImportReading, type ImportFormat } from '#core/contract/import.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import type { SourceType } from '#core/contract/source.ts';
import { PagePiece, PagePlan, type Extracted, type PageRange, type SourceFacts } from '#pipeline/sources/contract.ts';
import { readAllBut } from './bad-pages.ts';
import type { Task } from './parse-messages.ts';
import { ParseProcess, type TaskHooks } from './parse-process.ts';

const JOBS_PER_CHILD = 200;
const IDLE_MS = 30_000;

/** of a whole child that reads pages */
const PAGES_MB = 512;
/** A child that another task has left larger than this reads no pages. */
const LEAN_MB = 380;

const ExtractResult = z.object({ snapshot: Snapshot, images: z.object({ thumbnail: z.instanceof(Uint8Array).optional() }) });
const SanitiseResult = z.object({ readerHtml: z.string(), webHtml: z.string() });

/** Paths of parts lie in the system's temporary folder: children may read nothing else. */
export interface ParserInput { url: string; facts: SourceFacts; notes: Record<string, unknown>; parts: { name: string; path: string }[] }

/**
 * Faults: those of the kind; `timed_out` after the deadline, with the child's whole process group killed; `corrupt_file` when
 * the memory cap is hit; `internal` when a child crashed. An abort kills the child and rejects with the signal's reason.
 */
export interface Parser {
  extract(kindName: SourceType, input: ParserInput, hooks: TaskHooks): Promise<Extracted>;
  /** The calls of a kind's `PagedReading` that run here. Each page has a deadline of its own; the whole child has 512 MB. */
  planPages(kindName: SourceType, input: ParserInput, hooks: Pick<TaskHooks, 'signal'>): Promise<PagePlan>;
  /** A page that ends the child is left out and named in `failed`. */ readPages(kindName: SourceType, input: ParserInput, range: PageRange, hooks: TaskHooks): Promise<PagePiece>;
  drawPage(kindName: SourceType, input: ParserInput, page: number, as: 'reading' | 'thumbnail', hooks: Pick<TaskHooks, 'signal'>): Promise<Uint8Array>;
  sanitise(input: { readerHtml: string; webHtml: string; baseUrl: string }, hooks?: { signal: AbortSignal }): Promise<{ readerHtml: string; webHtml: string }>;
  /** What a file of links holds; `name` is the file's, empty for pasted text; `url` where it was fetched. */ readImport(bytes: Uint8Array, input: { name: string; format: ImportFormat; url?: string }, hooks?: { signal: AbortSignal }): Promise<ImportReading>;
  /** Process ids of the living children. */ pids(): number[];
  /** Kills every child and rejects what runs or waits. */ close(): Promise<void>;
}

export interface ParserOptions {
  /** of a child's JavaScript heap; default 512 */ heapMb?: number;
  /** for one task, waiting not counted; default 60 s */ deadlineMs?: number;
  /** for one page of a batch; default 15 s */ pageDeadlineMs?: number;
  /** children at once; default 2 */ size?: number;
}

/** Children are started when needed, reused for 200 tasks, and ended after 30 s without one. */
export function createParser({ heapMb = 512, deadlineMs = 60_000, pageDeadlineMs = 15_000, size = 2 }: ParserOptions = {}): Parser {
  const children = new Set<ParseProcess>();
  const idle: { child: ParseProcess; timer: NodeJS.Timeout }[] = [];
  const waiting: (() => void)[] = [];
  const closing = new AbortController();
  let busy = 0;

  function start(): ParseProcess {
    const child = new ParseProcess({ heapMb, deadlineMs });
    children.add(child);
    void child.gone.then(() => { children.delete(child); });
    return child;
  }

  /** Waits for a turn. The caller must call `leave`. */
  async function enter(signal: AbortSignal): Promise<void> {
    if (busy < size) { busy += 1; return; }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      const at = waiting.indexOf(resolve);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal.reason);
    };
    waiting.push(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => { signal.removeEventListener('abort', onAbort); });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }

  function take(): ParseProcess {
    for (let rested = idle.pop(); rested; rested = idle.pop()) {
      clearTimeout(rested.timer);
      if (rested.child.alive) return rested.child;
    }
    return start();
  }

  function putBack(child: ParseProcess): void {
    if (!child.alive) return;
    if (child.jobs >= JOBS_PER_CHILD || closing.signal.aborted) { child.kill(); return; }
    const timer = setTimeout(() => { child.kill(); }, IDLE_MS);
    timer.unref();
    idle.push({ child, timer });
  }

  async function run(task: Task, hooks: TaskHooks): Promise<unknown> {
    const signal = AbortSignal.any([hooks.signal, closing.signal]);
    signal.throwIfAborted();
    await enter(signal);
    try {
      let child = take();
      if (hooks.maxMb !== undefined && await child.residentMb() > LEAN_MB) { child.kill(); child = start(); }
      try { return await child.run(task, { ...hooks, signal }); } finally { putBack(child); }
    } finally {
      leave();
    }
  }

  const ofPages = { maxMb: PAGES_MB, report: () => undefined };

  return {
    planPages: async (kindName, input, { signal }) => parsed(PagePlan, await run({ kind: 'plan-pages', sourceKind: kindName, ...input }, { ...ofPages, signal })),
    readPages: (kindName, input, range, hooks) => readAllBut(range, async ({ from, to, skip = [], alone = false, recognised = {} }, begun) => {
      const report = (page: number, total: number) => { begun(page); hooks.report(page, total); };
      const task: Task = { kind: 'read-pages', sourceKind: kindName, ...input, range: { from, to, skip, alone, recognised } };
      return parsed(PagePiece, await run(task, { ...ofPages, signal: hooks.signal, report, silentMs: pageDeadlineMs }));
    }),
    drawPage: async (kindName, input, page, as, { signal }) => parsed(z.instanceof(Uint8Array), await run({ kind: 'draw-page', sourceKind: kindName, ...input, page, as }, { ...ofPages, signal, silentMs: pageDeadlineMs })),
    async extract(kindName, input, hooks) {
      const { snapshot, images } = parsed(ExtractResult, await run({ kind: 'extract', sourceKind: kindName, ...input }, hooks));
      return { snapshot, images: images.thumbnail ? { thumbnail: images.thumbnail } : {} };
    },
    async sanitise(input, hooks) {
      const signal = hooks?.signal ?? new AbortController().signal;
      return parsed(SanitiseResult, await run({ kind: 'sanitise', ...input }, { signal, report: () => undefined }));
    },
    async readImport(bytes, input, hooks) {
      const signal = hooks?.signal ?? new AbortController().signal;
      return parsed(ImportReading, await run({ kind: 'read-import', bytes, ...input }, { signal, report: () => undefined }));
    },
    pids: () => [...children].flatMap((child) => (child.pid === undefined ? [] : [child.pid])),
    async close() {
      closing.abort(new Fault('unavailable'));
      for (const child of children) child.kill();
      await Promise.all([...children].map((child) => child.gone));
    },
  };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new Fault('internal', { cause: result.error });
  return result.data;
}
