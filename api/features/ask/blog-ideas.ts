import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { BlogIdea } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';

export interface IdeasOf {
  threadId: ThreadId;
  ownerId: UserId;
  sourceId: SourceId;
}
interface IdeasRow extends IdeasOf {
  ideas: BlogIdea[];
  madeAt: Date;
}

const defineIdeas = (sequelize: Sequelize) =>
  sequelize.define<Model<IdeasRow>>(
    'BlogIdeas',
    {
      threadId: { type: DataTypes.UUID, primaryKey: true, field: 'thread_id' },
      ownerId: { type: DataTypes.UUID, primaryKey: true, field: 'owner_id' },
      sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
      ideas: { type: DataTypes.JSON, allowNull: false },
      madeAt: { type: DataTypes.DATE, field: 'made_at' },
    },
    { tableName: 'blog_ideas', timestamps: false },
  );

/** The last list of post ideas by source; people choose an idea by its index in the list. */
export class BlogIdeas {
  readonly #database: Database;
  readonly #rows;
  readonly #making = new Map<string, Promise<BlogIdea[]>>();
  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineIdeas(database.sequelize);
  }
  /**
   * Generates and stores a new list. Concurrent requests get the same list, so that everyone sees
   * the stored one.
   */
  list(of: IdeasOf, make: () => Promise<BlogIdea[]>): Promise<BlogIdea[]> {
    const key = `${of.threadId} ${of.ownerId} ${of.sourceId}`;
    const making =
      this.#making.get(key) ?? this.#keep(of, make).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
  async #keep(of: IdeasOf, make: () => Promise<BlogIdea[]>): Promise<BlogIdea[]> {
    const ideas = await make();
    await this.#database.write((transaction) =>
      this.#rows.upsert({ ...of, ideas, madeAt: new Date() }, { transaction }),
    );
    return ideas;
  }
  /** Faults: `absent` if there is no list, `bad_request` for an index outside of it. */
  async chosen(of: IdeasOf, index: readonly number[]): Promise<BlogIdea[]> {
    const ideas = (await this.#rows.findOne({ where: { ...of } }))?.get('ideas') as
      | BlogIdea[]
      | undefined;
    if (!ideas)
      throw new Fault('absent', {
        message: 'This source has no blog ideas yet. Request ideas first.',
      });
    return [...new Set(index)].map((at) => {
      const idea = ideas[at];
      if (!idea)
        throw new Fault('bad_request', {
          message: `index: there are ${ideas.length} ideas, counted from 0.`,
          details: [{ field: 'index', message: `There is no idea ${at}.` }],
        });
      return idea;
    });
  }
}
