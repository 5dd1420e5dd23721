import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { QueryTypes } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { Doc } from 'yjs';
import { Fault } from '#core/contract/faults.ts';
import type {
  DiffAgainst,
  NotesDiff,
  NotesVersion,
  RestoredNotes,
} from '#core/contract/history.ts';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import { docText } from '#core/editor/document.ts';
import { sha256 } from '#config/sha256.ts';
import type { Database } from '#pipeline/library/index.ts';
import {
  contentOf,
  documentOf,
  notesJson,
  spellingOf,
  writeContent,
  type CollabServer,
  type StoredNotes,
} from '../../collab/index.ts';
import { diffNotes } from './diff-notes.ts';
import { versionsToDelete } from './versions-to-delete.ts';
import { defineNoteVersions, type NoteVersionRow } from './versions.model.ts';

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];
/** Interval of automatic versions while people edit; shorter when the last editor leaves. */
export interface Pace {
  writingMs: number;
  leftMs: number;
}
const PACE: Pace = { writingMs: 10 * 60_000, leftMs: 60_000 };
const LISTED = 500;

/** the columns of a list */
type Listed = Omit<NoteVersionRow, 'state'>;
export interface HistoryPorts {
  database: Database;
  collab: Pick<CollabServer, 'editDocument' | 'sharedDocument'>;
  /** default: every ten minutes, and a minute after everyone left */
  pace?: Pace;
  now?: () => number;
}

/** The versions of the notes. Restoring one is an edit, not a rollback. */
export class History {
  readonly #database: Database;
  readonly #collab: HistoryPorts['collab'];
  readonly #pace: Pace;
  readonly #now: () => number;
  readonly #rows;
  constructor({ database, collab, pace = PACE, now = Date.now }: HistoryPorts) {
    this.#database = database;
    this.#collab = collab;
    this.#pace = pace;
    this.#now = now;
    this.#rows = defineNoteVersions(database.sequelize);
  }

