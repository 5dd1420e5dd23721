/** What a shown page and its viewer say to each other, over a port that only the two of them hold. */
import { z } from 'zod';
import type { FlowLocator } from '#core/contract/locator.ts';

const nonce = z.string();
const paragraph = z.int().min(1).max(1_000_000);
const words = z.string().max(20_000);

/** From the page, which is not to be trusted: each is looked at before it is heeded. */
const FrameMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('web_ready'), nonce, paragraphs: z.int().min(0) }),
  z.object({ type: z.literal('web_place'), nonce, paragraph }),
  z.object({
    type: z.literal('web_createClip'), nonce, paragraph, text: words.min(1), prefix: z.string().max(200), suffix: z.string().max(200),
    /** which of its like in the paragraph, from 1 */ occurrence: z.int().min(1).max(100_000),
    start: z.int().min(0).optional(), end: z.int().min(0).optional(),
  }),
  z.object({ type: z.literal('web_editClip'), nonce, _id: z.string().max(64) }),
  z.object({ type: z.literal('web_deleteClip'), nonce, _id: z.string().max(64) }),
  z.object({ type: z.literal('web_link'), nonce, href: z.url({ protocol: /^https?$/ }).max(4096) }),
  z.object({ type: z.literal('web_found'), nonce, current: z.int().min(0), total: z.int().min(0) }),
]);
export type FrameMessage = z.infer<typeof FrameMessage>;

/** To the page. */
export type ViewerMessage =
  | { type: 'webIframe_updateClips'; clips: (FramePlace & { _id: string })[]; canDelete: boolean }
  | ({ type: 'webIframe_scrollTo' } & (FramePlace | { _id: string }))
  | { type: 'webIframe_theme'; theme: 'light' | 'dark' }
  | { type: 'webIframe_find'; query: string; step: 'next' | 'previous' };

export interface FramePlace { paragraph: number; quote?: string; prefix?: string; start?: number; end?: number }

const MOST_PER_SECOND = 10;

/**
 * Judges one mount's messages: of the right shape, with the nonce given at the start, and no more than ten in any second.
 * What is refused is `undefined`.
 */
export function frameGate(given: string, nowMs: () => number): (data: unknown) => FrameMessage | undefined {
  let recent: number[] = [];
  return (data) => {
    const now = nowMs();
    recent = recent.filter((at) => now - at < 1000);
    if (recent.length >= MOST_PER_SECOND) return undefined;
    recent.push(now);
    const parsed = FrameMessage.safeParse(data);
    return parsed.success && parsed.data.nonce === given ? parsed.data : undefined;
  };
}

export function clipLocator(message: Extract<FrameMessage, { type: 'web_createClip' }>): FlowLocator {
  const { paragraph: at, text, prefix, suffix, start, end } = message;
  const span = start !== undefined && end !== undefined && end > start ? { start, end } : {};
  return { medium: 'flow', paragraph: at, ...span, quote: text, prefix, suffix };
}

export function framePlace(locator: FlowLocator): FramePlace {
  const { paragraph: at, quote, prefix, start, end } = locator;
  return { paragraph: at, quote, prefix, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}
