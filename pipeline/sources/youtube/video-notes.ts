import { z } from 'zod';
import { TrackKind } from '#core/contract/source.ts';
import { CAPTION_FORMATS } from './caption-format.ts';

/** `json`: transcribed by Gloss. */
const FORMATS = [...CAPTION_FORMATS, 'json'] as const;
export const Captions = z.union([
  z.object({ format: z.enum(FORMATS), language: z.string(), kind: TrackKind }),
  // The format up to version 0.1.
  z
    .object({ format: z.enum(FORMATS), language: z.string(), automatic: z.boolean() })
    .transform(({ automatic, ...rest }) => ({
      ...rest,
      kind: automatic ? ('automatic' as const) : ('people' as const),
    })),
]);
export type Captions = z.infer<typeof Captions>;
/** Notes of fetching for the extraction. */
export const VideoNotes = z.object({
  captions: Captions.optional(),
  /** why there are no captions */
  silence: z.string().optional(),
  chapters: z
    .array(z.object({ start: z.number(), end: z.number(), title: z.string() }))
    .default([]),
});
export type VideoNotes = z.infer<typeof VideoNotes>;
