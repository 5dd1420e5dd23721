import { literal, Op, QueryTypes } from 'sequelize';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { SourceType } from '#core/contract/source.ts';
import type { Database } from './database.ts';
import type { SourceModel } from './source.model.ts';

/** Days as `YYYY-MM-DD`, in UTC, both included. */
export interface Selected { ownerId: UserId; kind?: SourceType | undefined; tag?: string | undefined; /** of a video, or the name of a page's site */ channel?: string | undefined; from?: string | undefined; to?: string | undefined }

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

  async ids({ ownerId, kind, tag, channel, from, to }: Selected): Promise<SourceId[]> {
    const rows = await this.#sources.findAll({
      attributes: ['id'],
      where: {
        ownerId, deletedAt: null, ...(kind ? { kind } : {}),
        ...(from || to ? { createdAt: { ...(from ? { [Op.gte]: new Date(from) } : {}), ...(to ? { [Op.lt]: new Date(Date.parse(to) + DAY_MS) } : {}) } } : {}),
        [Op.and]: [...(tag ? [literal(this.tagged(tag))] : []), ...(channel ? [literal(this.#ofChannel(channel))] : [])],
      },
    });
    return rows.map((row) => row.get('id') as SourceId);
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
    const each = this.#isPostgres ? ", jsonb_array_elements_text(coalesce(kept::jsonb -> 'tags', '[]'::jsonb)) AS tag" : ", json_each(kept, '$.tags') AS tag";
    return { tags: await list(this.#isPostgres ? 'tag' : 'tag.value', each), channels: await list(this.#channel, '') };
  }

  /** SQL that holds for sources with this tag. */
  tagged(tag: string): string {
    const value = this.#database.sequelize.escape(tag);
    if (this.#isPostgres) return `jsonb_exists(kept::jsonb -> 'tags', ${value})`;
    return `EXISTS (SELECT 1 FROM json_each(kept, '$.tags') WHERE value = ${value})`;
  }

  get #isPostgres(): boolean { return this.#database.dialect === 'postgres'; }
  get #channel(): string {
    return this.#isPostgres ? "coalesce(facts::jsonb ->> 'channelTitle', facts::jsonb ->> 'siteName')" : "coalesce(json_extract(facts, '$.channelTitle'), json_extract(facts, '$.siteName'))";
  }
  #ofChannel(name: string): string {
    const value = this.#database.sequelize.escape(name);
    return `(${this.#channel} = ${value} OR lower(${this.#channel}) = lower(${value}))`;
  }
}
