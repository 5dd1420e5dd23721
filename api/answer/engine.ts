/** The way of a question: passages of the asked sources, a model or the offline assistant over them, and marks that lead back. */
import type { Log } from '#config/log.ts';
import { MODELS } from '#config/models.ts';
import type { Settings } from '#config/settings.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { SearchIndex } from '#pipeline/search/index.ts';
import { createCiter } from './cite.ts';
import type { AiRequest, EngineEvent, MadeValue, OfflineInput, TextFeature, ValueFeature } from './contract.ts';
import type { EndReason, Model, ModelEvent, ModelMessage } from './model/contract.ts';
import { createOpenAiModel, type ModelTimes } from './model/openai.ts';
import { createFence, fenceAbout, fencePassages, renderPrompt } from './prompt.ts';
import { retrieve, type Passage } from './retrieve.ts';
import { readValue } from './value.ts';

export interface AnswerEngine {
  /**
   * The answer as it is made. `index` and `citations` come before the text that first uses their mark; `done` is last.
   * Throws: `provider_failed` before the first word, `interrupted` after it or when `signal` aborts, `unavailable` of the index.
   */
  answer(feature: TextFeature, request: AiRequest): AsyncIterable<EngineEvent>;
  /** Faults: `provider_failed`, also when what the model made is not of the shape after one repair; `interrupted`; `unavailable` of the index. */
  make<T>(feature: ValueFeature<T>, request: AiRequest): Promise<MadeValue<T>>;
  status(): { /** whether one is set */ provider: boolean; models: ModelChoice[] };
  /** Asks the provider for its models, within 3 s: a sentence for health. Faults: `provider_failed`. */
  ping(): Promise<string>;
}
export interface EngineOptions { settings: Pick<Settings, 'provider'>; index: SearchIndex; fetch: typeof fetch; log: Log; /** shorter in tests */ times?: Partial<ModelTimes> }

const BUDGET_CHARS = 24_000;
const ENDINGS: Record<EndReason, string> = {
  stop: '', length: '\n\n_The answer was cut off here: it reached the length limit._', content_filter: '\n\n_The provider’s content filter stopped the answer here._',
};

export function createAnswerEngine({ settings, index, fetch: provider, log, times }: EngineOptions): AnswerEngine {
  const isSet = settings.provider.apiKey !== undefined || settings.provider.baseUrl !== undefined;
  const model = isSet ? createOpenAiModel({ provider: settings.provider, fetch: provider, log, ...(times ? { times } : {}) }) : undefined;

  /** What there is to work from, and who works: nobody is asked to make something up out of nothing. */
  async function begin(feature: TextFeature | ValueFeature<unknown>, { question, ownerId, sources, signal }: AiRequest) {
    const passages = feature.gather === 'none' ? [] : await retrieve({ index, question, ownerId, sources, budgetChars: BUDGET_CHARS });
    stopIf(signal);
    return { passages, asked: passages.length > 0 || feature.gather === 'none' ? model : undefined };
  }

  async function* answer(feature: TextFeature, request: AiRequest): AsyncGenerator<EngineEvent> {
    const startedAt = performance.now();
    const { passages, asked } = await begin(feature, request);
    const citer = createCiter(passages);
    const texts = asked ? modelText(asked, request, messagesOf(feature, request, passages)) : feature.offline(offlineInput(request, passages));
    try {
      for await (const text of texts) {
        stopIf(request.signal);
        yield* citer.push(text);
      }
    } catch (error) {
      yield* citer.flush();
      throw error;
    }
    yield* citer.flush();
    yield { event: 'done', data: { timeTaken: Math.round(performance.now() - startedAt), model: asked ? request.model : 'offline' } };
  }

  async function make<T>(feature: ValueFeature<T>, request: AiRequest): Promise<MadeValue<T>> {
    const { passages, asked } = await begin(feature, request);
    if (asked) {
      try {
        return { value: await modelValue(asked, feature, request, messagesOf(feature, request, passages)), model: request.model, passages };
      } catch (error) {
        stopIf(request.signal);
        if (!feature.elseOffline) throw error;
        log.warn({ feature: feature.name, err: error }, 'made offline: the provider failed');
      }
    }
    return { value: feature.offline(offlineInput(request, passages)), model: 'offline', passages };
  }

  return {
    answer, make,
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

const offlineInput = ({ question, about, values = {} }: AiRequest, passages: readonly Passage[]): OfflineInput =>
  ({ question, passages, values, ...(about ? { about: { text: about.text } } : {}) });

function messagesOf(feature: TextFeature | ValueFeature<unknown>, { question, about, values = {}, history = [] }: AiRequest, passages: readonly Passage[]): ModelMessage[] {
  const fence = createFence();
  const prompt = renderPrompt(feature, { fence, question, passages: fencePassages(passages, fence), about: about ? fenceAbout(about.text, fence) : '', values });
  const earlier = history.flatMap((it): ModelMessage[] => [{ role: 'user', content: it.question }, { role: 'assistant', content: it.answer }]);
  return [...prompt.filter((it) => it.role === 'system'), ...earlier, ...prompt.filter((it) => it.role !== 'system')];
}

async function* modelText(model: Model, { model: id, signal }: AiRequest, messages: ModelMessage[]): AsyncGenerator<string> {
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

async function modelValue<T>(model: Model, { shape }: ValueFeature<T>, { model: id, signal }: AiRequest, messages: readonly ModelMessage[]): Promise<T> {
  const first = await wholeText(model.complete({ model: id, messages: [...messages], signal }));
  const read = readValue(shape, first);
  if (read.ok) return read.value;
  const repaired = readValue(shape, await wholeText(model.complete({
    model: id, signal, messages: [...messages, { role: 'assistant', content: first }, { role: 'user', content: `That is not of the form that was asked for:\n${read.wrong}\nAnswer again with the whole of it, corrected, and nothing else.` }],
  })));
  if (repaired.ok) return repaired.value;
  throw new Fault('provider_failed', { message: 'The model did not answer in the form that was asked for. Try again, or choose another model.', details: { wrong: repaired.wrong } });
}

async function wholeText(events: AsyncIterable<ModelEvent>): Promise<string> {
  let text = '';
  for await (const event of events) if (event.type === 'text') text += event.text;
  return text;
}
