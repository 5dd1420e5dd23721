/**
 * Answers questions and generates texts from the passages of sources, with a model or the offline
 * assistant, and with citations that lead back to the passages.
 */
import { MODELS } from '#config/models.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import { modelText, modelValue, type OnText } from './ask-model.ts';
import { citedStream } from './cited-stream.ts';
import type { ContextPorts } from './context.ts';
import type {
  AiRequest,
  EngineEvent,
  GeneratedValue,
  TextFeature,
  ValueFeature,
} from './contract.ts';
import { openProvider, type Provider, type ProviderOptions } from './open-provider.ts';
import { prepareModelCall } from './prepare-model-call.ts';
import { prepareOffline } from './prepare-offline.ts';
import type { Passage } from './retrieve.ts';
import { throwIfInterrupted } from './throw-if-interrupted.ts';
import { answersQuestion, isUnanswered, nearestPassagesText } from './no-answer.ts';

export interface AnswerEngine {
  /**
   * Streams an answer. `index` and `citations` precede the text that first uses their mark; `done`
   * is last. Throws: `provider_failed` before the first word, `interrupted` after it or when
   * `signal` aborts, `unavailable` if the index cannot be reached.
   */
  answer(feature: TextFeature, request: AiRequest): AsyncIterable<EngineEvent>;
  /**
   * Generates a value. `onText` receives the model's text as it arrives. Faults: `provider_failed`,
   * also if the output does not match the schema after one repair; `interrupted`; `unavailable` of
   * the index.
   */
  make<T>(
    feature: ValueFeature<T>,
    request: AiRequest,
    onText?: OnText,
  ): Promise<GeneratedValue<T>>;
  status(): {
    /** Whether a provider is set. */
    provider: boolean;
    models: ModelChoice[];
  };
  /**
   * Asks the provider for its models, within 3 s. Returns a sentence for the health check. Faults:
   * `provider_failed`.
   */
  ping(): Promise<string>;
}
export interface EngineOptions extends ContextPorts, ProviderOptions {
  /**
   * Returns a prepared answer for a feature and these passages, which takes precedence over the
   * offline assistant; undefined if there is none.
   */
  written?(feature: string, passages: readonly Passage[]): unknown;
}

export function createAnswerEngine(options: EngineOptions): AnswerEngine {
  const { log } = options;
  const provider = openProvider(options);

  async function* answer(feature: TextFeature, request: AiRequest): AsyncGenerator<EngineEvent> {
    const startedAt = performance.now();
    const online = provider && (await prepareModelCall(options, provider, feature, request));
    const { passages, reduced, texts } = online
      ? { ...online, texts: modelText(online.model, online.messages) }
      : await prepareOffline(options, feature, request).then((it) => ({
          ...it,
          texts: feature.offline(it.input),
        }));
    yield* citedStream(texts, {
      passages,
      signal: request.signal,
      appendUncited(text) {
        if (!online || feature.isStrict) return undefined;
        const isSaid = isUnanswered(text);
        return isSaid || !answersQuestion(request.question, online.best)
          ? nearestPassagesText(request.question, online.best, isSaid)
          : undefined;
      },
    });
    if (reduced !== undefined) yield { event: 'message', data: `\n\n_${reduced}_` };
    yield {
      event: 'done',
      data: {
        timeTaken: Math.round(performance.now() - startedAt),
        model: online?.modelId ?? 'offline',
      },
    };
  }

  async function make<T>(
    feature: ValueFeature<T>,
    request: AiRequest,
    onText?: OnText,
  ): Promise<GeneratedValue<T>> {
    const online = provider && (await prepareModelCall(options, provider, feature, request));
    if (online) {
      try {
        return {
          value: await modelValue(online.model, feature, online.messages, onText),
          model: online.modelId,
          passages: online.passages,
        };
      } catch (error) {
        throwIfInterrupted(request.signal);
        if (!feature.elseOffline) throw error;
        log.warn({ feature: feature.name, err: error }, 'made offline: the provider failed');
      }
    }
    const { input } = await prepareOffline(options, feature, request);
    const written: unknown = options.written?.(feature.name, input.passages);
    return {
      value: written === undefined ? feature.offline(input) : feature.shape.parse(written),
      model: 'offline',
      passages: input.passages,
    };
  }

  return {
    answer,
    make,
    status: () => ({
      provider: provider !== undefined,
      models:
        provider?.models.choices() ??
        MODELS.map(({ id, name, hidden }) => ({ id, name, hidden, available: false })),
    }),
    ping: () => ping(provider),
  };
}

async function ping(provider: Provider | undefined): Promise<string> {
  if (!provider)
    throw new Fault('provider_failed', {
      message: 'No model is connected. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local model.',
    });
  const { host, models } = await provider.port.list();
  return models
    ? `${host} answers, ${models.length} ${models.length === 1 ? 'model' : 'models'}`
    : `${host} answers`;
}
