import type { Migration } from '../migrate.ts';

/** The model provider that is set in Settings: one row, whose key is encrypted. */
export const provider: Migration = {
  name: '026-provider',
  async up({ sequelize, transaction }) {
    await sequelize.query(
      'CREATE TABLE provider_settings (id INTEGER PRIMARY KEY, base_url TEXT, sealed_key TEXT, models JSON NOT NULL, embedding_model TEXT, transcription_model TEXT)',
      { transaction },
    );
  },
};
