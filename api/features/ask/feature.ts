import type { Log } from '#config/log.ts';
import type { Database, Library } from '#pipeline/library/index.ts';
import type { Retriever } from '#pipeline/search/index.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import type { Feature } from '../../http/feature.ts';
import type { Allowance } from '../accounts/index.ts';
import type { Threads } from '../threads/index.ts';
import { Answers } from './answers.ts';
import { BlogIdeas } from './blog-ideas.ts';
import { IdempotencyKeys } from './idempotency.ts';
import type { SourcesFound } from './library-sources.ts';
import { askRoutes } from './routes.ts';

export interface AskParts {
  database: Database;
  library: Library;
  retriever: Retriever;
  /** the sources that a search finds */
  sourcesFound: SourcesFound;
  threads: Threads;
  engine: AnswerEngine;
  allowance: Allowance;
  /** aborts when answers in progress must end */
  closing: AbortSignal;
  log: Log;
}
export interface AskFeature extends Feature {
  answers: Answers;
}

/** Questions and other AI features. Ends answers that an earlier process left unfinished. */
export async function createAskFeature({ database, ...parts }: AskParts): Promise<AskFeature> {
  const answers = new Answers(database);
  await answers.recover();
  return {
    name: 'ask',
    answers,
    routes: askRoutes({
      ...parts,
      answers,
      blogIdeas: new BlogIdeas(database),
      askedOnce: new IdempotencyKeys(database),
    }),
  };
}
