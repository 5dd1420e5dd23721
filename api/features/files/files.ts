import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Op, QueryTypes } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { Fault, toFault } from '#core/contract/faults.ts';
import type { FileType } from '#core/contract/file.ts';
import type { ThreadId } from '#core/contract/id.ts';
import type { Database, FileStore, Library } from '#pipeline/library/index.ts';
import { checkedUpload, knownUpload } from './checked-upload.ts';
import { defineFiles, type FileRow } from './files.model.ts';

/** What was begun and did not arrive in so long is forgotten. */
const NEVER_ARRIVED_MS = 24 * 3_600_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const folderOf = (threadId: ThreadId): string => `uploads/${threadId}/`;

/**
 * What a signed upload address allows: `id` once, until `exp` (s), while the account of `user` has
 * this `epoch`.
 */
export interface Upload {
  id: string;
  user: string;
  epoch: number;
  key: string;
  type: FileType;
  maxBytes: number;
  /** of bytes that were checked before they left */
  sha256?: string | undefined;
  exp: number;
}
export interface FilesPorts {
  database: Database;
  store: FileStore;
  removals: Library['removals'];
  /** where one is set: gives the chunks on, and faults after the last unless it found nothing */
  scanner?: { pass(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> };
}

/** Files that people put into a thread. Keys are ours, never theirs. */
export class Files {
  readonly #database: Database;
  readonly #store: FileStore;
  readonly #removals: FilesPorts['removals'];
  readonly #scanner: FilesPorts['scanner'];
  readonly #rows;
  constructor({ database, store, removals, scanner }: FilesPorts) {
    this.#database = database;
    this.#store = store;
    this.#removals = removals;
    this.#scanner = scanner;
    this.#rows = defineFiles(database.sequelize);
  }
  /** `wanted`: of an export, where it is a key of this thread that nothing has. */
  async begin(
    threadId: ThreadId,
    name: string,
    contentType: FileType,
    wanted?: string,
  ): Promise<FileRow> {
    const isFree =
      wanted !== undefined &&
      wanted.startsWith(folderOf(threadId)) &&
      UUID.test(wanted.slice(folderOf(threadId).length)) &&
      !(await this.#store.has(wanted)) &&
      !(await this.#rows.findByPk(wanted));
    const row: FileRow = {
      key: isFree ? wanted : `${folderOf(threadId)}${uuidv7()}`,
      threadId,
      name,
      contentType,
      size: null,
      createdAt: new Date(),
    };
    await this.#database.write((transaction) => this.#rows.create(row, { transaction }));
    return row;
  }
  /**
   * Faults: `not_allowed` for a used address, `absent` for a deleted file, `conflict` for an
   * existing file, `corrupt_file`, `infected_file`, `too_large`; `unavailable`, after which the
   * same address can be retried.
   */
  async receive(upload: Upload, request: IncomingMessage): Promise<{ size: number }> {
    await this.#use(upload);
    // The answer is still to be written to a request that is refused half way.
    const arriving = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const chunks = this.#scanner?.pass(arriving) ?? arriving;
    const { size } = await this.#store
      .putStream(
        upload.key,
        Readable.from(
          upload.sha256 === undefined
            ? checkedUpload(chunks, upload.type, upload.maxBytes)
            : knownUpload(chunks, upload.sha256),
        ),
        upload.maxBytes,
      )
      .catch(async (error: unknown) => {
        if (toFault(error).code === 'unavailable') await this.#giveBack(upload);
        throw error;
      });
    await this.#assertCurrent(upload).catch(async (error: unknown) => {
      await this.#store.delete(upload.key);
      throw error;
    });
    const [arrived] = await this.#database.write((transaction) =>
      this.#rows.update({ size }, { where: { key: upload.key }, transaction }),
    );
    if (arrived > 0) return { size };
    await this.#store.delete(upload.key);
    throw new Fault('absent', { message: 'This file was deleted meanwhile.' });
  }
  async #use({ id, user, epoch, key, exp }: Upload): Promise<void> {
    await this.#assertCurrent({ user, epoch });
    const isFirst = await this.#database.write(async (transaction) => {
      const rows = await this.#database.sequelize.query(
        'INSERT INTO used_uploads (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id',
        { type: QueryTypes.SELECT, bind: [id, exp * 1000], transaction },
      );
      return rows.length > 0;
    });
    if (!isFirst)
      throw new Fault('not_allowed', {
        message: 'This upload address was already used. Request another one.',
      });
    const row = (await this.#rows.findByPk(key))?.get({ plain: true });
    if (!row) throw new Fault('absent', { message: 'This file was deleted meanwhile.' });
    if (row.size !== null)
      throw new Fault('conflict', { message: 'This file was already uploaded.' });
  }
  /** Faults: `not_allowed` once all that was given out to its owner has ended. */
  async #assertCurrent({ user, epoch }: Pick<Upload, 'user' | 'epoch'>): Promise<void> {
    const [account] = await this.#database.sequelize.query<{ epoch: number }>(
      'SELECT epoch FROM users WHERE id = $1',
      { type: QueryTypes.SELECT, bind: [user] },
    );
    if (account?.epoch !== epoch)
      throw new Fault('not_allowed', {
        message: 'This upload address has expired: its owner was signed out. Request another one.',
      });
  }
  async #giveBack({ id }: Upload): Promise<void> {
    await this.#database.write((transaction) =>
      this.#database.sequelize.query('DELETE FROM used_uploads WHERE id = $1 RETURNING id', {
        type: QueryTypes.SELECT,
        bind: [id],
        transaction,
      }),
    );
  }
  /**
   * By our key, or by the name that its owner gave it. Faults: `absent` when the thread has no such
   * file.
   */
  async ofThread(threadId: ThreadId, keyOrName: string): Promise<FileRow> {
    const row = (
      await this.#rows.findOne({
        where: { threadId, [Op.or]: [{ key: keyOrName }, { name: keyOrName }] },
        order: [['createdAt', 'DESC']],
      })
    )?.get({ plain: true });
    if (!row) throw new Fault('absent', { message: 'File not found in this thread.' });
    return row;
  }
  async list(threadId: ThreadId): Promise<FileRow[]> {
    const rows = await this.#rows.findAll({
      where: { threadId, size: { [Op.ne]: null } },
      order: [['createdAt', 'ASC']],
    });
    return rows.map((row) => row.get({ plain: true }));
  }
  /** Its bytes go once no source is read from them any more. */
  async remove(file: FileRow): Promise<void> {
    await this.#database.write(async (transaction) => {
      await this.#rows.destroy({ where: { key: file.key }, transaction });
      await this.#removals.note([file.key], transaction);
    });
  }
  /** After the thread is gone, and its rows with it. */
  async forgetThread(threadId: ThreadId): Promise<void> {
    const keys = (await Array.fromAsync(this.#store.list(folderOf(threadId)))).map(
      ({ key }) => key,
    );
    await this.#database.write((transaction) => this.#removals.note(keys, transaction));
  }
  /** Forgets files that were begun and never arrived, and addresses that have run out. */
  async tidy(now = Date.now()): Promise<void> {
    await this.#database.write(async (transaction) => {
      await this.#rows.destroy({
        where: { size: null, createdAt: { [Op.lt]: new Date(now - NEVER_ARRIVED_MS) } },
        transaction,
      });
      await this.#database.sequelize.query(
        'DELETE FROM used_uploads WHERE expires_at < $1 RETURNING id',
        { type: QueryTypes.SELECT, bind: [now], transaction },
      );
    });
  }
}
