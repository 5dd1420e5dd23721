import { fn, literal, Op, QueryTypes, where, type Order } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { LibrarySort, LibraryState, LibraryView } from '#core/contract/library.ts';
import {
  EmbeddingStatus,
  type SourceFlag,
  type SourceState,
  type SourceType,
} from '#core/contract/source.ts';
import type { Database } from './database.ts';
import { inState } from './source-state.ts';
import type { SourceModel } from './source.model.ts';

/** Filters of the library. Days are `YYYY-MM-DD` in UTC, inclusive. */
export interface Selected {
  ownerId: UserId;
  kind?: SourceType | undefined;
  tag?: string | undefined;
  /** including its subfolders; levels separated by `/` */
  folder?: string | undefined;
  flag?: SourceFlag | undefined;
  view?: LibraryView | undefined;
  /** channel of a video, or name or host of a page's site */
  channel?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** originally saved, or else added, from `from` on and before `before` */
  saved?: { from: Date | undefined; before: Date | undefined };
  /** text in title or address */
  query?: string | undefined;
  status?: LibraryState | undefined;
  state?: SourceState | undefined;
  /** only these sources */
  within?: readonly SourceId[] | undefined;
  /** default: unordered; `saved`: last saved first, without paging */
  sort?: LibrarySort | 'saved' | undefined;
  /** only sources after this one in the order */
  after?: SourceId | undefined;
  limit?: number | undefined;
}

