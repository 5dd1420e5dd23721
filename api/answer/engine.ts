/** The way of a question: passages of the asked sources, a model or the offline assistant over them, and marks that lead back. */
import type { Log } from '#config/log.ts';
import { MODELS } from '#config/models.ts';
import type { Settings } from '#config/settings.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import type { AnswerEvent } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { SearchIndex } from '#pipeline/search/index.ts';
import { createCiter } from './cite.ts';
import type { EndReason, Model, ModelEvent } from './model/contract.ts';
import { createOpenAiModel, type ModelTimes } from './model/openai.ts';
import { answerOffline, titleOffline } from './offline/answer.ts';
import { createFence, fencePassages, renderPrompt } from './prompt.ts';
import { retrieve, type AskedSource, type Passage } from './retrieve.ts';

export type { AskedSource } from './retrieve.ts';
export type EngineEvent = Extract<AnswerEvent, { event: 'message' | 'index' | 'citations' | 'done' }>;
export interface Question { question: string; model: number; ownerId: UserId; sources: readonly AskedSource[]; signal: AbortSignal }

export interface AnswerEngine {
  /**
   * The answer as it is made. `index` and `citations` come before the text that first uses their mark; `done` is last.
   * Throws: `provider_failed` before the first word, `interrupted` after it or when `signal` aborts, `unavailable` of the index.
   */
  answer(question: Question): AsyncIterable<EngineEvent>;
  /** Never fails for the provider's sake: then the title is the offline assistant's. */
  title(input: { sentence: string; model: number; signal: AbortSignal }): Promise<{ title: string; model: number | 'offline' }>;
  status(): { /** whether one is set */ provider: boolean; models: ModelChoice[] };
  /** Asks the provider for its models, within 3 s: a sentence for health. Faults: `provider_failed`. */
  ping(): Promise<string>;
}
export interface EngineOptions { settings: Pick<Settings, 'provider'>; index: SearchIndex; fetch: typeof fetch; log: Log; /** shorter in tests */ times?: Partial<ModelTimes> }

const BUDGET_CHARS = 24_000;
const TITLE_TOKENS = 200;
const TITLE_CHARS = 4000;
const ENDINGS: Record<EndReason, string> = {
  stop: '', length: '\n\n_The answer was cut off here: it reached the length limit._', content_filter: '\n\n_The provider’s content filter stopped the answer here._',
};

export function createAnswerEngine({ settings, index, fetch: provider, log, times }: EngineOptions): AnswerEngine {
  const isSet = settings.provider.apiKey !== undefined || settings.provider.baseUrl !== undefined;
  const model = isSet ? createOpenAiModel({ provider: settings.provider, fetch: provider, log, ...(times ? { times } : {}) }) : undefined;

  async function* answer({ question, model: id, ownerId, sources, signal }: Question): AsyncGenerator<EngineEvent> {
    const startedAt = performance.now();
    const passages = await retrieve({ index, question, ownerId, sources, budgetChars: BUDGET_CHARS });
    stopIf(signal);
    // Nothing to answer from: no model is asked to make something up.
    const asked = passages.length > 0 ? model : undefined;
    const citer = createCiter(passages);
    const texts = asked ? modelText(asked, id, question, passages, signal) : answerOffline(question, passages);
    try {
      for await (const text of texts) {
        stopIf(signal);
        yield* citer.push(text);
      }
    } catch (error) {
      yield* citer.flush();
      throw error;
    }
    yield* citer.flush();
    yield { event: 'done', data: { timeTaken: Math.round(performance.now() - startedAt), model: asked ? id : 'offline' } };
  }

  async function title({ sentence, model: id, signal }: { sentence: string; model: number; signal: AbortSignal }) {
    if (model) {
      try {
        const made = cleanTitle(await wholeText(model.complete({
          model: id, signal, maxOutputTokens: TITLE_TOKENS, messages: renderPrompt('title', { fence: createFence(), sentence: sentence.slice(0, TITLE_CHARS) }),
        })));
        if (made !== '') return { title: made, model: id };
      } catch (error) {
        stopIf(signal);
        log.warn({ err: error }, 'the provider gave no title');
      }
    }
    return { title: titleOffline(sentence), model: 'offline' as const };
  }

  return {
    answer, title,
    status: () => ({ provider: isSet, models: MODELS.map(({ id, name, hidden }) => ({ id, name, hidden, available: isSet })) }),
    ping: async () => {
      if (!model) throw new Fault('provider_failed', { message: 'No provider is set. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local model.' });
      return model.ping();
    },
  };
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new Fault('interrupted', { cause: signal.reason });
}

async function* modelText(model: Model, id: number, question: string, passages: readonly Passage[], signal: AbortSignal): AsyncGenerator<string> {
  const fence = createFence();
  const messages = renderPrompt('chat-thread', { fence, question, passages: fencePassages(passages, fence) });
  let said = false;
  for await (const event of model.complete({ model: id, messages, signal })) {
    if (event.type === 'text') { said ||= event.text.trim() !== ''; yield event.text; }
    if (event.type !== 'end') continue;
    if (!said) {
      throw new Fault('provider_failed', {
        message: event.reason === 'content_filter' ? 'The provider’s content filter stopped this answer. Put the question another way.' : 'The model gave no answer. Ask again, or choose another model.',
      });
    }
    if (ENDINGS[event.reason] !== '') yield ENDINGS[event.reason];
  }
}

async function wholeText(events: AsyncIterable<ModelEvent>): Promise<string> {
  let text = '';
  for await (const event of events) if (event.type === 'text') text += event.text;
  return text;
}

const cleanTitle = (text: string): string =>
  (text.trim().split('\n')[0] ?? '').replace(/^#+\s*/, '').replace(/^["“”'«*_]+|["“”'»*_.]+$/gu, '').trim().slice(0, 120);
