/** The interface to a language model: a request in, a stream of events out. */

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ModelRequest {
  /** the provider's name of the model */
  model: string;
  messages: ModelMessage[];
  /** stops the provider at once */
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
 * A complete answer ends with `end`. Otherwise a Fault is thrown: `interrupted` after the first
 * text, else `provider_failed`, with advice in its message and the provider's delay in
 * `retryAfterS`.
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
  /** if the provider states it */
  contextTokens?: number;
}
