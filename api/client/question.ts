import type { LibraryBody } from '#core/contract/ask.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Api } from './client.ts';
import { findThread, findThreadOrNewest } from './find-thread.ts';

export interface QuestionScope {
  /** by title, address or id; default the newest */
  thread?: string | undefined;
  /** of the thread; default all */
  sources?: readonly SourceId[] | undefined;
  /** the whole library */
  library?: boolean | undefined;
  tags?: readonly string[] | undefined;
  search?: string | undefined;
}
/** A request whose response is streamed. */
export interface Question {
  path: string;
  body: object;
  /** undefined for questions to the library */
  thread?: Awaited<ReturnType<typeof findThreadOrNewest>>;
  sources: readonly SourceId[];
}

/** Tells whether the question is to the library, and so not stored in a thread. */
export const asksLibrary = ({ library, tags = [], search = '' }: QuestionScope): boolean =>
  library === true || tags.length > 0 || search !== '';

/** Returns the request for a question to a thread or the library. Faults: `absent`. */
export async function questionTo(
  api: Api,
  { text, model, scope }: { text: string; model: unknown; scope: QuestionScope },
): Promise<Question> {
  if (!asksLibrary(scope)) {
    const thread = await findThreadOrNewest(api, scope.thread);
    const sources = scope.sources ?? thread.thread_sources.map((it) => it.source);
    return {
      path: 'ai/v2/chat/thread',
      body: { thread_id: thread._id, model, sources, user_query: text, feature_type: 1 },
      thread,
      sources,
    };
  }
  const { library, tags = [], search = '' } = scope;
  const thread = scope.thread === undefined ? undefined : await findThread(api, scope.thread);
  const body = {
    query: text,
    scope: {
      ...(library === true ? { all: true as const } : {}),
      tags: [...tags],
      search,
      threads: thread ? [thread._id] : [],
    },
  } satisfies Omit<LibraryBody, 'model'>;
  return { path: 'ai/v2/chat/library', body: { ...body, model }, sources: [] };
}