/** Conditions for the statuses that the library shows. */
export const STATUSES = {
  processing: { embeddingStatus: EmbeddingStatus.processing },
  ready: { embeddingStatus: EmbeddingStatus.ready },
  failed: { embeddingStatus: { [Op.gt]: EmbeddingStatus.ready } },
} satisfies Record<LibraryState, object>;
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`);
/** `a / b` and `a/b` are the same folder. */
export const folderLevels = (text: string): string[] =>
  text
    .split('/')
    .map((level) => level.trim())
    .filter(Boolean);
const DAY_MS = 24 * 3600 * 1000;
const MAX_NAMES = 500;

/** Selects sources of a library by tag, folder, flag and other filters, and lists the values in use. */
export class Selection {
  readonly #database: Database;
  readonly #sources;
  constructor(database: Database, sources: SourceModel) {
    this.#database = database;
    this.#sources = sources;
  }

  async ids(selected: Selected): Promise<SourceId[]> {
    const { ownerId, kind, from, to, within, sort, limit } = selected;
    const after =
      selected.after && sort !== 'saved'
        ? await this.#after(selected.after, ownerId, sort ?? 'newest')
        : undefined;
    const rows = await this.#sources.findAll({
      attributes: ['id'],
      where: {
        ownerId,
        deletedAt: null,
        ...(kind ? { kind } : {}),
        ...(within ? { id: [...within] } : {}),
        ...(from || to
          ? {
              createdAt: {
                ...(from ? { [Op.gte]: new Date(from) } : {}),
                ...(to ? { [Op.lt]: new Date(Date.parse(to) + DAY_MS) } : {}),
              },
            }
          : {}),
        [Op.and]: [...this.#marks(selected), ...(after ? [after] : [])],
      },
      ...(sort ? { order: this.#orderOf(sort) } : {}),
      ...(limit === undefined ? {} : { limit }),
    });
    return rows.map((row) => row.get('id') as SourceId);
  }

  /** Returns the conditions of the requested filters. */
  #marks({ query, status, state, tag, folder, flag, view, channel, saved }: Selected) {
    return [
      ...(saved?.from ? [literal(this.#savedIn('>=', saved.from))] : []),
      ...(saved?.before ? [literal(this.#savedIn('<', saved.before))] : []),
      ...(query ? [this.named(query)] : []),
      ...(status ? [STATUSES[status]] : []),
      ...(state ? [inState(state, this.#database)] : []),
      ...(tag ? [literal(this.tagged(tag))] : []),
      ...(folder ? [literal(this.inFolder(folder))] : []),
      ...(flag ? [literal(this.#has('flags', flag))] : []),
      ...(view ? [literal(this.#inView(view))] : []),
      ...(channel ? [literal(this.#ofChannel(channel))] : []),
    ];
  }

  /** Ids are time-ordered. */
  #orderOf(sort: LibrarySort | 'saved'): Order {
    const latest = ['id', 'DESC'] as const;
    const orders = {
      newest: [[...latest]],
      oldest: [['id', 'ASC']],
      title: [[this.#shownTitle, 'ASC'], [...latest]],
      checked: [[literal('refreshed_at IS NULL'), 'ASC'], ['refreshedAt', 'DESC'], [...latest]],
      saved: [[literal(this.#savedAt), 'DESC'], [...latest]],
    } satisfies Record<LibrarySort | 'saved', Order>;
    return orders[sort];
  }

  /** Returns the condition for sources after this one, even if it was deleted meanwhile. */
  async #after(id: SourceId, ownerId: UserId, sort: LibrarySort) {
    const earlier = { id: { [Op.lt]: id } };
    if (sort === 'newest') return earlier;
    if (sort === 'oldest') return { id: { [Op.gt]: id } };
    const row = await this.#sources.findOne({ where: { id, ownerId } });
    const last = row?.get({ plain: true });
    if (!last) throw new Fault('bad_request', { message: 'This cursor is invalid.' });
    if (sort === 'title') {
      const title = this.#shownTitle;
      const lastTitle = fn('lower', last.kept.title ?? last.title);
      return {
        [Op.or]: [
          where(title, Op.gt, lastTitle),
          { [Op.and]: [where(title, Op.eq, lastTitle), earlier] },
        ],
      };
    }
    const unchecked = { refreshedAt: null };
    return last.refreshedAt === null
      ? { [Op.and]: [unchecked, earlier] }
      : {
          [Op.or]: [
            { refreshedAt: { [Op.lt]: last.refreshedAt } },
            { refreshedAt: last.refreshedAt, ...earlier },
            unchecked,
          ],
        };
  }

  /** A condition that matches sources whose titles or address contain these words. */
  named(words: string) {
    const like = { [this.#isPostgres ? Op.iLike : Op.like]: `%${escapeLike(words)}%` };
    return { [Op.or]: [{ title: like }, { url: like }, where(literal(this.#ownTitle), like)] };
  }

  /** Lists tags and folders, most frequent first. */
  async names(ownerId: UserId): Promise<{ tags: string[]; folders: string[]; channels: string[] }> {
    const list = async (value: string, from: string) => {
      const rows = await this.#database.sequelize.query<{ name: string }>(
        `SELECT ${value} AS name FROM sources${from} WHERE owner_id = $1 AND deleted_at IS NULL AND ${value} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_NAMES}`,
        { type: QueryTypes.SELECT, bind: [ownerId] },
      );
      return rows.map(({ name }) => name);
    };
    const each = (key: 'tags' | 'folders') =>
      this.#isPostgres
        ? `, jsonb_array_elements_text(coalesce(kept::jsonb -> '${key}', '[]'::jsonb)) AS it`
        : `, json_each(kept, '$.${key}') AS it`;
    const value = this.#isPostgres ? 'it' : 'it.value';
    const folders = await list(value, each('folders'));
    return {
      tags: await list(value, each('tags')),
      folders: folders.map((it) => it.replaceAll(' / ', '/')),
      channels: await list(this.#channel, ''),
    };
  }

  /** SQL that matches sources with this tag. */
  tagged(tag: string): string {
    return this.#has('tags', tag);
  }
  /** SQL that matches sources in this folder or its subfolders. */
  inFolder(folder: string): string {
    const text = (value: string) => this.#database.sequelize.escape(value);
    const path = folderLevels(folder).join('/');
    const [levels, folders] = this.#isPostgres
      ? [
          "replace(it, ' / ', '/')",
          "jsonb_array_elements_text(coalesce(kept::jsonb -> 'folders', '[]'::jsonb)) AS it",
        ]
      : ["replace(value, ' / ', '/')", "json_each(kept, '$.folders')"];
    const below = text(`${escapeLike(path)}/%`);
    return `EXISTS (SELECT 1 FROM ${folders} WHERE lower(${levels}) = lower(${text(path)}) OR lower(${levels}) LIKE lower(${below}) ESCAPE '\\')`;
  }
  /** SQL that matches sources on this host or its subdomains. */
  onHost(host: string): string {
    const address = this.#isPostgres
      ? "substring(canonical_url from '^[a-z]+://([^/?#]*)')"
      : "substr(canonical_url, instr(canonical_url, '://') + 3, instr(substr(canonical_url, instr(canonical_url, '://') + 3) || '/', '/') - 1)";
    const name = this.#database.sequelize.escape(`%.${escapeLike(host.toLowerCase())}:%`);
    return `('.' || ${address} || ':') LIKE ${name} ESCAPE '\\'`;
  }
  #inView(view: LibraryView): string {
    const isArchived = this.#has('flags', 'archive');
    const isForLater = this.#has('flags', 'toread');
    const not = (condition: string) => `coalesce(${condition}, false) = false`;
    return {
      inbox: `${not(isArchived)} AND ${not(isForLater)}`,
      later: `${isForLater} AND ${not(isArchived)}`,
      archive: isArchived,
    }[view];
  }
  #has(list: 'tags' | 'flags', text: string): string {
    const value = this.#database.sequelize.escape(text);
    if (this.#isPostgres) return `jsonb_exists(kept::jsonb -> '${list}', ${value})`;
    return `EXISTS (SELECT 1 FROM json_each(kept, '$.${list}') WHERE value = ${value})`;
  }

  /** Returns a revision per source that changes with every change to its row. */
  async revisions(ownerId: UserId): Promise<Map<SourceId, string>> {
    const rows = await this.#database.sequelize.query<{ id: SourceId; revision: string }>(
      'SELECT id, CAST(updated_at AS TEXT) AS revision FROM sources WHERE owner_id = $1 AND deleted_at IS NULL',
      { type: QueryTypes.SELECT, bind: [ownerId] },
    );
    return new Map(rows.map(({ id, revision }) => [id, revision]));
  }

  /** When a source was originally saved, or else added; ISO 8601 in SQLite. */
  get #savedAt(): string {
    return this.#isPostgres
      ? "coalesce((kept::jsonb ->> 'addedAt')::timestamptz, created_at)"
      : "coalesce(json_extract(kept, '$.addedAt'), replace(substr(created_at, 1, 23), ' ', 'T') || 'Z')";
  }
  #savedIn(comparison: '>=' | '<', time: Date): string {
    return `${this.#savedAt} ${comparison} ${this.#database.sequelize.escape(time.toISOString())}`;
  }

  get #ownTitle(): string {
    return this.#isPostgres ? "(kept::jsonb ->> 'title')" : "json_extract(kept, '$.title')";
  }
  /** The title that lists show, in lower case. */
  get #shownTitle() {
    return literal(`lower(coalesce(${this.#ownTitle}, title))`);
  }
  get #isPostgres(): boolean {
    return this.#database.dialect === 'postgres';
  }
  get #channel(): string {
    return this.#isPostgres
      ? "coalesce(facts::jsonb ->> 'channelTitle', facts::jsonb ->> 'siteName')"
      : "coalesce(json_extract(facts, '$.channelTitle'), json_extract(facts, '$.siteName'))";
  }
  #ofChannel(name: string): string {
    const value = this.#database.sequelize.escape(name);
    return `(${this.#channel} = ${value} OR lower(${this.#channel}) = lower(${value}) OR ${this.onHost(name)})`;
  }
}
