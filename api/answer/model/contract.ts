/** The port to a language model. One request in, a closed union of events out. */

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ModelRequest {
  /** the provider's name of it */
  model: string;
  messages: ModelMessage[];
  /** ends the provider's work at once */
  signal: AbortSignal;
  maxOutputTokens?: number;
  /** makes a single attempt, without retries */
  once?: true;
}

/** `length`: cut off at a limit. `content_filter`: the provider stopped it. */
export type EndReason = 'stop' | 'length' | 'content_filter';

export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'usage'; inputTokens: number; outputTokens: number }
  | { type: 'end'; reason: EndReason };

/**
 * A whole answer ends with `end`, and nothing comes after it. Anything that ends otherwise throws a
 * Fault: `interrupted` once text was given, else `provider_failed`, whose message says what to do
 * and whose `retryAfterS` is the provider's wish.
 */
export interface Model {
  complete(request: ModelRequest): AsyncIterable<ModelEvent>;
  /**
   * Lists the models of the provider, at no cost, within 3 s; `models` is undefined if the provider
   * doesn't list them. Faults: `provider_failed`.
   */
  list(): Promise<{ host: string; models: ListedModel[] | undefined }>;
}
export interface ListedModel {
  name: string;
  /** where the provider tells */
  contextTokens?: number;
}
