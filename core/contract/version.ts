/**
 * Versions of a source, the differences between two, and the anchors after a refresh.
 */
import { z } from 'zod';
import { SourceId, ThreadId } from './id.ts';
import { Locator } from './locator.ts';
import { parseInterval } from '../text/interval.ts';

export const SourceVersion = z.object({
  version: z.int(),
  /** the version that is shown and searched */
  current: z.boolean(),
  /** waits for its owner's approval; its text can be read and compared */
  held: z.boolean().optional(),
  title: z.string(),
  readAt: z.iso.datetime(),
  contentHash: z.string().optional(),
  /** characters of text */
  length: z.int(),
  /** compared with the previous version */
  added: z.int().optional(),
  removed: z.int().optional(),
  changed: z.int().optional(),
  /** as in Source */
  fileUrl: z.string().optional(),
  readModFileUrl: z.string().optional(),
});
export type SourceVersion = z.infer<typeof SourceVersion>;

/** One paragraph, line or sentence of two versions side by side. */
export const DiffPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same'), text: z.string(), before: z.int(), after: z.int() }),
  z.object({ kind: z.literal('removed'), text: z.string(), before: z.int() }),
  z.object({ kind: z.literal('added'), text: z.string(), after: z.int() }),
  z.object({
    kind: z.literal('changed'),
    before: z.int(),
    after: z.int(),
    /** differences by word */
    words: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  }),
]);
export type DiffPart = z.infer<typeof DiffPart>;
export const SourceDiff = z.object({
  from: z.int(),
  to: z.int(),
  parts: z.array(DiffPart),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
});
export type SourceDiff = z.infer<typeof SourceDiff>;

/**
 * The outcome for a quote after a refresh. `same`: identical text at its position. `moved`:
 * identical text elsewhere. `changed`: found with a similarity of at least 0.8, and 0.1 ahead of
 * the runner-up. `lost`: not found; the previous version contains the quote.
 */
export const AnchorOutcome = z.enum(['same', 'moved', 'changed', 'lost']);
export type AnchorOutcome = z.infer<typeof AnchorOutcome>;

export const AnchorReport = z.object({
  outcome: AnchorOutcome,
  what: z.enum(['clip', 'citation', 'highlight']),
  /** its position */
  threadId: ThreadId.optional(),
  threadTitle: z.string().optional(),
  nodeId: z.string().optional(),
  quote: z.string(),
  from: Locator,
  to: Locator.optional(),
  /** the current text */
  now: z.string().optional(),
});
export type AnchorReport = z.infer<typeof AnchorReport>;
/**
 * `1d`, `12h`, `weekly`, `P1D`: from 15 minutes to a year; null for never. Parsed to an ISO 8601
 * duration.
 */
export const Schedule = z.object({
  every: z
    .string()
    .max(60)
    .transform((text, context) => {
      const interval = parseInterval(text);
      if (interval === undefined)
        context.addIssue({
          code: 'custom',
          message: 'Give an interval from 15 minutes to a year: 12h, 1d, 2 weeks, monthly or P1D.',
        });
      return interval ?? z.NEVER;
    })
    .nullable(),
});

/** What to do with a version that is held for review. */
export const ReviewDecision = z.object({ accept: z.boolean() });
export type ReviewDecision = z.infer<typeof ReviewDecision>;

/** Which sources to refresh: all that are due, or all. */
export const RefreshMany = z.object({ which: z.enum(['due', 'all']) });
/**
 * The started refreshes with the current version of each source, and the number of uploads, which
 * have no address to refresh.
 */
export const StartedRefresh = z.object({
  begun: z.array(z.object({ _id: SourceId, version: z.int() })),
  uploads: z.int(),
});
export type StartedRefresh = z.infer<typeof StartedRefresh>;

export const RefreshReport = z.object({
  version: z.int(),
  at: z.iso.datetime(),
  same: z.int(),
  moved: z.int(),
  changed: z.int(),
  lost: z.int(),
  anchors: z.array(AnchorReport),
});
export type RefreshReport = z.infer<typeof RefreshReport>;
