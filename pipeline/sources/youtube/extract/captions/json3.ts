import { z } from 'zod';
import { splitLines } from './cue.ts';
import type { Cue, Piece } from './cue.ts';

const Json3 = z.looseObject({
  events: z
    .array(
      z.looseObject({
        tStartMs: z.number().optional(),
        dDurationMs: z.number().optional(),
        segs: z
          .array(z.looseObject({ utf8: z.string().optional(), tOffsetMs: z.number().optional() }))
          .optional(),
      }),
    )
    .default([]),
});

/**
 * Parses YouTube's JSON: an event is a line on screen, a segment one of its words; line breaks are
 * separate events.
 */
export function parseJson3(text: string): Cue[] {
  return Json3.parse(JSON.parse(text)).events.flatMap(
    ({ tStartMs = 0, dDurationMs = 0, segs = [] }) => {
      const startS = tStartMs / 1000;
      const timed = segs.some((seg) => seg.tOffsetMs !== undefined);
      const lines = splitLines(
        segs.map(
          ({ utf8 = '', tOffsetMs = 0 }): Piece =>
            timed ? { text: utf8, startS: startS + tOffsetMs / 1000 } : { text: utf8 },
        ),
      );
      return lines.length === 0 ? [] : [{ startS, endS: startS + dDurationMs / 1000, lines }];
    },
  );
}
