/** Versions of a source, what changed between two of them, and where what rests on the text has gone. */
import { z } from 'zod';
import { ThreadId } from './id.ts';
import { Locator } from './locator.ts';

export const SourceVersion = z.object({
  version: z.int(), /** the one shown and searched */ current: z.boolean(), title: z.string(),
  readAt: z.iso.datetime(), contentHash: z.string().optional(), /** characters of text */ length: z.int(),
  /** against the version before */ added: z.int().optional(), removed: z.int().optional(), changed: z.int().optional(),
});
export type SourceVersion = z.infer<typeof SourceVersion>;

/** One paragraph, line or sentence of two versions side by side. */
export const DiffPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same'), text: z.string(), before: z.int(), after: z.int() }),
  z.object({ kind: z.literal('removed'), text: z.string(), before: z.int() }),
  z.object({ kind: z.literal('added'), text: z.string(), after: z.int() }),
  z.object({
    kind: z.literal('changed'), before: z.int(), after: z.int(),
    /** word by word */ words: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  }),
]);
export type DiffPart = z.infer<typeof DiffPart>;
export const SourceDiff = z.object({ from: z.int(), to: z.int(), parts: z.array(DiffPart), added: z.int(), removed: z.int(), changed: z.int() });
export type SourceDiff = z.infer<typeof SourceDiff>;

/**
 * Where a quote has gone. `same`: letter for letter at its place. `moved`: letter for letter elsewhere. `changed`: found at a likeness of
 * at least 0.8, and 0.1 ahead of the runner-up. `lost`: not found; its quote stands in the version before.
 */
export const AnchorOutcome = z.enum(['same', 'moved', 'changed', 'lost']);
export type AnchorOutcome = z.infer<typeof AnchorOutcome>;

export const AnchorReport = z.object({
  outcome: AnchorOutcome, what: z.enum(['clip', 'citation', 'highlight']),
  /** where it stands */ threadId: ThreadId.optional(), threadTitle: z.string().optional(), nodeId: z.string().optional(),
  quote: z.string(), from: Locator, to: Locator.optional(), /** as it reads now */ now: z.string().optional(),
});
export type AnchorReport = z.infer<typeof AnchorReport>;
export const RefreshReport = z.object({ version: z.int(), at: z.iso.datetime(), same: z.int(), moved: z.int(), changed: z.int(), lost: z.int(), anchors: z.array(AnchorReport) });
export type RefreshReport = z.infer<typeof RefreshReport>;
