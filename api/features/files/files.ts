import { Op } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { Fault } from '#core/contract/faults.ts';
import type { ThreadId } from '#core/contract/id.ts';
import type { Database, FileStore } from '#pipeline/library/index.ts';
import { defineFiles, type FileRow } from './files.model.ts';

/** Files that people put into a thread. Keys are ours, never theirs. */
export class Files {
  readonly #database: Database;
  readonly #store: FileStore;
  readonly #rows;
  constructor(database: Database, store: FileStore) {
    this.#database = database;
    this.#store = store;
    this.#rows = defineFiles(database.sequelize);
  }
  async begin(threadId: ThreadId, name: string, contentType: string): Promise<FileRow> {
    const row: FileRow = { key: `uploads/${threadId}/${uuidv7()}`, threadId, name, contentType, size: null, createdAt: new Date() };
    await this.#database.write((transaction) => this.#rows.create(row, { transaction }));
    return row;
  }
  async arrived(key: string, size: number): Promise<void> {
    await this.#database.write((transaction) => this.#rows.update({ size }, { where: { key }, transaction }));
  }
  /** By our key, or by the name that its owner gave it. Faults: `absent` when the thread has no such file. */
  async ofThread(threadId: ThreadId, keyOrName: string): Promise<FileRow> {
    const row = (await this.#rows.findOne({ where: { threadId, [Op.or]: [{ key: keyOrName }, { name: keyOrName }] }, order: [['createdAt', 'DESC']] }))?.get({ plain: true });
    if (!row) throw new Fault('absent', { message: 'There is no such file in this thread.' });
    return row;
  }
  async list(threadId: ThreadId): Promise<FileRow[]> {
    const rows = await this.#rows.findAll({ where: { threadId, size: { [Op.ne]: null } }, order: [['createdAt', 'ASC']] });
    return rows.map((row) => row.get({ plain: true }));
  }
  async remove(file: FileRow): Promise<void> {
    await this.#database.write((transaction) => this.#rows.destroy({ where: { key: file.key }, transaction }));
    await this.#store.delete(file.key);
  }
}
