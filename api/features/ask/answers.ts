import { hostname } from 'node:os';
import { Op, type Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Citation } from '#core/contract/ask.ts';
import { FAULTS, Fault } from '#core/contract/faults.ts';
import type { AnswerId, ThreadId, UserId } from '#core/contract/id.ts';
import { placeOf } from '#core/contract/locator.ts';
import type { Database } from '#pipeline/library/index.ts';
import { defineAnswers, type AnswerRow } from './answers.model.ts';

const SERVER = `${hostname().slice(0, 50)}:${process.pid}`;
/** an answer takes 5 min at most, so what is older has nobody behind it */
const ABANDONED_MS = 6 * 60_000;

const present = (row: AnswerRow): Answer => ({
  _id: row.id, thread_id: row.threadId, question: row.question, answer: row.answer, state: row.state,
  model: row.model === null ? null : row.model === 'offline' ? 'offline' : Number(row.model),
  sources: row.sources, indexes: row.indexes, citations: row.citations, timeTaken: row.timeTaken, error: row.error,
  feature: row.feature, thread_node_id: row.threadNodeId, feedback: row.feedback, createdAt: row.createdAt.toISOString(),
});
const isAlive = (pid: number): boolean => {
  try { return process.kill(pid, 0); } catch (error) { return (error as NodeJS.ErrnoException).code === 'EPERM'; }
};

/** Answers as they are kept: whole ones, and what had arrived of those that were cut off. */
export class Answers {
  readonly #database: Database;
  readonly #rows;
  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineAnswers(database.sequelize);
  }
  async begin(it: Pick<AnswerRow, 'threadId' | 'ownerId' | 'question' | 'sources'> & Partial<Pick<AnswerRow, 'feature' | 'threadNodeId'>>): Promise<Answer> {
    const row = { feature: 'chat-thread', threadNodeId: null, feedback: null, ...it, id: uuidv7() as AnswerId, answer: '', state: 'generating' as const, model: null, indexes: {}, citations: [], timeTaken: null, error: null, server: SERVER };
    return this.#database.write(async (transaction) => present((await this.#rows.create(row, { transaction })).get({ plain: true }) as AnswerRow));
  }
  async keep(answer: Answer): Promise<void> {
    const { answer: text, state, indexes, citations, timeTaken, error } = answer;
    await this.#database.write((transaction) => this.#rows.update(
      { answer: text, state, indexes, citations, timeTaken, error, model: answer.model === null ? null : String(answer.model) },
      { where: { id: answer._id }, transaction },
    ));
  }
  async ofThread(threadId: ThreadId): Promise<Answer[]> {
    const rows = await this.#rows.findAll({ where: { threadId }, order: [['id', 'DESC']], limit: 200 });
    return rows.map((row) => present(row.get({ plain: true }) as AnswerRow)).reverse();
  }
  /** Faults: `absent`. */
  async owned(ownerId: UserId, id: AnswerId): Promise<Answer> {
    const row = (await this.#rows.findOne({ where: { id, ownerId } }))?.get({ plain: true }) as AnswerRow | undefined;
    if (!row) throw new Fault('absent', { message: 'There is no such answer.' });
    return present(row);
  }
  /** Ids of the threads' answers that have ended, those that a block of the notes holds left out. */
  async ended(threadIds: readonly ThreadId[]): Promise<AnswerId[]> {
    const rows = await this.#rows.findAll({ where: { threadId: [...threadIds], state: ['done', 'interrupted'], threadNodeId: null }, attributes: ['id'] });
    return rows.map((row) => row.get('id') as AnswerId);
  }
  async some(ids: readonly AnswerId[]): Promise<Answer[]> {
    const rows = await this.#rows.findAll({ where: { id: [...ids] } });
    return rows.map((row) => present(row.get({ plain: true }) as AnswerRow));
  }
  /** The citations of the threads' answers that are done. */
  async citing(threadIds: readonly ThreadId[]): Promise<Pick<Answer, '_id' | 'thread_id' | 'citations'>[]> {
    const rows = await this.#rows.findAll({ where: { threadId: [...threadIds], state: 'done' }, attributes: ['id', 'threadId', 'citations'] });
    return rows.map((row) => ({ _id: row.get('id') as AnswerId, thread_id: row.get('threadId') as ThreadId, citations: row.get('citations') as Answer['citations'] }));
  }
  /** Puts citations of an answer elsewhere, and their entries in its index map with them. */
  async relocate(id: AnswerId, change: (citation: Citation) => Citation, transaction: Transaction): Promise<void> {
    const row = (await this.#rows.findByPk(id, { transaction }))?.get({ plain: true }) as AnswerRow | undefined;
    if (!row) return;
    const citations = row.citations.map(change);
    const moved = citations.flatMap(({ mark, source_id, locator }) => (row.indexes[String(mark)] === undefined ? [] : [[String(mark), `${placeOf(locator)}:${source_id}`] as const]));
    await this.#rows.update({ citations, indexes: { ...row.indexes, ...Object.fromEntries(moved) } }, { where: { id }, transaction });
  }
  async remove(answer: Answer): Promise<void> {
    await this.#database.write((transaction) => this.#rows.destroy({ where: { id: answer._id }, transaction }));
  }
  /** At start: what a process that is no more left unfinished is marked as cut off. Returns how many. */
  async recover(): Promise<number> {
    const open = await this.#rows.findAll({ where: { state: 'generating' } });
    const host = SERVER.slice(0, SERVER.lastIndexOf(':'));
    const dead = open.filter((row) => {
      const [, where = '', pid = ''] = /^(.*):(\d+)$/.exec(row.get('server') as string) ?? [];
      if (where === host) return Number(pid) === process.pid || !isAlive(Number(pid));
      return Date.now() - (row.get('updatedAt') as Date).getTime() > ABANDONED_MS;
    }).map((row) => row.get('id') as AnswerId);
    if (dead.length > 0) {
      const error = { code: 'interrupted', message: FAULTS.interrupted.message };
      await this.#database.write((transaction) => this.#rows.update({ state: 'interrupted', error }, { where: { id: { [Op.in]: dead } }, transaction }));
    }
    return dead.length;
  }
}
