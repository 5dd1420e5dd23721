import type { SourceId } from '#core/contract/id.ts';
import type { IndexHit } from '../contract.ts';
import { tokenOffsets } from '../text/analysis.ts';
import type { Statements } from './statements.ts';
import { LruCache } from './lru-cache.ts';
import { unpackBody } from './passage-body.ts';
import type { PassageKey } from './vectors.ts';

export interface Passage {
  hit: Omit<IndexHit<string>, 'score' | 'highlights'>;
  language: string;
  /** start and end of each token of the text, once `offsetsOf` was called */
  offsets?: Int32Array | undefined;
}

/** The columns of `COLUMNS`. Not validated: only this engine writes them. */
type PassageRow = [
  chunkId: string,
  sourceId: SourceId,
  sourceType: string,
  title: string,
  language: string,
  body: Uint8Array,
  ordinal: number,
];
const COLUMNS = 'c.chunk_id, s.source_id, s.source_type, s.title, s.language, c.body, c.ordinal';
/** Size of the cache, in characters. */
const MAX_CACHED_CHARACTERS = 2 ** 22;
/** Size of a locator or piece, in characters (estimate). */
const PIECE_SIZE = 500;

/** Reads passages for hits and caches them between questions. */
export class PassageReader {
  readonly #rows: Statements['rows'];
  #cache = new LruCache<Passage>(
    MAX_CACHED_CHARACTERS,
    ({ hit }) => hit.text.length + hit.heading.length + PIECE_SIZE * (1 + hit.pieces.length),
  );

  constructor({ rows }: Pick<Statements, 'rows'>) {
    this.#rows = rows;
  }

  /** To be called after any write to the index. */
  clearCache(): void {
    this.#cache.clear();
  }

  passage(doc: number): Passage {
    let passage = this.#cache.get(doc);
    if (!passage)
      this.#cache.set(
        doc,
        (passage = passageOf(
          this.#rows(
            `SELECT ${COLUMNS} FROM chunks c JOIN sources s ON s.id = c.source WHERE c.doc = ?`,
            doc,
          )[0],
        )),
      );
    return passage;
  }

  /** Reads passages into the cache in one statement. */
  preload(docs: readonly number[]): void {
    const missing = docs.filter((doc) => this.#cache.get(doc) === undefined);
    if (missing.length === 0) return;
    const rows = this.#rows(
      `SELECT ${COLUMNS}, c.doc FROM chunks c JOIN sources s ON s.id = c.source WHERE c.doc IN (SELECT value FROM json_each(?))`,
      JSON.stringify(missing),
    );
    for (const row of rows) this.#cache.set(Number(row.at(-1)), passageOf(row));
  }

  passageAt({ sourceId, ordinal }: PassageKey): Passage | undefined {
    const [row] = this.#rows(
      `SELECT ${COLUMNS} FROM sources s JOIN chunks c ON c.source = s.id WHERE c.ordinal = ? AND s.source_id = ?`,
      ordinal,
      sourceId,
    );
    return row && passageOf(row);
  }
}

/** Offsets of the passage's tokens; undefined when there are not `tokens` of them. */
export const offsetsOf = (passage: Passage, tokens: number): Int32Array | undefined =>
  passage.offsets?.length === 2 * tokens
    ? passage.offsets
    : (passage.offsets = tokenOffsets(passage.hit.text, tokens));

function passageOf(row: unknown): Passage {
  const [chunkId, sourceId, sourceType, title, language, body, ordinal] = row as PassageRow;
  return {
    language,
    hit: {
      chunkId,
      sourceId,
      sourceType,
      title,
      ...unpackBody(body),
      ordinal,
    },
  };
}
