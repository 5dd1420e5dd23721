import { offlineBudget } from './budget.ts';
import { EMPTY_CONTEXT, gatherPassages, type Context, type ContextPorts } from './context.ts';
import type { AiFeature, AiRequest, OfflineInput } from './contract.ts';
import { withLastTerms } from './follow-up.ts';
import { throwIfInterrupted } from './throw-if-interrupted.ts';

export interface OfflineCall extends Context {
  input: OfflineInput;
}

/**
 * Collects the passages for the offline assistant. A follow-up question that names no subject takes
 * the terms of the question before it.
 */
export async function prepareOffline(
  ports: ContextPorts,
  feature: AiFeature,
  request: AiRequest,
): Promise<OfflineCall> {
  const question = withLastTerms(request.question, request.history ?? []);
  const context =
    feature.gather === 'none'
      ? EMPTY_CONTEXT
      : await gatherPassages(
          ports,
          feature.gather,
          { ...request, question, order: 'rank' },
          offlineBudget(feature.gather),
        );
  throwIfInterrupted(request.signal);
  const { about, values = {} } = request;
  const input: OfflineInput = {
    question,
    passages: context.passages,
    values,
    ...(about ? { about: { text: about.text } } : {}),
  };
  return { ...context, input };
}
