import { Op, UniqueConstraintError, type Transaction, type WhereOptions } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Citation } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import { AnswerId } from '#core/contract/id.ts';
import { positionOf } from '#core/contract/locator.ts';
import type { Database } from '#pipeline/library/index.ts';
import { CUT_OFF, isAbandoned, SERVER } from './abandoned-answers.ts';
import { defineAnswers, type AnswerRow } from './answers.model.ts';
import { presentAnswer } from './present-answer.ts';

/** The turns before a question, without answers in blocks of the notes. */
const CONVERSATION = {
  threadNodeId: null,
  feature: { [Op.notLike]: 'notes-%', [Op.ne]: 'summary' },
};
const ROWS_AT_ONCE = 100;
/** how long previous turns count as context */
const REMEMBERED_MS = 2 * 3600_000;

/** Stored answers, complete or interrupted. */
export class Answers {
  readonly #database: Database;
  readonly #rows;
  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineAnswers(database.sequelize);
  }
  /**
   * Only one answer at a time is generated for a block. Faults: `generating`, with its id in
   * `details.answer_id`.
   */
  async begin(
    answer: Pick<AnswerRow, 'threadId' | 'ownerId' | 'question' | 'sources'> &
      Partial<Pick<AnswerRow, 'feature' | 'threadNodeId'>>,
  ): Promise<Answer> {
    const row = {
      feature: 'chat-thread',
      threadNodeId: null,
      feedback: null,
      ...answer,
      id: uuidv7() as AnswerId,
      answer: '',
      state: 'generating' as const,
      model: null,
      indexes: {},
      citations: [],
      timeTaken: null,
      error: null,
      server: SERVER,
    };
    const { threadId, threadNodeId } = row;
    try {
      return await this.#database.write(async (transaction) => {
        if (threadId !== null && threadNodeId !== null)
          await this.#mustBeFree(threadId, threadNodeId, transaction);
        return presentAnswer(
          (await this.#rows.create(row, { transaction })).get({ plain: true }) as AnswerRow,
        );
      });
    } catch (error) {
      // Another server began at the same time, and the unique index on the block refused one.
      if (error instanceof UniqueConstraintError && threadId !== null && threadNodeId !== null)
        await this.#database.write((transaction) =>
          this.#mustBeFree(threadId, threadNodeId, transaction),
        );
      throw error;
    }
  }
  async #mustBeFree(
    threadId: ThreadId,
    threadNodeId: string,
    transaction: Transaction,
  ): Promise<void> {
    const open = (
      await this.#rows.findAll({
        where: { threadId, threadNodeId, state: 'generating' },
        transaction,
      })
    ).map((row) => row.get({ plain: true }) as AnswerRow);
    const writing = open.find((row) => !isAbandoned(row));
    if (writing) throw new Fault('generating', { details: { answer_id: writing.id } });
    await this.#rows.update(CUT_OFF, { where: { id: open.map((row) => row.id) }, transaction });
  }
  async keep(answer: Answer): Promise<void> {
    const { answer: text, state, indexes, citations, timeTaken, error } = answer;
    await this.#database.write((transaction) =>
      this.#rows.update(
        {
          answer: text,
          state,
          indexes,
          citations,
          timeTaken,
          error,
          model: answer.model === null ? null : String(answer.model),
        },
        { where: { id: answer._id }, transaction },
      ),
    );
  }
  /**
   * Returns the last 200, oldest first. By default those that no block of the notes contains; with
   * `askers` only theirs.
   */
  async ofThread(
    threadId: ThreadId,
    {
      feature,
      threadNodeId,
      askers,
    }: {
      feature?: string | undefined;
      threadNodeId?: string | undefined;
      askers?: readonly UserId[] | undefined;
    } = {},
  ): Promise<Answer[]> {
    const where =
      feature === undefined && threadNodeId === undefined
        ? { threadNodeId: null }
        : {
            ...(feature === undefined ? {} : { feature }),
            ...(threadNodeId === undefined ? {} : { threadNodeId }),
          };
    return (
      await this.#latest({ threadId, ...where, ...(askers ? { ownerId: [...askers] } : {}) }, 200)
    ).reverse();
  }
  /** Returns all answers of this person in the thread, oldest first. */
  async everyOf(threadId: ThreadId, ownerId: UserId): Promise<Answer[]> {
    return (await this.#rows.findAll({ where: { threadId, ownerId }, order: [['id', 'ASC']] })).map(
      (row) => presentAnswer(row.get({ plain: true }) as AnswerRow),
    );
  }
  /** Imports exported answers; an answer whose id is taken gets another. */
  async addImported(
    threadId: ThreadId,
    ownerId: UserId,
    answers: readonly Answer[],
    transaction: Transaction,
  ): Promise<void> {
    const taken = new Set(
      (
        await this.#rows.findAll({
          where: { id: answers.map(({ _id }) => _id) },
          attributes: ['id'],
          transaction,
        })
      ).map((row) => row.get('id') as AnswerId),
    );
    const rows = answers.map(
      ({
        _id,
        thread_id: _,
        thread_node_id: threadNodeId,
        createdAt,
        model,
        state,
        error,
        ...answer
      }) => ({
        ...answer,
        id: taken.has(_id) ? (uuidv7() as AnswerId) : _id,
        threadId,
        ownerId,
        threadNodeId,
        model: model === null ? null : String(model),
        server: SERVER,
        createdAt: new Date(createdAt),
        updatedAt: new Date(createdAt),
        // An imported answer is not in progress.
        ...(state === 'generating' ? CUT_OFF : { state, error }),
      }),
    );
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await this.#rows.bulkCreate(rows.slice(from, from + ROWS_AT_ONCE), { transaction });
  }
  /**
   * Returns the person's previous turns, oldest first: of the block, or else of the thread's
   * conversation in the last hours.
   */
  async before({
    threadId,
    ownerId,
    threadNodeId,
    limit,
  }: {
    threadId: ThreadId;
    ownerId: UserId;
    threadNodeId: string | undefined;
    limit: number;
  }): Promise<Answer[]> {
    const where =
      threadNodeId === undefined
        ? { ...CONVERSATION, createdAt: { [Op.gt]: new Date(Date.now() - REMEMBERED_MS) } }
        : { threadNodeId };
    return (await this.#latest({ threadId, ownerId, state: 'done', ...where }, limit)).reverse();
  }
  /** Returns the person's last answer for a block, by the id of the block or of the answer. */
  async ofNode(
    threadId: ThreadId,
    ownerId: UserId,
    nodeOrAnswer: string,
  ): Promise<Answer | undefined> {
    const isId = AnswerId.safeParse(nodeOrAnswer).success;
    const [found] = await this.#latest(
      {
        threadId,
        ownerId,
        [Op.or]: [
          { threadNodeId: nodeOrAnswer },
          ...(isId ? [{ id: nodeOrAnswer as AnswerId }] : []),
        ],
      },
      1,
    );
    return found;
  }
  async #latest(where: WhereOptions<AnswerRow>, limit: number): Promise<Answer[]> {
    return (await this.#rows.findAll({ where, order: [['id', 'DESC']], limit })).map((row) =>
      presentAnswer(row.get({ plain: true }) as AnswerRow),
    );
  }
  /** Only the first rating counts. Faults: `conflict`. */
  async rate(id: AnswerId, feedback: NonNullable<Answer['feedback']>): Promise<void> {
    const [changed] = await this.#database.write((transaction) =>
      this.#rows.update({ feedback }, { where: { id, feedback: null }, transaction }),
    );
    if (changed === 0)
      throw new Fault('conflict', {
        message: 'You already rated this answer.',
      });
  }
  /** Faults: `absent`. */
  async owned(ownerId: UserId, id: AnswerId): Promise<Answer> {
    const row = (await this.#rows.findOne({ where: { id, ownerId } }))?.get({ plain: true }) as
      | AnswerRow
      | undefined;
    if (!row) throw new Fault('absent', { message: 'Answer not found.' });
    return presentAnswer(row);
  }
  /** Returns ids of finished answers in the threads' conversations. */
  async ended(threadIds: readonly ThreadId[]): Promise<AnswerId[]> {
    const rows = await this.#rows.findAll({
      where: { threadId: [...threadIds], state: ['done', 'interrupted'], ...CONVERSATION },
      attributes: ['id'],
    });
    return rows.map((row) => row.get('id') as AnswerId);
  }
  /** What a person asked in threads last, the last first. */
  async latestOf(ownerId: UserId, limit: number): Promise<(Answer & { thread_id: ThreadId })[]> {
    const where = { ownerId, state: 'done', threadId: { [Op.ne]: null }, ...CONVERSATION };
    return (await this.#latest(where, limit)) as (Answer & { thread_id: ThreadId })[];
  }
  /** Returns the existing answers in threads, with their threads. */
  async threadsOf(ids: readonly AnswerId[]): Promise<Map<AnswerId, ThreadId>> {
    const rows = await this.#rows.findAll({
      where: { id: [...ids], threadId: { [Op.ne]: null } },
      attributes: ['id', 'threadId'],
    });
    return new Map(rows.map((row) => [row.get('id') as AnswerId, row.get('threadId') as ThreadId]));
  }
  async some(ids: readonly AnswerId[]): Promise<Answer[]> {
    const rows = await this.#rows.findAll({ where: { id: [...ids] } });
    return rows.map((row) => presentAnswer(row.get({ plain: true }) as AnswerRow));
  }
  /** Returns the citations of the threads' finished answers. */
  async citing(
    threadIds: readonly ThreadId[],
  ): Promise<(Pick<Answer, '_id' | 'citations'> & { thread_id: ThreadId })[]> {
    const rows = await this.#rows.findAll({
      where: { threadId: [...threadIds], state: 'done' },
      attributes: ['id', 'threadId', 'citations'],
    });
    return rows.map((row) => ({
      _id: row.get('id') as AnswerId,
      thread_id: row.get('threadId') as ThreadId,
      citations: row.get('citations') as Answer['citations'],
    }));
  }
  /** Moves citations of an answer to other positions, with their entries in its index map. */
  async relocate(
    id: AnswerId,
    change: (citation: Citation) => Citation,
    transaction: Transaction,
  ): Promise<void> {
    const row = (await this.#rows.findByPk(id, { transaction }))?.get({ plain: true }) as
      | AnswerRow
      | undefined;
    if (!row) return;
    const citations = row.citations.map(change);
    const moved = citations.flatMap(({ mark, source_id, locator }) =>
      row.indexes[String(mark)] === undefined
        ? []
        : [[String(mark), `${positionOf(locator)}:${source_id}`] as const],
    );
    await this.#rows.update(
      { citations, indexes: { ...row.indexes, ...Object.fromEntries(moved) } },
      { where: { id }, transaction },
    );
  }
  async remove(answer: Answer): Promise<void> {
    await this.#database.write((transaction) =>
      this.#rows.destroy({ where: { id: answer._id }, transaction }),
    );
  }
  /**
   * Marks answers that a stopped process left unfinished as interrupted: all of them at the start,
   * otherwise one that this process no longer generates. Returns their number.
   */
  async recover(given?: AnswerId): Promise<number> {
    const open = (
      await this.#rows.findAll({
        where: { state: 'generating', ...(given !== undefined && { id: given }) },
      })
    ).map((row) => row.get({ plain: true }) as AnswerRow);
    const dead = open
      .filter((row) => isAbandoned(row) || (given !== undefined && row.server === SERVER))
      .map((row) => row.id);
    if (dead.length > 0)
      await this.#database.write((transaction) =>
        this.#rows.update(CUT_OFF, { where: { id: dead }, transaction }),
      );
    return dead.length;
  }
}
