import { col, fn, literal, Op, QueryTypes, type Order } from 'sequelize';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { LibrarySort, LibraryState } from '#core/contract/library.ts';
import { EmbeddingStatus, type SourceType } from '#core/contract/source.ts';
import type { Database } from './database.ts';
import type { SourceModel } from './source.model.ts';

/** Days as `YYYY-MM-DD`, in UTC, both included. */
export interface Selected {
  ownerId: UserId;
  kind?: SourceType | undefined;
  tag?: string | undefined;
  /** of a video, or the name of a page's site */
  channel?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** within title or address */
  query?: string | undefined;
  state?: LibraryState | undefined;
  /** of these alone */
  within?: readonly SourceId[] | undefined;
  /** default: in no order */
  sort?: LibrarySort | undefined;
}

/** Rows in a state, as the library shows it. */
export const STATES = {
  processing: { embeddingStatus: EmbeddingStatus.processing },
  ready: { embeddingStatus: EmbeddingStatus.ready },
  failed: { embeddingStatus: { [Op.gt]: EmbeddingStatus.ready } },
} satisfies Record<LibraryState, object>;
// Ids are in the order of their time. A function: Sequelize writes into what it is given.
const orderOf = (sort: LibrarySort): Order =>
  (
    ({
      newest: [['id', 'DESC']],
      oldest: [['id', 'ASC']],
      title: [
        [fn('lower', col('title')), 'ASC'],
        ['id', 'DESC'],
      ],
      checked: [
        [literal('refreshed_at IS NULL'), 'ASC'],
        ['refreshedAt', 'DESC'],
        ['id', 'DESC'],
      ],
    }) satisfies Record<LibrarySort, Order>
  )[sort];
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`);
const DAY_MS = 24 * 3600 * 1000;
const MAX_NAMES = 500;

/** Which sources of a library bear a mark, and which marks there are. */
export class Selection {
  readonly #database: Database;
  readonly #sources;
  constructor(database: Database, sources: SourceModel) {
    this.#database = database;
    this.#sources = sources;
  }

  async ids({
    ownerId,
    kind,
    tag,
    channel,
    from,
    to,
    query,
    state,
    within,
    sort,
  }: Selected): Promise<SourceId[]> {
    const rows = await this.#sources.findAll({
      attributes: ['id'],
      where: {
        ownerId,
        deletedAt: null,
        ...(kind ? { kind } : {}),
        ...(state ? STATES[state] : {}),
        ...(within ? { id: [...within] } : {}),
        ...(from || to
          ? {
              createdAt: {
                ...(from ? { [Op.gte]: new Date(from) } : {}),
                ...(to ? { [Op.lt]: new Date(Date.parse(to) + DAY_MS) } : {}),
              },
            }
          : {}),
        [Op.and]: [
          ...(query ? [this.named(query)] : []),
          ...(tag ? [literal(this.tagged(tag))] : []),
          ...(channel ? [literal(this.#ofChannel(channel))] : []),
        ],
      },
      ...(sort ? { order: orderOf(sort) } : {}),
    });
    return rows.map((row) => row.get('id') as SourceId);
  }

  /** A condition that holds for sources whose title or address has these words. */
  named(words: string) {
    const like = { [this.#isPostgres ? Op.iLike : Op.like]: `%${escapeLike(words)}%` };
    return { [Op.or]: [{ title: like }, { url: like }] };
  }

  /** The most frequent first. */
  async names(ownerId: UserId): Promise<{ tags: string[]; channels: string[] }> {
    const list = async (value: string, from: string) => {
      const rows = await this.#database.sequelize.query<{ name: string }>(
        `SELECT ${value} AS name FROM sources${from} WHERE owner_id = $1 AND deleted_at IS NULL AND ${value} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_NAMES}`,
        { type: QueryTypes.SELECT, bind: [ownerId] },
      );
      return rows.map(({ name }) => name);
    };
    const each = this.#isPostgres
      ? ", jsonb_array_elements_text(coalesce(kept::jsonb -> 'tags', '[]'::jsonb)) AS tag"
      : ", json_each(kept, '$.tags') AS tag";
    return {
      tags: await list(this.#isPostgres ? 'tag' : 'tag.value', each),
      channels: await list(this.#channel, ''),
    };
  }

  /** SQL that holds for sources with this tag. */
  tagged(tag: string): string {
    const value = this.#database.sequelize.escape(tag);
    if (this.#isPostgres) return `jsonb_exists(kept::jsonb -> 'tags', ${value})`;
    return `EXISTS (SELECT 1 FROM json_each(kept, '$.tags') WHERE value = ${value})`;
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
    return `(${this.#channel} = ${value} OR lower(${this.#channel}) = lower(${value}))`;
  }
}
