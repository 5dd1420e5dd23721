/**
 * Messages between a displayed page and its viewer, over a port that only these two have.
 */
import { z } from 'zod';
import type { FlowLocator } from '#core/contract/locator.ts';
import type { ReadingProperties } from '#ui/kit/reading-style.ts';

const nonce = z.string();
const id = z.string().max(64);
const paragraph = z.int().min(1).max(1_000_000);
const words = z.string().max(20_000);
const around = z.string().max(200);
const px = z.number().min(-1_000_000).max(1_000_000);

const PageHeading = z.object({
  paragraph,
  level: z.int().min(1).max(6),
  text: z.string().min(1).max(300),
});
export type PageHeading = z.infer<typeof PageHeading>;

const PageImage = z.object({
  src: z.url({ protocol: /^https?$/ }).max(4096),
  alt: z.string().max(2000),
  caption: z.string().max(2000),
});
export type PageImage = z.infer<typeof PageImage>;
const PageKey = z.enum(['find', 'escape', 'highlight', 'underline', 'next', 'previous']);
export type PageKey = z.infer<typeof PageKey>;

/** From the page, which is not trusted: each message is validated first. */
const FrameMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('web_ready'), nonce, paragraphs: z.int().min(0) }),
  z.object({ type: z.literal('web_place'), nonce, paragraph }),
  z.object({ type: z.literal('web_outline'), nonce, headings: z.array(PageHeading).max(500) }),
  z.object({
    type: z.literal('web_select'),
    nonce,
    /** undefined: the selection was cleared */
    text: words.min(1).optional(),
    /** px in the frame */
    spot: z.object({ x: px, top: px, bottom: px }).optional(),
  }),
  z.object({
    type: z.literal('web_createClip'),
    nonce,
    paragraph,
    text: words.min(1),
    prefix: around,
    suffix: around,
    /** index among equal quotes in the paragraph, from 0 */
    occurrence: z.int().min(0).max(100_000),
    start: z.int().min(0).optional(),
    end: z.int().min(0).optional(),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional(),
    underline: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('web_editClip'),
    nonce,
    _id: id,
    /** px in the frame */
    box: z.object({ left: px, top: px, width: px, height: px }),
  }),
  z.object({ type: z.literal('web_deleteClip'), nonce, _id: id }),
  z.object({ type: z.literal('web_link'), nonce, href: z.url({ protocol: /^https?$/ }).max(4096) }),
  z.object({ type: z.literal('web_found'), nonce, current: z.int().min(0), total: z.int().min(0) }),
  z.object({ type: z.literal('web_image'), nonce, ...PageImage.shape }),
  z.object({ type: z.literal('web_key'), nonce, key: PageKey }),
]);
export type FrameMessage = z.infer<typeof FrameMessage>;
export type FrameBox = Extract<FrameMessage, { type: 'web_editClip' }>['box'];

/** To the page. */
export type ViewerMessage =
  | { type: 'webIframe_updateClips'; clips: FrameClip[]; canDelete: boolean }
  | ({ type: 'webIframe_scrollTo' } & (FramePosition | { _id: string }))
  | { type: 'webIframe_takeClip'; color: string; underline: boolean }
  | { type: 'webIframe_focusImage' }
  | { type: 'webIframe_focusClip'; _id: string }
  | { type: 'webIframe_theme'; theme: 'light' | 'dark' }
  | { type: 'webIframe_style'; style: ReadingProperties }
  | { type: 'webIframe_step'; by: 1 | -1 }
  | { type: 'webIframe_find'; query: string; step: 'next' | 'previous' };

export interface FramePosition {
  paragraph: number;
  quote?: string;
  prefix?: string;
  suffix?: string;
  start?: number;
  end?: number;
  /** from 0 */
  occurrence?: number;
}
export interface FrameClip extends FramePosition {
  _id: string;
  color?: string | undefined;
  underline?: boolean | undefined;
  /** the accessible name */
  label: string;
}

const MOST_PER_SECOND = 10;
/** Messages that require a user gesture in the frame. */
const BY_HAND: ReadonlySet<FrameMessage['type']> = new Set([
  'web_editClip',
  'web_deleteClip',
  'web_link',
  'web_image',
  'web_key',
]);
/** Time for the page to return a requested clip: on a slow machine a long page takes seconds. */
const ANSWER_MS = 10_000;

export interface FrameGate {
  /** Returns `undefined` for rejected messages. */
  judge(data: unknown): FrameMessage | undefined;
  /** Accepts one clip per request. */
  expectClip(): void;
}

/**
 * Validates the messages of one mounted page: of the right shape, with the nonce given at the
 * start, at most ten in any second, and changes only after a user gesture in the frame (`isByHand`)
 * or a request of the viewer.
 */
export function frameGate({
  nonce: given,
  nowMs,
  isByHand,
}: {
  nonce: string;
  nowMs: () => number;
  isByHand: () => boolean;
}): FrameGate {
  let recent: number[] = [];
  let expectedUntil = -Infinity;
  const isWanted = ({ type }: FrameMessage): boolean => {
    if (type !== 'web_createClip') return !BY_HAND.has(type) || isByHand();
    const wasAsked = nowMs() <= expectedUntil;
    expectedUntil = -Infinity;
    return wasAsked;
  };
  return {
    judge(data) {
      const now = nowMs();
      recent = recent.filter((at) => now - at < 1000);
      if (recent.length >= MOST_PER_SECOND) return undefined;
      recent.push(now);
      const parsed = FrameMessage.safeParse(data);
      return parsed.success && parsed.data.nonce === given && isWanted(parsed.data)
        ? parsed.data
        : undefined;
    },
    expectClip: () => {
      expectedUntil = nowMs() + ANSWER_MS;
    },
  };
}

const Hello = z.object({ type: z.literal('web_hello'), mount: z.string() });
/** Whether a message is the greeting of the mounted page. */
export const isGreeting = (data: unknown, mount: string): boolean => {
  const hello = Hello.safeParse(data);
  return hello.success && hello.data.mount === mount;
};

export function clipLocator(
  message: Extract<FrameMessage, { type: 'web_createClip' }>,
): FlowLocator {
  const { paragraph: at, text, prefix, suffix, start, end } = message;
  const span = start !== undefined && end !== undefined && end > start ? { start, end } : {};
  return { medium: 'flow', paragraph: at, ...span, quote: text, prefix, suffix };
}

export function framePosition(locator: FlowLocator, occurrence?: number): FramePosition {
  const { paragraph: at, quote, prefix, suffix, start, end } = locator;
  return {
    paragraph: at,
    quote,
    prefix,
    suffix,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(occurrence === undefined ? {} : { occurrence }),
  };
}