  /** Newest first. */
  async list(threadId: ThreadId): Promise<NotesVersion[]> {
    const rows = await this.#rows.findAll({
      where: { threadId },
      attributes: { exclude: ['state'] },
      order: [['id', 'DESC']],
      limit: LISTED,
    });
    return this.#present(rows.map((row) => row.get({ plain: true })));
  }

  /** Saves the current notes as a named version. */
  async keep(threadId: ThreadId, name: string, by: UserId): Promise<NotesVersion> {
    return this.#one(
      await this.#take(threadId, await this.#collab.sharedDocument(threadId), {
        name,
        namedBy: by,
        editors: [],
      }),
    );
  }

  /**
   * For `onStored` of collaboration: saves a version if one is due. Returns whether the authors are
   * recorded in one.
   */
  async follow(
    threadId: ThreadId,
    { document, editors, since, isClosed: left }: StoredNotes,
  ): Promise<boolean> {
    const newest = await this.#newest(threadId);
    const last = Math.max(since, newest?.createdAt.getTime() ?? 0);
    if (
      this.#now() - last < (left ? this.#pace.leftMs : this.#pace.writingMs) &&
      !(left && !newest)
    )
      return false;
    if (newest?.hash === hashOf(document)) return true;
    await this.#take(threadId, document, { name: null, namedBy: null, editors: [...editors] });
    await this.#thin(threadId);
    return true;
  }

  /** Faults: `absent`. */
  async diff(threadId: ThreadId, id: string, against: DiffAgainst): Promise<NotesDiff> {
    const row = await this.#row(threadId, id);
    const version = await this.#one(row);
    const own = notesJson(await stateOf(row));
    if (against === 'now')
      return { version, ...diffNotes(own, notesJson(await this.#collab.sharedDocument(threadId))) };
    const rows = await this.#rows.findAll({
      where: { threadId },
      attributes: ['id'],
      order: [['id', 'ASC']],
    });
    const ids = rows.map((it) => it.get('id') as string);
    const earlier = ids[ids.indexOf(id) - 1];
    return {
      version,
      ...diffNotes(
        earlier === undefined
          ? { type: 'doc' }
          : notesJson(await stateOf(await this.#row(threadId, earlier))),
        own,
      ),
    };
  }

  /**
   * Writes the version's content as a new edit, after saving the current notes as a version.
   * Faults: `absent`.
   */
  async restore(threadId: ThreadId, id: string, by: UserId): Promise<RestoredNotes> {
    const row = await this.#row(threadId, id);
    const content = await inflate(row.state);
    const document = await this.#collab.sharedDocument(threadId);
    const before =
      (await this.#newest(threadId, hashOf(document))) ??
      (await this.#take(threadId, document, { name: null, namedBy: null, editors: [by] }));
    await this.#collab.editDocument(threadId, (shared) => writeContent(shared, content));
    return { restored: await this.#one(row), before: await this.#one(before) };
  }

  async #take(
    threadId: ThreadId,
    document: Doc,
    who: Pick<NoteVersionRow, 'name' | 'namedBy' | 'editors'>,
  ): Promise<Listed> {
    const json = notesJson(document);
    const words = docText(json).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const hash = hashOf(document);
    const state = await deflate(contentOf(document));
    const row: NoteVersionRow = {
      id: uuidv7(),
      threadId,
      ...who,
      state,
      hash,
      words,
      blocks: json.content?.length ?? 0,
      createdAt: new Date(this.#now()),
    };
    await this.#database.write((transaction) => this.#rows.create(row, { transaction }));
    return row;
  }

  async #thin(threadId: ThreadId): Promise<void> {
    const rows = await this.#rows.findAll({
      where: { threadId },
      attributes: ['id', 'name', 'createdAt'],
    });
    const expired = versionsToDelete(
      rows.map((row) => row.get({ plain: true })),
      this.#now(),
    );
    if (expired.length > 0)
      await this.#database.write((transaction) =>
        this.#rows.destroy({ where: { threadId, id: expired }, transaction }),
      );
  }

  /** Returns the newest version, with `hash` the newest with the same content. */
  async #newest(threadId: ThreadId, hash?: string): Promise<Listed | undefined> {
    return (
      await this.#rows.findOne({
        where: { threadId, ...(hash === undefined ? {} : { hash }) },
        attributes: { exclude: ['state'] },
        order: [['id', 'DESC']],
      })
    )?.get({ plain: true });
  }
  async #row(threadId: ThreadId, id: string): Promise<NoteVersionRow> {
    const row = (await this.#rows.findOne({ where: { threadId, id } }))?.get({ plain: true });
    if (!row) throw new Fault('absent', { message: 'Version not found.' });
    return row;
  }

  async #one(row: Listed): Promise<NotesVersion> {
    const [version] = await this.#present([row]);
    return version as NotesVersion;
  }
  async #present(rows: readonly Listed[]): Promise<NotesVersion[]> {
    const ids = [
      ...new Set(
        rows.flatMap(({ namedBy, editors }) => [...editors, ...(namedBy ? [namedBy] : [])]),
      ),
    ];
    const found =
      ids.length === 0
        ? []
        : await this.#database.sequelize.query<{ id: string; name: string }>(
            'SELECT id, name FROM users WHERE id IN (:ids)',
            { type: QueryTypes.SELECT, replacements: { ids } },
          );
    const names = new Map(found.map(({ id, name }) => [id, name]));
    const person = (id: UserId) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ _id: id, name }];
    };
    return rows.map(({ id, name, namedBy, editors, words, blocks, createdAt }) => ({
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      words,
      blocks,
      namedBy: (namedBy && person(namedBy)[0]) ?? null,
      editors: editors.flatMap(person),
    }));
  }
}

const hashOf = (document: Doc): string => sha256(spellingOf(document));
const stateOf = async ({ state }: NoteVersionRow): Promise<Doc> => documentOf(await inflate(state));
