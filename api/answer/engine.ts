/**
 * The way of a question: passages of the asked sources, a model or the offline assistant over them,
 * and marks that lead back.
 */
import { setImmediate } from 'node:timers/promises';
import type { Log } from '#config/log.ts';
import { BEST_MODEL, MODELS } from '#config/models.ts';
import type { Settings } from '#config/settings.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import { messagesOf, modelText, modelValue, type OnText } from './ask-model.ts';
import { modelBudget, offlineBudget } from './budget.ts';
import { createCiter } from './cite.ts';
import { gatherPassages, type Context, type ContextPorts } from './context.ts';
import type {
  AiRequest,
  EngineEvent,
  GeneratedValue,
  OfflineInput,
  TextFeature,
  ValueFeature,
} from './contract.ts';
import { createOpenAiModel, type ModelTimes } from './model/openai.ts';
import { recentTurns, standaloneQuestion, withLastTerms } from './follow-up.ts';
import { createOutputSanitiser } from './output-sanitiser.ts';
import { createModels } from './models.ts';
import { isUnanswered, nearestPassagesText } from './unanswered.ts';

export interface AnswerEngine {
  /**
   * The answer as it is made. `index` and `citations` come before the text that first uses their
   * mark; `done` is last. Throws: `provider_failed` before the first word, `interrupted` after it
   * or when `signal` aborts, `unavailable` of the index.
   */
  answer(feature: TextFeature, request: AiRequest): AsyncIterable<EngineEvent>;
  /**
   * `onText` receives the model's text as it arrives. Faults: `provider_failed`, also if the output
   * does not match the schema after one repair; `interrupted`; `unavailable` of the index.
   */
  make<T>(
    feature: ValueFeature<T>,
    request: AiRequest,
    onText?: OnText,
  ): Promise<GeneratedValue<T>>;
  status(): {
    /** whether one is set */
    provider: boolean;
    models: ModelChoice[];
  };
  /**
   * Asks the provider for its models, within 3 s: a sentence for health. Faults: `provider_failed`.
   */
  ping(): Promise<string>;
}
export interface EngineOptions extends ContextPorts {
  settings: Pick<Settings, 'provider'>;
  fetch: typeof fetch;
  log: Log;
  /** shorter in tests */
  times?: Partial<ModelTimes>;
}
type Feature = TextFeature | ValueFeature<unknown>;
/**
 * Characters of a model's answer that are read in one turn of the event loop: a few milliseconds.
 */
const CHARS_AT_ONCE = 8_000;
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const isSplit = /[\uD800-\uDBFF]/.test(text[from + CHARS_AT_ONCE - 1] ?? '');
    const to = from + CHARS_AT_ONCE + (isSplit ? 1 : 0);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
const NOTHING: Context = { passages: [], best: [] };

/** The model port and which models there are, where a provider is set. */
function openProvider({ settings: { provider }, fetch, log, times }: EngineOptions) {
  if (provider.apiKey === undefined && provider.baseUrl === undefined) return undefined;
  const port = createOpenAiModel({ provider, fetch, log, ...(times ? { times } : {}) });
  return {
    port,
    models: createModels({
      named: provider.models,
      list: async () => (await port.list()).models,
      log,
    }),
  };
}

