/** Analytics events about clips and the assistant, for the operator's events file. */
import { z } from 'zod';
import { ThreadId } from './id.ts';
import { Medium } from './locator.ts';

const event = <const N extends string, P extends z.ZodRawShape>(name: N, props: P) =>
  z.strictObject({ name: z.literal(name), ...props });
const inThread = { thread_id: ThreadId };

/**
 * `POST analytics`. The list is closed, and no event can contain text of sources, questions or
 * notes.
 */
export const AnalyticsEvent = z.discriminatedUnion('name', [
  /**
   * a question or a prompt; `about`: all selected sources, a clip, or selected text of the notes
   */
  event('ask_ai_click', { ...inThread, about: z.enum(['thread', 'clip', 'notes']) }),
  event('ai_notes_click', inThread),
  event('ai_chat_like', inThread),
  event('ai_chat_dislike', inThread),
  event('ai_chat_copy', {}),
  event('ai_chat_insert', inThread),
  event('save_clip', { ...inThread, medium: Medium }),
  event('clip_play', {}),
  event('clip_share', {}),
]);
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;
/** `recorded`: false if this server records no events, or could not write this one. */
export const AnalyticsReply = z.object({ recorded: z.boolean() });
