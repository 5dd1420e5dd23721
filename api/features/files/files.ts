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

/** Uploads that did not arrive within this time are deleted. */
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
  /** hash of bytes that were checked before they were exported */
  sha256?: string | undefined;
  exp: number;
}
export interface FilesPorts {
  database: Database;
  store: FileStore;
  removals: Library['removals'];
  /** passes chunks on, and throws after the last one if it found something */
  scanner?: { pass(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> };
}

/** Uploaded files of threads. The server chooses keys. */
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
  /** `wanted`: the key in an export, used if it is of this thread and free. */
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
    // The request must stay open, because a response is written even if it is refused half way.
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
  /** Faults: `not_allowed` if the epoch of its owner has changed. */
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
   * Finds a file by key, or by the name that its owner gave it. Faults: `absent` if the thread has
   * no such file.
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
  /** Its bytes are deleted when no source uses them. */
  async remove(file: FileRow): Promise<void> {
    await this.#database.write(async (transaction) => {
      await this.#rows.destroy({ where: { key: file.key }, transaction });
      await this.#removals.note([file.key], transaction);
    });
  }
  /** Must be called after the thread and its rows are deleted. */
  async forgetThread(threadId: ThreadId): Promise<void> {
    const keys = (await Array.fromAsync(this.#store.list(folderOf(threadId)))).map(
      ({ key }) => key,
    );
    await this.#database.write((transaction) => this.#removals.note(keys, transaction));
  }
  /** Deletes uploads that never arrived, and expired addresses. */
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
