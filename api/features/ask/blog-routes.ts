import {
  BlogBody,
  BlogIdea,
  BlogIdeaBody,
  BlogIdeas as ListedIdeas,
  GeneratedBlogs,
  type IdeaEvent,
} from '#core/contract/ask.ts';
import { Fault, toFault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import { withPlaces } from '../../answer/blog.ts';
import { blog, blogIdeas as ideasFeature } from '../../answer/features.ts';
import { createListReader } from '../../answer/list-reader.ts';
import { route, type Route } from '../../http/route.ts';
import { openEvents } from '../../http/sse.ts';
import type { Answering } from './answering.ts';
import type { AskedSources } from './asked-sources.ts';
import type { BlogIdeas } from './blog-ideas.ts';

export interface BlogRoutePorts {
  answering: Answering;
  asked: AskedSources;
  blogIdeas: BlogIdeas;
}

/** Making goes on when who asked first has left: others may wait for the same. */
const IDEAS_MS = 300_000;
const questionOf = ({ title, description }: BlogIdea): string =>
  description ? `${title}\n${description}` : title;

/** From a source to posts: ideas first, then a post for each that was chosen. */
export function blogRoutes({ answering, asked, blogIdeas }: BlogRoutePorts): Route[] {
  async function sourceOf(
    user: Parameters<AskedSources['writable']>[0],
    body: { thread_id: string; sources: readonly SourceId[] },
  ) {
    const thread = await asked.writable(user, body.thread_id);
    const sources = await asked.readable(thread, body.sources);
    return {
      thread,
      sources,
      of: (source: SourceRow) => ({ threadId: thread.id, ownerId: user, sourceId: source.id }),
    };
  }
  return [
    route({
      method: 'post',
      path: 'ai/v2/blog-idea',
      summary: 'Ideas for posts from one source; the list is kept',
      body: BlogIdeaBody,
      response: ListedIdeas,
      async handle({ user, body }) {
        const { thread, sources, of } = await sourceOf(user._id, body);
        const [source] = sources as [SourceRow];
        const ideas = await blogIdeas.list(
          of(source),
          async () =>
            (
              await answering.make(
                { user, signal: AbortSignal.timeout(IDEAS_MS) },
                { thread, sources, feature: ideasFeature, model: body.model, question: '' },
              )
            ).value,
        );
        return { idea: { ideas } };
      },
    }),
    route({
      method: 'post',
      path: 'ai/v2/blog-idea/stream',
      summary: 'The same as they come: `idea`s, then the `ideas` that are kept, or an `error`',
      body: BlogIdeaBody,
      response: 'text/event-stream',
      async handle({ user, body, koa }) {
        const { thread, sources, of } = await sourceOf(user._id, body);
        const [source] = sources as [SourceRow];
        const sink = openEvents(koa);
        const tell = (event: IdeaEvent) => sink.send(event.event, event.data);
        const reader = createListReader();
        const onText = (text: string) => {
          for (const it of reader.push(text)) {
            const idea = BlogIdea.safeParse(it);
            if (idea.success) tell({ event: 'idea', data: idea.data });
          }
        };
        try {
          const ideas = await blogIdeas.list(
            of(source),
            async () =>
              (
                await answering.make(
                  { user, signal: AbortSignal.timeout(IDEAS_MS) },
                  { thread, sources, feature: ideasFeature, model: body.model, question: '' },
                  onText,
                )
              ).value,
          );
          tell({ event: 'ideas', data: { ideas } });
        } catch (error) {
          const { code, message } = toFault(error);
          tell({ event: 'error', data: { code, message } });
        }
        sink.end();
      },
    }),
    route({
      method: 'post',
      path: 'ai/v2/blog',
      summary:
        'A post for each chosen idea of the list, as a document of the editor with its places',
      body: BlogBody,
      response: GeneratedBlogs,
      async handle({ user, body, signal }) {
        const { thread, sources, of } = await sourceOf(user._id, body);
        const [source] = sources as [SourceRow];
        const ideas = await blogIdeas.chosen(of(source), body.index);
        const made = await answering
          .makeAll(
            { user, signal },
            ideas.map((idea) => ({
              thread,
              sources,
              feature: blog,
              model: body.model,
              question: questionOf(idea),
            })),
          )
          .catch(misfit);
        return {
          content: made.map(({ value, passages }, at) => ({
            ...value,
            idea_title: ideas[at]?.title ?? value.idea_title,
            content: withPlaces(value.content, passages),
          })),
        };
      },
    }),
  ];
}

/** In the words of the specification; what did not fit is in the details. */
function misfit(error: unknown): never {
  const details = error instanceof Fault ? error.details : undefined;
  if (typeof details !== 'object' || details === null || !('wrong' in details)) throw error;
  throw new Fault('provider_failed', {
    message: 'Invalid blog content schema',
    details,
    cause: error,
  });
}
