import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { createOpenAiModel } from './model/openai.ts';
import { createModels } from './models.ts';

/** The default model for questions, also in Settings. */
const ASKED_MODEL = 5;
const TIMES = { firstToken: 30_000, idle: 30_000, total: 40_000, backoff: [] };

/**
 * Sends a short prompt to the model that answers questions. Returns that model and the provider's
 * list. Faults: `provider_failed`, with what to do about it.
 */
export async function tryProvider({
  provider,
  fetch,
  log,
  signal,
}: {
  provider: Settings['provider'];
  fetch: typeof globalThis.fetch;
  log: Log;
  signal: AbortSignal;
}): Promise<{ model: string; models: string[] | null }> {
  const port = createOpenAiModel({ provider, fetch, log, times: TIMES });
  // Some providers list no models but generate text.
  const listed = await port.list().then(
    ({ models }) => models,
    () => undefined,
  );
  const models = createModels({
    named: provider.models,
    list: () => Promise.resolve(listed),
    log,
  });
  await models.ready;
  const { name } = models.pick(ASKED_MODEL, 'answer');
  const request = {
    model: name,
    messages: [{ role: 'user' as const, content: 'Answer with one word: ready' }],
    signal,
    once: true as const,
  };
  for await (const event of port.complete(request)) if (event.type === 'end') break;
  return { model: name, models: listed?.map((it) => it.name) ?? null };
}
