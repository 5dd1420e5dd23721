/** Types of AI features, which are in `api/features/ask/ai-features`. */
import type { z } from 'zod';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { AskedSource, Passage } from './retrieve.ts';

/**
 * The passages that a feature uses. `question`: small sources in full, and the relevant passages of
 * large ones. `whole`: the sources in reading order, sampled evenly within the budget, with
 * preference for headings and chapters. `about`: the text around the clip, then as `question`.
 * `none`: no passages.
 */
export type ContextMode = 'question' | 'whole' | 'about' | 'none';
/** The task by which "Best Model" chooses a model. */
export type Task = 'answer' | 'write' | 'short';

export interface OfflineInput {
  question: string;
  about?: { text: string };
  /** numbered from 1 for marks `[n]`; for `whole` in reading order */
  passages: readonly Passage[];
  /** the other placeholders of the prompt */
  values: Readonly<Record<string, string>>;
}
interface FeatureBase {
  /** stored with each of its answers */
  name: string;
  /** prompt file, in the format that `prompt.ts` reads */
  prompt: URL;
  task: Task;
  gather: ContextMode;
  /**
   * placeholders of the prompt besides `fence`, `passages`, `question` and `about`; the file has
   * exactly these
   */
  values?: readonly string[];
}
/** Text with marks, streamed. `offline` yields it sentence by sentence. */
export interface TextFeature extends FeatureBase {
  /** does not show related passages if the passages don't answer */
  isStrict?: true;
  offline(input: OfflineInput): Iterable<string>;
}
/**
 * The schema of a value. The model's JSON is validated and repaired once by asking again with the
 * errors. An answer that is not JSON is validated as a string.
 */
export interface ValueFeature<T> extends FeatureBase {
  shape: z.ZodType<T>;
  offline(input: OfflineInput): T;
  /** falls back to the offline assistant if the provider fails, and reports that */
  elseOffline?: true;
}

export type AiFeature = TextFeature | ValueFeature<unknown>;

export interface AiRequest {
  question: string;
  /** earlier turns, oldest first, by which a follow-up is understood and searched for */
  history?: readonly { question: string; answer: string }[];
  about?: { text: string; sourceId: SourceId; locator?: Locator };
  values?: Readonly<Record<string, string>>;
  /** 0–8 */
  model: number;
  ownerId: UserId;
  sources: readonly AskedSource[];
  signal: AbortSignal;
}
export type EngineEvent = Extract<
  AnswerEvent,
  { event: 'message' | 'index' | 'citations' | 'done' }
>;
export interface GeneratedValue<T> {
  value: T;
  /** id of the model, or `offline` for the offline assistant */
  model: number | 'offline';
  /** the passages used, by the numbers of their marks */
  passages: readonly Passage[];
}
