/**
 * Keeps every update of a shared document: taken in the moment it is applied, on disk a few
 * milliseconds later. One write is under way for each document; what comes meanwhile goes into the
 * next, merged. A write that fails is tried again until it succeeds, and a document with unwritten
 * updates is never unloaded.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Document, Extension } from '@hocuspocus/server';
import type { Log } from '#config/log.ts';
import type { HeldRows, UpdateStore } from './update-store.ts';
import { UpdateMerger } from './update-merger.ts';
import { Refusal } from './refusal.ts';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;
/** Between two writes in a row: so many times as long as a write took, up to this. */
const REST_SHARE = 8;
const LONGEST_REST_MS = 12;

interface OpenLog {
  document: Document;
  held: HeldRows;
  damaged: boolean;
  pending: UpdateMerger;
  /** updates taken, and how many of them are on disk */
  taken: number;
  durable: number;
  writing: boolean;
  failures: number;
  waiters: { upTo: number; done: () => void }[];
  retryNow: () => void;
}

export interface UpdateLogEvents {
  /** A write failed; it is tried again. */
  failing(document: Document): void;
  /** All is on disk again after a failure. */
  recovered(document: Document): void;
}

export interface UpdateLog {
  extension: Extension;
  /**
   * Resolves once every update taken so far is on disk; at once for a document that is not open.
   */
  whenDurable(doc: string): Promise<void>;
  /** Some rows of it could not be read. */
  isDamaged(doc: string): boolean;
  rowsOf(doc: string): HeldRows | undefined;
  /** Bytes of an open document on disk. */
  sizeOf(doc: string): number;
  /** Called after a compaction: the row `snapshot`, of `bytes` bytes, replaces the rows `folded`. */
  replaceRows(doc: string, folded: HeldRows, snapshot: number, bytes: number): void;
  /** documents with a failing write */
  failing(): string[];
  /** Tries every waiting write at once, for the last time before the end. */
  hurry(): void;
}

export function createUpdateLog(store: UpdateStore, log: Log, events: UpdateLogEvents): UpdateLog {
  const open = new Map<string, OpenLog>();
  // Writes outside of the caller's transaction, because the edit must stay even if that one rolls
  // back.
  const detached = AsyncLocalStorage.snapshot();

  async function writeAll(it: OpenLog): Promise<void> {
    const { name } = it.document;
    while (!it.pending.isEmpty) {
      const batch = it.pending;
      it.pending = new UpdateMerger();
      const update = batch.update();
      const upTo = it.taken;
      const from = performance.now();
      try {
        it.held.updates.push(await store.append(name, update));
      } catch (error) {
        it.pending = new UpdateMerger(
          it.pending.isEmpty ? [update] : [update, it.pending.update()],
        );
        it.failures += 1;
        log.error(
          { err: error, doc: name, failures: it.failures },
          'Updates of a shared document could not be written; trying again',
        );
        events.failing(it.document);
        await pause(it, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (it.failures - 1)));
        continue;
      }
      it.held.bytes += update.length;
      it.durable = upTo;
      const done = it.waiters.filter((waiter) => waiter.upTo <= upTo);
      it.waiters = it.waiters.filter((waiter) => waiter.upTo > upTo);
      for (const waiter of done) waiter.done();
      if (it.failures > 0) {
        it.failures = 0;
        events.recovered(it.document);
      }
      // Where updates come faster than the disk, fewer and longer writes: most of the time is left
      // for those who wait.
      const took = performance.now() - from;
      if (!it.pending.isEmpty) await pause(it, Math.min(LONGEST_REST_MS, REST_SHARE * took));
    }
    it.writing = false;
  }

  function take(it: OpenLog, update: Uint8Array): void {
    it.pending.add(update);
    it.taken += 1;
    if (it.writing) return;
    it.writing = true;
    detached(() => {
      void writeAll(it);
    });
  }

  const extension: Extension = {
    extensionName: 'update-log',
    async onLoadDocument({ document, documentName }) {
      try {
        const { held, damaged } = await store.read(documentName, document);
        const it: OpenLog = {
          document,
          held,
          damaged,
          pending: new UpdateMerger(),
          taken: 0,
          durable: 0,
          writing: false,
          failures: 0,
          waiters: [],
          retryNow: () => undefined,
        };
        open.set(documentName, it);
        document.on('update', (update: Uint8Array) => take(it, update));
        document.on('destroy', () => {
          if (open.get(documentName) === it) open.delete(documentName);
        });
      } catch (error) {
        log.error({ err: error, doc: documentName }, 'A shared document could not be read');
        throw new Refusal('fetchDocError');
      }
    },
    async beforeUnloadDocument({ documentName }) {
      await whenDurable(documentName);
    },
  };

  function whenDurable(doc: string): Promise<void> {
    const it = open.get(doc);
    if (!it || it.durable >= it.taken) return Promise.resolve();
    return new Promise((done) => {
      it.waiters.push({ upTo: it.taken, done });
    });
  }

  return {
    extension,
    whenDurable,
    isDamaged: (doc) => open.get(doc)?.damaged ?? false,
    rowsOf: (doc) => {
      const held = open.get(doc)?.held;
      return (
        held && {
          updates: [...held.updates],
          snapshots: [...held.snapshots],
          bytes: held.bytes,
          snapshotBytes: held.snapshotBytes,
        }
      );
    },
    sizeOf: (doc) => {
      const held = open.get(doc)?.held;
      return held ? held.bytes + held.snapshotBytes : 0;
    },
    replaceRows(doc, folded, snapshot, bytes) {
      const held = open.get(doc)?.held;
      if (!held) return;
      const gone = new Set(folded.updates);
      held.updates = held.updates.filter((seq) => !gone.has(seq));
      held.bytes -= folded.bytes;
      held.snapshots = [snapshot];
      held.snapshotBytes = bytes;
    },
    failing: () => [...open.values()].filter((it) => it.failures > 0).map((it) => it.document.name),
    hurry: () => {
      for (const it of open.values()) it.retryNow();
    },
  };
}

/** Ends early if a flush is requested. */
function pause(it: OpenLog, ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    it.retryNow = () => {
      clearTimeout(timer);
      done();
    };
  });
}