export function createAnswerEngine(options: EngineOptions): AnswerEngine {
  const { log } = options;
  const provider = openProvider(options);

  /** Offline, the words of a question that leans on the one before it are lent by that one. */
  async function beginOffline(feature: Feature, request: AiRequest) {
    const question = withLastTerms(request.question, request.history ?? []);
    const context =
      feature.gather === 'none'
        ? NOTHING
        : await gatherPassages(
            options,
            feature.gather,
            { ...request, question, order: 'rank' },
            offlineBudget(feature.gather),
          );
    stopIf(request.signal);
    const { about, values = {} } = request;
    const input: OfflineInput = {
      question,
      passages: context.passages,
      values,
      ...(about ? { about: { text: about.text } } : {}),
    };
    return { ...context, input };
  }

  /** Undefined where there is nothing to work from: no model is asked to make something up. */
  async function beginWithModel(
    { port, models }: NonNullable<typeof provider>,
    feature: Feature,
    asked: AiRequest,
  ) {
    await models.ready;
    const { signal } = asked;
    const by = models.pick(asked.model, feature.task);
    const request = { ...asked, history: recentTurns(asked.history ?? [], by.contextTokens) };
    let context = NOTHING;
    if (feature.gather !== 'none') {
      const quick = () => ({ port, name: models.pick(BEST_MODEL, 'short').name, signal });
      const [question, budget] = await Promise.all([
        feature.gather === 'whole' ? request.question : standaloneQuestion(request, quick(), log),
        modelBudget(
          by,
          feature.gather,
          messagesOf(feature, request, [])
            .map((it) => it.content)
            .join('\n'),
        ),
      ]);
      stopIf(signal);
      context = await gatherPassages(
        options,
        feature.gather,
        { ...request, question, order: 'reading' },
        budget,
      );
      if (context.passages.length === 0) return undefined;
    }
    stopIf(signal);
    return {
      ...context,
      asked: { port, name: by.name, signal },
      messages: messagesOf(feature, request, context.passages),
      by: by.id,
    };
  }

  async function* answer(feature: TextFeature, request: AiRequest): AsyncGenerator<EngineEvent> {
    const startedAt = performance.now();
    const online = provider && (await beginWithModel(provider, feature, request));
    const { passages, reduced, texts } = online
      ? { ...online, texts: modelText(online.asked, online.messages) }
      : await beginOffline(feature, request).then((it) => ({
          ...it,
          texts: feature.offline(it.input),
        }));
    const citer = createCiter(passages);
    const harmless = createOutputSanitiser();
    let said = '';
    try {
      for await (const text of texts) {
        said += text;
        for (const [at, piece] of piecesOf(text).entries()) {
          // A provider may send all of a long answer at once: others have their turn while it is
          // read.
          if (at > 0) await setImmediate();
          stopIf(request.signal);
          yield* citer.push(harmless.pass(piece));
        }
      }
    } catch (error) {
      yield* citer.push(harmless.rest());
      yield* citer.flush();
      throw error;
    }
    if (online && citer.marks === 0 && isUnanswered(said))
      yield* citer.push(harmless.pass(nearestPassagesText(request.question, online.best)));
    yield* citer.push(harmless.rest());
    yield* citer.flush();
    if (reduced !== undefined) yield { event: 'message', data: `\n\n_${reduced}_` };
    yield {
      event: 'done',
      data: {
        timeTaken: Math.round(performance.now() - startedAt),
        model: online?.by ?? 'offline',
      },
    };
  }

  async function make<T>(
    feature: ValueFeature<T>,
    request: AiRequest,
    onText?: OnText,
  ): Promise<GeneratedValue<T>> {
    const online = provider && (await beginWithModel(provider, feature, request));
    if (online) {
      try {
        return {
          value: await modelValue(online.asked, feature, online.messages, onText),
          model: online.by,
          passages: online.passages,
        };
      } catch (error) {
        stopIf(request.signal);
        if (!feature.elseOffline) throw error;
        log.warn({ feature: feature.name, err: error }, 'made offline: the provider failed');
      }
    }
    const { input } = await beginOffline(feature, request);
    return { value: feature.offline(input), model: 'offline', passages: input.passages };
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
    async ping() {
      if (!provider)
        throw new Fault('provider_failed', {
          message: 'No provider is set. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local model.',
        });
      const { host, models } = await provider.port.list();
      return models
        ? `${host} answers, ${models.length} ${models.length === 1 ? 'model' : 'models'}`
        : `${host} answers`;
    },
  };
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new Fault('interrupted', { cause: signal.reason });
}
