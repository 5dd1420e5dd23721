/** Requests to the parsing children. Both ends validate messages. */
import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import { ImportFormat } from '#core/contract/import.ts';
import type { AnchorMark, Locator } from '#core/contract/locator.ts';
import { SourceType } from '#core/contract/source.ts';
import { AnchorReport } from '#core/contract/version.ts';
import { RecognisedLine, type SourceFacts } from '#pipeline/sources/contract.ts';

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const Fetched = z.object({
  sourceKind: SourceType,
  url: z.string(),
  facts: z.custom<SourceFacts>(
    (value) => typeof value === 'object' && value !== null && 'title' in value,
  ),
  notes: z.record(z.string(), z.unknown()),
  parts: z.array(
    z.union([
      z.object({ name: z.string(), path: z.string() }),
      z.object({ name: z.string(), bytes: Bytes }),
    ]),
  ),
});
export const ExtractTask = Fetched.extend({ kind: z.literal('extract') });
export const ArchiveTask = Fetched.extend({ kind: z.literal('archive') });
export const PlanPagesTask = Fetched.extend({ kind: z.literal('plan-pages') });
export const ReadPagesTask = Fetched.extend({
  kind: z.literal('read-pages'),
  range: z.object({
    from: z.int(),
    to: z.int(),
    skip: z.array(z.int()).readonly(),
    alone: z.boolean(),
    recognised: z.record(z.string(), z.array(RecognisedLine).readonly()),
  }),
});
export const DrawPageTask = Fetched.extend({
  kind: z.literal('draw-page'),
  page: z.int(),
  as: z.enum(['reading', 'thumbnail']),
});
export const SanitiseTask = z.object({
  kind: z.literal('sanitise'),
  readerHtml: z.string(),
  baseUrl: z.string(),
});
export const ReadImportTask = z.object({
  kind: z.literal('read-import'),
  bytes: Bytes,
  name: z.string(),
  format: ImportFormat,
  url: z.string().optional(),
});
/** The named reading validates `input`. */
export const ReadBytesTask = z.object({
  kind: z.literal('read-bytes'),
  sourceKind: SourceType,
  name: z.string(),
  input: z.unknown(),
});
/** Snapshots lie at paths in the system's temporary folder, as JSON. */
export const SplitTextTask = z.object({
  kind: z.literal('split-text'),
  path: z.string(),
  sourceId: SourceId,
  version: z.int(),
  before: z.array(z.string()),
});
export const ShinglesTask = z.object({ kind: z.literal('shingles'), path: z.string() });
/**
 * Anchors come as notes and answers store them: a number out of its bounds finds no text, and
 * should not fail the whole refresh.
 */
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const ComparedAnchor = z.object({
  what: AnchorReport.shape.what,
  locator: z.custom<Locator>(
    (value) =>
      isObject(value) && 'medium' in value && 'quote' in value && typeof value.quote === 'string',
  ),
  occurrence: z.number().optional(),
  mark: z.custom<AnchorMark>((value) => isObject(value) && 'outcome' in value).nullable(),
});
export const CompareVersionsTask = z.object({
  kind: z.literal('compare-versions'),
  snapshots: z.array(z.object({ version: z.int(), path: z.string() })),
  version: z.int(),
  last: z.int(),
  anchors: z.array(ComparedAnchor),
});
export const Task = z.discriminatedUnion('kind', [
  ExtractTask,
  ArchiveTask,
  PlanPagesTask,
  ReadPagesTask,
  DrawPageTask,
  SanitiseTask,
  ReadImportTask,
  ReadBytesTask,
  SplitTextTask,
  ShinglesTask,
  CompareVersionsTask,
]);
export type Task = z.infer<typeof Task>;
