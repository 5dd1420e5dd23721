import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { Answer } from '#core/contract/ask.ts';
import type { AnswerId, SourceId, ThreadId, UserId } from '#core/contract/id.ts';

export interface AnswerRow {
  id: AnswerId;
  /** null for library questions */
  threadId: ThreadId | null;
  ownerId: UserId;
  question: string;
  answer: string;
  state: Answer['state'];
  /** a model id, or `offline` */
  model: string | null;
  sources: SourceId[];
  indexes: Answer['indexes'];
  citations: Answer['citations'];
  /** ms */
  timeTaken: number | null;
  error: Answer['error'];
  feature: string;
  threadNodeId: string | null;
  feedback: Answer['feedback'];
  /** `host:pid` of the process that generates it */
  server: string;
  createdAt: Date;
  updatedAt: Date;
}
const json = () => ({ type: DataTypes.JSON, allowNull: false });
const text = () => ({ type: DataTypes.TEXT, allowNull: false });

export const defineAnswers = (sequelize: Sequelize) =>
  sequelize.define<Model<AnswerRow, Omit<AnswerRow, 'createdAt' | 'updatedAt'>>>(
    'Answer',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      threadId: { type: DataTypes.UUID, field: 'thread_id' },
      ownerId: { type: DataTypes.UUID, field: 'owner_id' },
      question: text(),
      answer: text(),
      state: { type: DataTypes.STRING(16), allowNull: false },
      model: DataTypes.STRING(16),
      sources: json(),
      indexes: json(),
      citations: json(),
      timeTaken: { type: DataTypes.INTEGER, field: 'time_taken' },
      error: DataTypes.JSON,
      feature: { type: DataTypes.STRING(64), allowNull: false },
      threadNodeId: { type: DataTypes.STRING(200), field: 'thread_node_id' },
      feedback: DataTypes.STRING(16),
      server: { type: DataTypes.STRING(64), allowNull: false },
      createdAt: { type: DataTypes.DATE, field: 'created_at' },
      updatedAt: { type: DataTypes.DATE, field: 'updated_at' },
    },
    { tableName: 'answers', timestamps: true },
  );
