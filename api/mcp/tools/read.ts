import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import { positionLabel } from '#core/contract/locator.ts';
import { Segment, type SegmentPosition } from '#core/contract/snapshot.ts';
import { tool } from './tool.ts';

const MAX_CHARS = 20_000;
const Text = z.object({ title: z.string(), language: z.string(), segments: z.array(Segment) });

const placeIn = (at: SegmentPosition): number =>
  at.medium === 'timed' ? Math.floor(at.startS) : at.medium === 'paged' ? at.page : at.paragraph;

export const read = tool({
  name: 'read',
  title: 'Read a source',
  description: `The text of one source in order, each piece with its place: seconds of a video, pages of a PDF, paragraphs of a page. At most ${MAX_CHARS.toLocaleString('en')} characters at once; what is left is read by calling again with \`from\`.`,
  input: z.object({
    source_id: SourceId,
    from: z.number().min(0).optional().describe('Begin at this second, page or paragraph'),
    to: z.number().min(0).optional().describe('End with this second, page or paragraph'),
  }),
  output: z.object({
    title: z.string(),
    language: z.string(),
    medium: z.string(),
    pieces: z.array(z.object({ place: z.number(), text: z.string() })),
    /** `from` of the next call; absent at the end */
    next: z.number().optional(),
  }),
  async run(api, { source_id, from = 0, to = Infinity }) {
    const { title, language, segments } = await api.get(`sources/${source_id}/text`, Text);
    const medium = segments[0]?.at.medium ?? 'flow';
    const pieces: { place: number; text: string }[] = [];
    let size = 0;
    let next: number | undefined;
    for (const { at, text } of segments) {
      const place = placeIn(at);
      if (place < from || place > to) continue;
      // Returns complete segments only, so that `from` neither repeats nor skips text, except for a
      // segment that is too long by itself.
      if (size + text.length > MAX_CHARS && pieces.length > 0 && pieces.at(-1)?.place !== place) {
        next = place;
        break;
      }
      pieces.push({ place, text });
      size += text.length;
    }
    const lines = pieces.map((it) => `[${positionLabel(medium, it.place)}] ${it.text}`);
    if (next !== undefined)
      lines.push(`… continues at ${positionLabel(medium, next)}: read again with from=${next}.`);
    return {
      text: `# ${title}\n\n${lines.join('\n')}`,
      data: { title, language, medium, pieces, ...(next === undefined ? {} : { next }) },
    };
  },
});
