import type OpenAI from 'openai';
import { z } from 'zod';
import type { ListedModel, Model } from './contract.ts';
import { providerFault } from './provider-fault.ts';

const LIST_MS = 3000;
/** OpenRouter sends `context_length`, vLLM `max_model_len`. */
const ModelList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      context_length: z.number().positive().nullish().catch(null),
      max_model_len: z.number().positive().nullish().catch(null),
    }),
  ),
});

/** See `Model.list`. */
export async function listModels(client: Promise<OpenAI>): ReturnType<Model['list']> {
  try {
    const list = ModelList.safeParse(
      await (await client).get('/models', { signal: AbortSignal.timeout(LIST_MS) }),
    );
    const { host } = new URL((await client).baseURL);
    return {
      host,
      models: list.data?.data.map(({ id, context_length, max_model_len }): ListedModel => {
        const contextTokens = context_length ?? max_model_len;
        return { name: id, ...(contextTokens ? { contextTokens } : {}) };
      }),
    };
  } catch (error) {
    throw providerFault(error, '', Date.now());
  }
}
