import { SourceId } from '#core/contract/id.ts';
import type { EmbeddedIndex } from '#pipeline/search/index.ts';
import type { PersonalContent } from './personal-passages.ts';

type Entries = Parameters<EmbeddedIndex<PersonalContent>['replaceMany']>[0];

/** The personal index with the marks of its content, so that nothing is indexed twice. */
export class IndexHoldings {
  readonly #index: EmbeddedIndex<PersonalContent>;
  #marks: Map<string, number> | undefined;
  constructor(index: EmbeddedIndex<PersonalContent>) {
    this.#index = index;
  }

  /** The marks by id, read again if the index file was deleted or replaced. */
  async read(): Promise<ReadonlyMap<string, number>> {
    const { sources } = await this.#index.counts();
    if (this.#marks?.size !== sources)
      this.#marks = new Map(
        (await this.#index.indexedSources()).map((it) => [it.sourceId, it.version]),
      );
    return this.#marks;
  }

  /** The version of an entry is its mark. */
  async putMany(entries: Entries): Promise<void> {
    await this.#index.replaceMany(entries);
    for (const { source } of entries) this.#marks?.set(source.sourceId, source.version);
  }

  /** Ids that the index does not hold are ignored. */
  async takeMany(ids: readonly string[]): Promise<void> {
    const held = await this.read();
    const some = ids.filter((id) => held.has(id));
    if (some.length === 0) return;
    await this.#index.removeMany(some.map((id) => SourceId.parse(id)));
    for (const id of some) this.#marks?.delete(id);
  }
}
