/**
 * One collection in memory: exact where Qdrant is approximate, and with Qdrant's formulas for idf,
 * reciprocal rank and cosine.
 */
import { z } from 'zod';
import { FieldIndex, Filter, matches, PointId } from './filter-conditions.ts';
import { QdrantError } from './qdrant-error.ts';

const Dense = z.array(z.number());
const Sparse = z.strictObject({
  indices: z.array(
    z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
  ),
  values: z.array(z.number()),
});
type Sparse = z.infer<typeof Sparse>;
const Point = z.strictObject({
  id: PointId,
  vector: z.record(z.string(), z.union([Dense, Sparse])),
  payload: z.record(z.string(), z.unknown()).nullish(),
});
const Params = z.object({
  vectors: z.record(z.string(), z.object({ size: z.int(), distance: z.literal('Cosine') })),
  sparse_vectors: z.record(z.string(), z.object({ modifier: z.enum(['none', 'idf']).optional() })),
});
const Search = z.strictObject({
  query: z.union([Dense, Sparse]),
  using: z.string(),
  filter: Filter.optional(),
  params: z.strictObject({ idf: z.strictObject({ corpus: Filter }) }).optional(),
  score_threshold: z.number().optional(),
  limit: z.int().min(1),
});
const Fused = z.strictObject({
  prefetch: z.array(Search),
  query: z.strictObject({ rrf: z.strictObject({ k: z.int().min(1) }) }),
  limit: z.int().min(1),
});
const Payload = z.union([z.boolean(), z.strictObject({ exclude: z.array(z.string()) })]);
const Shown = { with_payload: Payload.optional() };

export const Upsert = z.strictObject({ points: z.array(Point) });
export const Selector = z.strictObject({ filter: Filter });
export const Query = z.union([Search.extend(Shown), Fused.extend(Shown)]);
export const Scroll = z.strictObject({
  filter: Filter,
  limit: z.int().min(1),
  offset: PointId.nullish(),
  with_vector: z.literal(false).optional(),
  ...Shown,
});
export const Retrieve = z.strictObject({ ids: z.array(PointId), ...Shown });
export const Count = z.strictObject({ filter: Filter, exact: z.literal(true) });
export const Facet = z.strictObject({
  key: z.string(),
  limit: z.int().min(1),
  exact: z.boolean(),
  filter: Filter,
});
export const CreateIndex = z.strictObject({
  field_name: z.string(),
  field_schema: FieldIndex.loose(),
});
export const CreateVector = z.strictObject({
  dense: z.strictObject({ size: z.int().min(1), distance: z.literal('Cosine') }),
});

interface Stored {
  id: PointId;
  payload: Record<string, unknown>;
  dense: Map<string, number[]>;
  sparse: Map<string, Map<number, number>>;
}
interface Scored {
  point: Stored;
  score: number;
}

export class StoredCollection {
  readonly #dense: Map<string, { size: number; distance: string }>;
  readonly #sparse: Map<string, { modifier?: string | undefined }>;
  readonly #indexes = new Map<string, FieldIndex>();
  #points = new Map<PointId, Stored>();

  constructor(params: unknown) {
    const { vectors, sparse_vectors } = Params.parse(params);
    this.#dense = new Map(Object.entries(vectors));
    this.#sparse = new Map(Object.entries(sparse_vectors));
  }

