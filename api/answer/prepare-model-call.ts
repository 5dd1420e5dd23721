import type { Log } from '#config/log.ts';
import { BEST_MODEL } from '#config/models.ts';
import { messagesOf, type AskedModel } from './ask-model.ts';
import { modelBudget } from './budget.ts';
import { EMPTY_CONTEXT, gatherPassages, type Context, type ContextPorts } from './context.ts';
import type { AiFeature, AiRequest } from './contract.ts';
import { recentTurns, standaloneQuestion } from './follow-up.ts';
import type { ModelMessage } from './model/contract.ts';
import type { ChosenModel } from './models.ts';
import type { Provider } from './open-provider.ts';
import { throwIfInterrupted } from './throw-if-interrupted.ts';

export interface ModelCall extends Context {
  model: AskedModel;
  messages: ModelMessage[];
  /** The id of the model that answers. */
  modelId: number;
}

/**
 * Picks the model, collects passages within its budget and writes its messages. Returns undefined
 * if a feature that needs passages finds none, because a model would then invent an answer.
 */
export async function prepareModelCall(
  ports: ContextPorts & { log: Log },
  provider: Provider,
  feature: AiFeature,
  asked: AiRequest,
): Promise<ModelCall | undefined> {
  await provider.models.ready;
  const chosen = provider.models.pick(asked.model, feature.task);
  const request = { ...asked, history: recentTurns(asked.history ?? [], chosen.contextTokens) };
  const context = await contextFor(ports, provider, chosen, feature, request);
  if (!context) return undefined;
  throwIfInterrupted(request.signal);
  return {
    ...context,
    model: { port: provider.port, name: chosen.name, signal: request.signal },
    messages: messagesOf(feature, request, context.passages),
    modelId: chosen.id,
  };
}

async function contextFor(
  ports: ContextPorts & { log: Log },
  { port, models }: Provider,
  chosen: ChosenModel,
  feature: AiFeature,
  request: AiRequest,
): Promise<Context | undefined> {
  if (feature.gather === 'none') return EMPTY_CONTEXT;
  const { signal } = request;
  const quick = () => ({ port, name: models.pick(BEST_MODEL, 'short').name, signal });
  const [question, budget] = await Promise.all([
    feature.gather === 'whole' ? request.question : standaloneQuestion(request, quick(), ports.log),
    modelBudget(
      chosen,
      feature.gather,
      messagesOf(feature, request, [])
        .map((it) => it.content)
        .join('\n'),
    ),
  ]);
  throwIfInterrupted(signal);
  const context = await gatherPassages(
    ports,
    feature.gather,
    { ...request, question, order: 'reading' },
    budget,
  );
  return context.passages.length > 0 ? context : undefined;
}
