/**
 * Changes of refreshes in the notes. A worker may have no shared documents, so each change is
 * stored as a row, committed with the refresh; a server with shared documents applies the rows in
 * order, and deletes them. Applying one twice is harmless.
 */
import { EventEmitter } from 'node:events';
import type { Transaction } from 'sequelize';
import { ThreadId } from '#core/contract/id.ts';
import type { Relocation } from '#core/contract/locator.ts';
import type { BlockLocator } from '#core/editor/block-locator.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { relocateNotes, type CollabServer } from '../../collab/index.ts';
import { defineMoves, NoteMove } from './moves.model.ts';

const LOOK_MS = 2_000;
const AT_ONCE = 500;

const isFrom = ({ sourceId, from, occurrence }: NoteMove, place: BlockLocator): boolean =>
  place.sourceId === sourceId &&
  place.occurrence === occurrence &&
  JSON.stringify(place.locator) === JSON.stringify(from);
const relocation = ({ to }: NoteMove): Relocation => ({
  anchor: to.anchor,
  ...(to.locator ? { locator: to.locator } : {}),
  ...(to.occurrence === undefined ? {} : { occurrence: to.occurrence }),
  ...(to.areas ? { areas: to.areas } : {}),
});
/** Returns a function that finds where the moves put a position; undefined if it stays. */
export const byMoves =
  (moves: readonly NoteMove[]) =>
  (place: BlockLocator): Relocation | undefined => {
    const move = moves.find((it) => isFrom(it, place));
    return move && relocation(move);
  };

export class NoteMoves {
  readonly #database: Database;
  readonly #rows;
  readonly #events = new EventEmitter();
  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineMoves(database.sequelize);
  }
  /**
   * Called after the commit of moves by this process. Returns the way to stop listening.
   */
  onCommit(listener: () => void): () => void {
    this.#events.on('commit', listener);
    return () => this.#events.off('commit', listener);
  }
  async wait(
    threadId: ThreadId,
    moves: readonly NoteMove[],
    transaction: Transaction,
  ): Promise<void> {
    const createdAt = new Date();
    await this.#rows.bulkCreate(
      moves.map((move) => ({ threadId, move, createdAt })),
      { transaction },
    );
    this.#database.afterCommit(() => this.#events.emit('commit'));
  }
  async waiting(threadId: ThreadId): Promise<{ seq: number; move: NoteMove }[]> {
    const rows = await this.#rows.findAll({
      where: { threadId },
      order: [['seq', 'ASC']],
      limit: AT_ONCE,
    });
    return rows.map((row) => ({
      seq: Number(row.get('seq')),
      move: NoteMove.parse(row.get('move')),
    }));
  }
  async threads(): Promise<ThreadId[]> {
    const rows = await this.#rows.findAll({ attributes: ['threadId'], group: ['threadId'] });
    return rows.map((row) => ThreadId.parse(row.get('threadId')));
  }
  async done(seqs: readonly number[]): Promise<void> {
    await this.#database.write((transaction) =>
      this.#rows.destroy({ where: { seq: [...seqs] }, transaction }),
    );
  }
}

/**
 * Applies waiting changes to the shared documents: those of this process at once, those of others
 * within 2 s.
 */
export function writeNoteMoves({
  moves,
  collab,
  log,
}: {
  moves: NoteMoves;
  collab: Pick<CollabServer, 'editDocument'>;
  log: Log;
}): { settled(): Promise<void>; close(): Promise<void> } {
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  async function writeThread(threadId: ThreadId): Promise<void> {
    const waiting = await moves.waiting(threadId);
    if (waiting.length === 0) return;
    await collab.editDocument(threadId, (document) => {
      for (const { move } of waiting) relocateNotes.inShared(byMoves([move]))(document);
    });
    await moves.done(waiting.map(({ seq }) => seq));
    if (waiting.length === AT_ONCE) await writeThread(threadId);
  }
  async function look(): Promise<void> {
    do {
      again = false;
      for (const threadId of await moves.threads()) {
        if (closed) return;
        await writeThread(threadId).catch((error: unknown) =>
          log.warn({ threadId, err: error }, 'could not move positions in the notes; trying again'),
        );
      }
    } while (again && !closed);
  }
  const nudge = (): void => {
    if (closed) return;
    if (running) {
      again = true;
      return;
    }
    running = look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'could not check for positions to move in the notes'),
      )
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(nudge, LOOK_MS).unref();
  const stop = moves.onCommit(nudge);
  nudge();
  return {
    async settled() {
      while (running) await running;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      stop();
      await running;
    },
  };
}