  info() {
    return {
      status: 'green',
      optimizer_status: 'ok',
      points_count: this.#points.size,
      segments_count: 1,
      indexed_vectors_count: 0,
      config: {
        params: {
          vectors: Object.fromEntries(this.#dense),
          sparse_vectors: Object.fromEntries(this.#sparse),
          shard_number: 1,
        },
        hnsw_config: { m: 0, ef_construct: 100, full_scan_threshold: 10_000 },
        optimizer_config: {
          deleted_threshold: 0.2,
          vacuum_min_vector_number: 1000,
          default_segment_number: 0,
          flush_interval_sec: 5,
        },
      },
      payload_schema: Object.fromEntries(
        [...this.#indexes].map(([key, { type }]) => [
          key,
          { data_type: type, points: this.#points.size },
        ]),
      ),
    };
  }
  addIndex({ field_name, field_schema }: z.infer<typeof CreateIndex>): void {
    this.#indexes.set(field_name, field_schema);
  }
  addVector(name: string, { dense }: z.infer<typeof CreateVector>): void {
    if (this.#dense.has(name))
      throw new QdrantError(400, `Wrong input: Vector with name ${name} already exists`);
    this.#dense.set(name, dense);
  }

  upsert({ points }: z.infer<typeof Upsert>): void {
    for (const stored of points.map((it) => this.#store(it))) this.#points.set(stored.id, stored);
  }
  delete({ filter }: z.infer<typeof Selector>): void {
    for (const { id } of this.#matching(filter)) this.#points.delete(id);
  }
  query(asked: z.infer<typeof Query>) {
    const { limit } = asked;
    const found =
      'prefetch' in asked
        ? fuse(
            asked.prefetch.map((it) => this.#search(it)),
            asked.query.rrf.k,
          )
        : this.#search(asked);
    return {
      points: found.slice(0, limit).map(({ point, score }) => ({
        ...shown(point, asked.with_payload ?? false),
        version: 0,
        score,
      })),
    };
  }
  scroll({ filter, limit, offset, with_payload }: z.infer<typeof Scroll>) {
    const all = this.#matching(filter)
      .sort(byId)
      .filter(({ id }) => !offset || String(id) >= String(offset));
    return {
      points: all.slice(0, limit).map((it) => shown(it, with_payload ?? true)),
      next_page_offset: all[limit]?.id ?? null,
    };
  }
  retrieve({ ids, with_payload }: z.infer<typeof Retrieve>) {
    return ids
      .flatMap((id) => this.#points.get(id) ?? [])
      .map((it) => shown(it, with_payload ?? true));
  }
  count({ filter }: z.infer<typeof Count>) {
    return { count: this.#matching(filter).length };
  }
  facet({ key, limit, filter }: z.infer<typeof Facet>) {
    if (!this.#indexes.has(key))
      throw new QdrantError(
        400,
        `Bad request: No appropriate index for faceting: \`${key}\`. Please create one to facet on this field.`,
      );
    const counts = new Map<string, number>();
    for (const { payload } of this.#matching(filter))
      for (const value of new Set([payload[key] ?? []].flat().map(String)))
        counts.set(value, (counts.get(value) ?? 0) + 1);
    return {
      hits: [...counts]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, limit),
    };
  }

  /** Deletes points, as after a disk failure or a restore of an older copy. */
  lose(isLost: (payload: Record<string, unknown>) => boolean): number {
    const lost = [...this.#points.values()].filter(({ payload }) => isLost(payload));
    for (const { id } of lost) this.#points.delete(id);
    return lost.length;
  }
  copy(): () => void {
    const points = new Map(this.#points);
    return () => {
      this.#points = new Map(points);
    };
  }

  #store({ id, vector, payload }: z.infer<typeof Point>): Stored {
    const stored: Stored = { id, payload: payload ?? {}, dense: new Map(), sparse: new Map() };
    for (const [name, value] of Object.entries(vector)) {
      if (Array.isArray(value)) stored.dense.set(name, this.#checked(name, value));
      else {
        if (!this.#sparse.has(name))
          throw new QdrantError(400, `Wrong input: Not existing vector name error: ${name}`);
        stored.sparse.set(name, sparseOf(value));
      }
    }
    return stored;
  }
  #checked(name: string, vector: number[]): number[] {
    const params = this.#dense.get(name);
    if (!params) throw new QdrantError(400, `Wrong input: Not existing vector name error: ${name}`);
    if (vector.length !== params.size)
      throw new QdrantError(
        400,
        `Wrong input: Vector dimension error: expected dim: ${params.size}, got ${vector.length}`,
      );
    return vector;
  }

  #matching(filter: Filter | undefined): Stored[] {
    return [...this.#points.values()].filter((it) => !filter || matches(it, filter, this.#indexes));
  }

  #search({
    query,
    using,
    filter,
    params,
    score_threshold = -Infinity,
    limit,
  }: z.infer<typeof Search>): Scored[] {
    const found = Array.isArray(query)
      ? this.#near(this.#checked(using, query), using, filter)
      : this.#words(sparseOf(query), using, filter, params?.idf.corpus);
    return found
      .filter(({ score }) => score >= score_threshold)
      .sort((a, b) => b.score - a.score || byId(a.point, b.point))
      .slice(0, limit);
  }
  #near(query: number[], using: string, filter: Filter | undefined): Scored[] {
    return this.#matching(filter).flatMap((point) => {
      const vector = point.dense.get(using);
      return vector ? [{ point, score: cosine(query, vector) }] : [];
    });
  }
  #words(
    query: Map<number, number>,
    using: string,
    filter: Filter | undefined,
    corpus: Filter | undefined,
  ): Scored[] {
    const params = this.#sparse.get(using);
    if (!params)
      throw new QdrantError(400, `Wrong input: Not existing vector name error: ${using}`);
    const documents = this.#matching(corpus).flatMap((it) => it.sparse.get(using) ?? []);
    const weights = new Map(
      [...query].map(([index, value]) => {
        const df = documents.filter((it) => it.has(index)).length;
        return [
          index,
          params.modifier === 'idf'
            ? value * Math.log((documents.length - df + 0.5) / (df + 0.5) + 1)
            : value,
        ];
      }),
    );
    return this.#matching(filter).flatMap((point) => {
      const shared = [...(point.sparse.get(using) ?? [])].filter(([index]) => weights.has(index));
      return shared.length > 0
        ? [
            {
              point,
              score: shared.reduce(
                (sum, [index, value]) => sum + value * (weights.get(index) ?? 0),
                0,
              ),
            },
          ]
        : [];
    });
  }
}

function sparseOf({ indices, values }: Sparse): Map<number, number> {
  const vector = new Map(indices.map((index, at) => [index, values[at] ?? NaN]));
  if (indices.length !== values.length)
    throw new QdrantError(422, 'Validation error in JSON body: must be the same length as indices');
  if (vector.size !== indices.length)
    throw new QdrantError(422, 'Validation error in JSON body: must be unique');
  return vector;
}

function fuse(all: readonly Scored[][], k: number): Scored[] {
  const fused = new Map<PointId, Scored>();
  for (const list of all) {
    for (const [position, { point }] of list.entries()) {
      const before = fused.get(point.id)?.score ?? 0;
      fused.set(point.id, { point, score: before + 1 / (position + k) });
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}

const byId = (a: Stored, b: Stored): number => (String(a.id) < String(b.id) ? -1 : 1);
function shown(
  { id, payload }: Stored,
  what: z.infer<typeof Payload>,
): { id: PointId; payload?: Record<string, unknown> } {
  if (what === false) return { id };
  const left = what === true ? [] : what.exclude;
  return {
    id,
    payload: Object.fromEntries(Object.entries(payload).filter(([key]) => !left.includes(key))),
  };
}
