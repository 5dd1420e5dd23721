/**
 * Stores what owners added to their sources in the personal index: titles, notes, tags and
 * highlights, each source under its own id.
 */
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '#config/sha256.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { EmbeddedIndex } from '#pipeline/search/index.ts';
import type { IndexHoldings } from './index-holdings.ts';
import { ownDataPassages } from './own-data-passages.ts';
import type { PersonalContent } from './personal-passages.ts';

export interface OwnDataPorts {
  index: EmbeddedIndex<PersonalContent>;
  library: Pick<Library, 'ofOwner' | 'selection'>;
  holdings: IndexHoldings;
}
interface Seen {
  /** revision of the last source that was read */
  revision: string;
  /** undefined if there is nothing to search */
  mark: number | undefined;
}

/** Rows read by one statement, and sources written in one step. */
const ROWS_AT_ONCE = 200;
/** A source may have 5,000 highlights. */
const PASSAGES_AT_ONCE = 2_000;
/** As in `personal-index.ts`. */
const FORMAT = 1;
const DETECTABLE_CHARS = 40;

export class OwnDataSync {
  readonly #ports: OwnDataPorts;
  readonly #seen = new Map<UserId, Map<SourceId, Seen>>();
  constructor(ports: OwnDataPorts) {
    this.#ports = ports;
  }

  /** Reads what changed since the last call, and returns the ids of the sources that the index holds. */
  async sync(ownerId: UserId, isClosed: () => boolean): Promise<Set<string>> {
    const { library, holdings } = this.#ports;
    const revisions = await library.selection.revisions(ownerId);
    const held = await holdings.read();
    const seen = this.#seen.get(ownerId) ?? new Map<SourceId, Seen>();
    this.#seen.set(ownerId, seen);
    await this.#forget(
      [...seen.keys()].filter((id) => !revisions.has(id)),
      seen,
    );
    const changed = [...revisions.keys()].filter((id) => {
      const last = seen.get(id);
      return last?.revision !== revisions.get(id) || last?.mark !== held.get(id);
    });
    for (let from = 0; from < changed.length && !isClosed(); from += ROWS_AT_ONCE) {
      const rows = await library.ofOwner(ownerId, changed.slice(from, from + ROWS_AT_ONCE));
      await this.#put(rows, revisions, seen);
      // Other requests run between two pages.
      await setImmediate();
    }
    return new Set([...seen].flatMap(([id, { mark }]) => (mark === undefined ? [] : [id])));
  }

  async #put(
    rows: readonly SourceRow[],
    revisions: ReadonlyMap<SourceId, string>,
    seen: Map<SourceId, Seen>,
  ): Promise<void> {
    const { holdings } = this.#ports;
    const { detect } = await import('tinyld/light');
    const held = await holdings.read();
    const emptied: SourceId[] = [];
    let entries: Parameters<EmbeddedIndex<PersonalContent>['replaceMany']>[0][number][] = [];
    let count = 0;
    const flush = async () => {
      if (entries.length > 0) await holdings.putMany(entries);
      entries = [];
      count = 0;
    };
    for (const row of rows) {
      const passages = ownDataPassages(row);
      const revision = revisions.get(row.id) ?? '';
      const text = passages.map((it) => it.text).join('\n');
      const mark = passages.length === 0 ? undefined : markOf(text);
      seen.set(row.id, { revision, mark });
      if (mark === held.get(row.id)) continue;
      if (mark === undefined) {
        emptied.push(row.id);
        continue;
      }
      const detected = text.length < DETECTABLE_CHARS ? '' : detect(text.slice(0, 4000));
      entries.push({
        source: {
          sourceId: row.id,
          ownerId: row.ownerId,
          version: mark,
          sourceType: 'source',
          title: '',
          language: row.facts.language ?? (detected || 'und'),
        },
        chunks: passages.map((it, ordinal) => ({
          ...it,
          sourceId: row.id,
          version: mark,
          ordinal,
          pieces: [],
        })),
      });
      count += passages.length;
      if (count >= PASSAGES_AT_ONCE) await flush();
    }
    await flush();
    await holdings.takeMany(emptied);
  }

  async #forget(ids: readonly SourceId[], seen: Map<SourceId, Seen>): Promise<void> {
    for (const id of ids) seen.delete(id);
    await this.#ports.holdings.takeMany(ids);
  }
}

const markOf = (text: string): number =>
  Number.parseInt(sha256(`${FORMAT} ${text}`).slice(0, 12), 16);
