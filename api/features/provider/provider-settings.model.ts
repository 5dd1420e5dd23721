import { DataTypes, type Model, type Sequelize } from 'sequelize';

export interface ProviderSettingsRow {
  /** always 1 */
  id: number;
  baseUrl: string | null;
  sealedKey: string | null;
  models: Record<string, string>;
  embeddingModel: string | null;
  transcriptionModel: string | null;
}

export const defineProviderSettings = (sequelize: Sequelize) =>
  sequelize.define<Model<ProviderSettingsRow>>(
    'ProviderSettings',
    {
      id: { type: DataTypes.INTEGER, primaryKey: true },
      baseUrl: { type: DataTypes.TEXT, field: 'base_url' },
      sealedKey: { type: DataTypes.TEXT, field: 'sealed_key' },
      models: { type: DataTypes.JSON, allowNull: false },
      embeddingModel: { type: DataTypes.TEXT, field: 'embedding_model' },
      transcriptionModel: { type: DataTypes.TEXT, field: 'transcription_model' },
    },
    { tableName: 'provider_settings', timestamps: false },
  );
