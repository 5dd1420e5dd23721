import { createAnswerEngine, type AnswerEngine } from '../answer/engine.ts';
import { tryProvider } from '../answer/try-provider.ts';
import { providerRoutes } from '../features/provider/index.ts';
import { writtenSuggestions } from '../features/samples/index.ts';
import type { Feature } from '../http/feature.ts';
import type { Parts } from './parts.ts';
import { providerFetch } from './provider-fetch.ts';
import { sourcePassages } from './source-passages.ts';

export interface AnswerEngines extends Feature {
  engine: AnswerEngine;
}

/** Creates the answer engines of the library, and the connection to the model provider. */
export function createAnswerEngines(parts: Parts): AnswerEngines {
  const { log, metrics, library, retriever, providers } = parts;
  const ports = {
    retriever,
    passagesOf: sourcePassages(library),
    log,
    written: writtenSuggestions,
  };
  // Answers in progress still use the earlier ones, so that all close with the process.
  const closers: (() => Promise<void>)[] = [];
  const open = (): AnswerEngine => {
    const settings = providers.inUse;
    const { fetch, close } = providerFetch(settings, metrics);
    closers.push(close);
    return createAnswerEngine({ ...ports, fetch, settings });
  };
  let current = open();
  providers.onChange(() => {
    current = open();
  });
  return {
    name: 'model provider',
    engine: {
      answer: (feature, request) => current.answer(feature, request),
      make: (feature, request, onText) => current.make(feature, request, onText),
      status: () => current.status(),
      ping: () => current.ping(),
    },
    routes: providerRoutes({
      settings: parts.settings,
      store: providers.store,
      reload: () => providers.reload(),
      async test(provider, signal) {
        const { fetch, close } = providerFetch({ provider }, metrics);
        try {
          return await tryProvider({ provider, fetch, log, signal });
        } finally {
          await close();
        }
      },
    }),
    async close() {
      await Promise.all(closers.map((close) => close()));
    },
  };
}
