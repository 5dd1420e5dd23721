import { DEFAULT_PROVIDER_URL } from '#config/default-provider-url.ts';
import { hide } from '#config/log.ts';
import type { ProviderChange } from '#core/contract/provider.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { Encryptor } from '../accounts/index.ts';
import { defineProviderSettings } from './provider-settings.model.ts';

/** The provider that is set in Settings. */
export interface StoredProvider {
  baseUrl: string | null;
  key: string | null;
  /** the provider's names, by id of the catalogue */
  models: Record<string, string>;
  embeddingModel: string | null;
  transcriptionModel: string | null;
}
const NONE: StoredProvider = {
  baseUrl: null,
  key: null,
  models: {},
  embeddingModel: null,
  transcriptionModel: null,
};
const ROW = 1;
const PURPOSE = 'key of the model provider';
const originOf = (address: string | null): string =>
  new URL(address ?? DEFAULT_PROVIDER_URL).origin;

/**
 * What a change makes of the settings. A key is never sent to another server than it was given for.
 */
export function changedProvider(before: StoredProvider, change: ProviderChange): StoredProvider {
  const baseUrl = change.base_url === undefined ? before.baseUrl : change.base_url;
  const kept = originOf(baseUrl) === originOf(before.baseUrl) ? before.key : null;
  return {
    baseUrl,
    key: change.key === undefined ? kept : change.key,
    models: change.models ?? before.models,
    embeddingModel:
      change.embedding_model === undefined ? before.embeddingModel : change.embedding_model,
    transcriptionModel:
      change.transcription_model === undefined
        ? before.transcriptionModel
        : change.transcription_model,
  };
}

/** Keeps the provider in the database, its key encrypted with the server's secret. */
export class ProviderStore {
  readonly #database: Database;
  readonly #rows;
  readonly #encryptor: Encryptor;
  constructor(database: Database, encryptor: Encryptor) {
    this.#database = database;
    this.#rows = defineProviderSettings(database.sequelize);
    this.#encryptor = encryptor;
  }

  /** A key that the secret no longer opens counts as none. */
  async read(): Promise<StoredProvider> {
    const row = (await this.#rows.findByPk(ROW))?.get({ plain: true });
    if (!row) return NONE;
    const { baseUrl, sealedKey, models, embeddingModel, transcriptionModel } = row;
    const key = sealedKey === null ? null : (this.#encryptor.open(PURPOSE, sealedKey) ?? null);
    hide(key ?? undefined);
    return { baseUrl, key, models, embeddingModel, transcriptionModel };
  }

  async save({ key, ...fields }: StoredProvider): Promise<void> {
    hide(key ?? undefined);
    const sealedKey = key === null ? null : this.#encryptor.encrypt(PURPOSE, key);
    await this.#database.write(async (transaction) => {
      await this.#rows.destroy({ where: { id: ROW }, transaction });
      await this.#rows.create({ id: ROW, sealedKey, ...fields }, { transaction });
    });
  }
}
