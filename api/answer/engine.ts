/** The way of a question: passages of the asked sources, a model or the offline assistant over them, and marks that lead back. */
import type { Log } from '#config/log.ts';
import { MODELS } from '#config/models.ts';
import type { Settings } from '#config/settings.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { SearchIndex } from '#pipeline/search/index.ts';
import { messagesOf, modelText, modelValue } from './ask-model.ts';
import { createCiter } from './cite.ts';
import type { AiRequest, EngineEvent, MadeValue, OfflineInput, TextFeature, ValueFeature } from './contract.ts';
import { createOpenAiModel, type ModelTimes } from './model/openai.ts';
import { createModels } from './models.ts';
import { retrieve, type Passage } from './retrieve.ts';

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

/** The model port and which models there are, where a provider is set. */
function openProvider({ settings: { provider }, fetch, log, times }: EngineOptions) {
  if (provider.apiKey === undefined && provider.baseUrl === undefined) return undefined;
  const port = createOpenAiModel({ provider, fetch, log, ...(times ? { times } : {}) });
  return { port, models: createModels({ named: provider.models, list: async () => (await port.list()).models, log }) };
}

export function createAnswerEngine(options: EngineOptions): AnswerEngine {
  const { index, log } = options;
  const provider = openProvider(options);

  /** What there is to work from, and who works: nobody is asked to make something up out of nothing. */
  async function begin(feature: TextFeature | ValueFeature<unknown>, { question, model, ownerId, sources, signal }: AiRequest) {
    const [passages] = await Promise.all([
      feature.gather === 'none' ? [] : retrieve({ index, question, ownerId, sources, budgetChars: BUDGET_CHARS }),
      provider?.models.ready,
    ]);
    stopIf(signal);
    if (!provider || (passages.length === 0 && feature.gather !== 'none')) return { passages };
    const chosen = provider.models.pick(model, feature.task);
    return { passages, asked: { port: provider.port, name: chosen.name, signal }, by: chosen.id };
  }

  async function* answer(feature: TextFeature, request: AiRequest): AsyncGenerator<EngineEvent> {
    const startedAt = performance.now();
    const { passages, asked, by = 'offline' } = await begin(feature, request);
    const citer = createCiter(passages);
    const texts = asked ? modelText(asked, messagesOf(feature, request, passages)) : feature.offline(offlineInput(request, passages));
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
    yield { event: 'done', data: { timeTaken: Math.round(performance.now() - startedAt), model: by } };
  }

  async function make<T>(feature: ValueFeature<T>, request: AiRequest): Promise<MadeValue<T>> {
    const { passages, asked, by } = await begin(feature, request);
    if (asked) {
      try {
        return { value: await modelValue(asked, feature, messagesOf(feature, request, passages)), model: by, passages };
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
    status: () => ({ provider: provider !== undefined, models: provider?.models.choices() ?? MODELS.map(({ id, name, hidden }) => ({ id, name, hidden, available: false })) }),
    async ping() {
      if (!provider) throw new Fault('provider_failed', { message: 'No provider is set. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local model.' });
      const { host, models } = await provider.port.list();
      return models ? `${host} answers, ${models.length} ${models.length === 1 ? 'model' : 'models'}` : `${host} answers`;
    },
  };
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new Fault('interrupted', { cause: signal.reason });
}

const offlineInput = ({ question, about, values = {} }: AiRequest, passages: readonly Passage[]): OfflineInput =>
  ({ question, passages, values, ...(about ? { about: { text: about.text } } : {}) });
