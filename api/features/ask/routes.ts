import type { Log } from '#config/log.ts';
import type { Library } from '#pipeline/library/index.ts';
import type { Retriever } from '#pipeline/search/index.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import type { Route } from '../../http/route.ts';
import type { Allowance } from '../accounts/index.ts';
import type { Threads } from '../threads/index.ts';
import { AI_FEATURES } from './ai-features/registry.ts';
import { answerRoutes } from './answer-routes.ts';
import { createAnswerService } from './answer-service.ts';
import type { Answers } from './answers.ts';
import { createAskedSources } from './asked-sources.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { createLibrarySources, type SourcesFound } from './library-sources.ts';
import type { BlogIdeas } from './blog-ideas.ts';
import { createTurns } from './turns.ts';

export interface AskRoutePorts {
  answers: Answers;
  blogIdeas: BlogIdeas;
  threads: Threads;
  library: Library;
  retriever: Retriever;
  sourcesFound: SourcesFound;
  engine: AnswerEngine;
  allowance: Allowance;
  askedOnce: IdempotencyKeys;
  log: Log;
  /** aborted when the server closes */
  closing: AbortSignal;
}

export function askRoutes({
  answers,
  blogIdeas,
  threads,
  library,
  retriever,
  sourcesFound,
  engine,
  allowance,
  askedOnce,
  log,
  closing,
}: AskRoutePorts): Route[] {
  const ports = {
    answers,
    blogIdeas,
    asked: createAskedSources({ threads, library }),
    librarySources: createLibrarySources({ threads, library, retriever, sourcesFound }),
    answerService: createAnswerService({ answers, engine, allowance, askedOnce, log, closing }),
    turns: createTurns(answers),
  };
  return [...AI_FEATURES.flatMap((feature) => feature.routes(ports)), ...answerRoutes(ports)];
}
