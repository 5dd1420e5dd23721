import { createAnswerEngine, type AnswerEngine } from '../answer/engine.ts';
import type { Feature } from '../http/feature.ts';
import type { Parts } from './parts.ts';
import { providerFetch } from './provider-fetch.ts';
import { sourcePassages } from './source-passages.ts';

export interface AnswerEngines extends Feature {
  engine: AnswerEngine;
}

/** What answers questions over the library, and the connection to the model provider. */
export function createAnswerEngines({
  settings,
  log,
  metrics,
  library,
  retriever,
}: Parts): AnswerEngines {
  const { fetch, close } = providerFetch(settings, metrics);
  const ports = { retriever, passagesOf: sourcePassages(library), fetch, log };
  return {
    name: 'model provider',
    engine: createAnswerEngine({ ...ports, settings }),
    close,
  };
}
