/**
 * The parts of Qdrant's filters that Gloss uses. Refuses everything else, so that no test passes by
 * accident.
 */
import { z } from 'zod';
import { QdrantError } from './qdrant-error.ts';

export const PointId = z.union([z.int().min(0), z.uuid()]);
export type PointId = z.infer<typeof PointId>;
export interface Filterable {
  id: PointId;
  payload: Record<string, unknown>;
}
export type FieldIndex = z.infer<typeof FieldIndex>;
export const FieldIndex = z.object({
  type: z.enum(['keyword', 'integer', 'uuid']),
  prefix: z.boolean().nullish(),
});

const Value = z.union([z.string(), z.int(), z.boolean()]);
const Match = z.union([
  z.strictObject({ value: Value }),
  z.strictObject({ any: z.array(Value) }),
  z.strictObject({ prefix: z.string() }),
]);
const Field = z.strictObject({ key: z.string(), match: Match });
type Field = z.infer<typeof Field>;
export interface Filter {
  must?: Condition[] | undefined;
  should?: Condition[] | undefined;
  must_not?: Condition[] | undefined;
}
type Condition = Field | Filter;
export const Filter: z.ZodType<Filter> = z.lazy(() =>
  z.strictObject({
    must: z.array(Condition).optional(),
    should: z.array(Condition).optional(),
    must_not: z.array(Condition).optional(),
  }),
);
const Condition: z.ZodType<Condition> = z.union([Field, Filter]);

/** Every key must have a payload index, as in strict mode; without one Qdrant scans every point. */
export function matches(
  point: Filterable,
  { must, should, must_not }: Filter,
  indexes: ReadonlyMap<string, FieldIndex>,
): boolean {
  const holds = (it: Condition) =>
    'key' in it ? hasValue(point, it, indexes) : matches(point, it, indexes);
  return (
    (must ?? []).every(holds) &&
    (!should?.length || should.some(holds)) &&
    !(must_not ?? []).some(holds)
  );
}

function hasValue(
  { payload }: Filterable,
  { key, match }: Field,
  indexes: ReadonlyMap<string, FieldIndex>,
): boolean {
  const index = indexes.get(key);
  if (!index) throw new QdrantError(400, `Bad request: Index required but not found for "${key}"`);
  const held = [payload[key]].flat();
  if ('value' in match) return held.includes(match.value);
  if ('any' in match) return match.any.some((it) => held.includes(it));
  if (!index.prefix) throw new QdrantError(400, `Bad request: "${key}" has no index by prefix`);
  return held.some((it) => typeof it === 'string' && it.startsWith(match.prefix));
}
