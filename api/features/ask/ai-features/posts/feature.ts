import { z } from 'zod';
import {
  BlogBody,
  BlogIdea,
  BlogIdeaBody,
  BlogIdeas as ListedIdeas,
  type GeneratedBlog,
  GeneratedBlogs,
  type IdeaEvent,
} from '#core/contract/ask.ts';
import { Fault, toFault } from '#core/contract/faults.ts';
import type { User } from '#core/contract/account.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { OnText } from '../../../../answer/ask-model.ts';
import { BlogDraft, withCitationChips } from '../../../../answer/blog.ts';
import type { ValueFeature } from '../../../../answer/contract.ts';
import { createListReader } from '../../../../answer/list-reader.ts';
import { listOf } from '../../../../answer/list-shape.ts';
import { blogIdeasOffline, blogOffline } from '../../../../answer/offline/blog.ts';
import { route, type Route } from '../../../../http/route.ts';
import { openEvents } from '../../../../http/sse.ts';
import type { ThreadWithRole } from '../../../threads/index.ts';
import type { AskedSources } from '../../asked-sources.ts';
import type { IdeasOf } from '../../blog-ideas.ts';
import type { AiFeatureModule, AiFeaturePorts } from '../ai-feature.ts';

type BlogRoutePorts = Pick<AiFeaturePorts, 'answerService' | 'asked' | 'blogIdeas'>;

const ideasFeature: ValueFeature<BlogIdea[]> = {
  name: 'blog-ideas',
  prompt: new URL('ideas.md', import.meta.url),
  task: 'write',
  gather: 'whole',
  shape: listOf(
    z.object({
      title: z.string().trim().min(1).max(300),
      description: z.string().max(2000).optional(),
    }),
  ),
  offline: blogIdeasOffline,
};
/**
 * Writes a post from the idea, which is the question. Its content has marks `[n]`, which
 * `withCitationChips` replaces by chips.
 */
const blog: ValueFeature<GeneratedBlog> = {
  name: 'blog',
  prompt: new URL('post.md', import.meta.url),
  task: 'write',
  gather: 'whole',
  shape: BlogDraft,
  offline: blogOffline,
};

/** Time for a list of ideas. It outlives the request: others may wait for the same list. */
const IDEAS_MS = 300_000;
const questionOf = ({ title, description }: BlogIdea): string =>
  description ? `${title}\n${description}` : title;

/** The sources of posts, with the `key` under which their ideas are stored. */
interface BlogMaterial {
  thread: ThreadWithRole;
  sources: readonly SourceRow[];
  key: IdeasOf;
}
async function blogMaterial(
  asked: AskedSources,
  user: UserId,
  body: { thread_id: string; sources: readonly SourceId[] },
): Promise<BlogMaterial> {
  const thread = await asked.writable(user, body.thread_id);
  const sources = await asked.readable(thread, body.sources);
  const [source] = sources as [SourceRow];
  return { thread, sources, key: { threadId: thread.id, ownerId: user, sourceId: source.id } };
}

/** Generates and stores a new list of ideas. `onText` receives the model's text as it arrives. */
const listIdeas = (
  { answerService, blogIdeas }: Pick<BlogRoutePorts, 'answerService' | 'blogIdeas'>,
  user: User,
  { thread, sources, key }: BlogMaterial,
  model: number,
  onText?: OnText,
): Promise<BlogIdea[]> =>
  blogIdeas.list(key, async () => {
    const { value } = await answerService.make(
      { user, signal: AbortSignal.timeout(IDEAS_MS) },
      { thread, sources, feature: ideasFeature, model, question: '' },
      onText,
    );
    return value;
  });

const ideasRoute = (ports: BlogRoutePorts): Route =>
  route({
    method: 'post',
    path: 'ai/v2/blog-idea',
    summary: 'Lists ideas for posts from one source; the list is stored',
    body: BlogIdeaBody,
    response: ListedIdeas,
    async handle({ user, body }) {
      const material = await blogMaterial(ports.asked, user._id, body);
      return { idea: { ideas: await listIdeas(ports, user, material, body.model) } };
    },
  });

const ideaStreamRoute = (ports: BlogRoutePorts): Route =>
  route({
    method: 'post',
    path: 'ai/v2/blog-idea/stream',
    summary: 'Streams ideas: `idea` for each, then the stored `ideas`, or an `error`',
    body: BlogIdeaBody,
    response: 'text/event-stream',
    async handle({ user, body, koa }) {
      const material = await blogMaterial(ports.asked, user._id, body);
      const sink = openEvents(koa);
      const tell = (event: IdeaEvent) => sink.send(event.event, event.data);
      const reader = createListReader();
      const onText = (text: string) => {
        for (const item of reader.push(text)) {
          const idea = BlogIdea.safeParse(item);
          if (idea.success) tell({ event: 'idea', data: idea.data });
        }
      };
      try {
        const ideas = await listIdeas(ports, user, material, body.model, onText);
        tell({ event: 'ideas', data: { ideas } });
      } catch (error) {
        const { code, message } = toFault(error);
        tell({ event: 'error', data: { code, message } });
      }
      sink.end();
    },
  });

const postsRoute = ({ answerService, asked, blogIdeas }: BlogRoutePorts): Route =>
  route({
    method: 'post',
    path: 'ai/v2/blog',
    summary: 'Writes a post for each chosen idea, as an editor document with citations',
    body: BlogBody,
    response: GeneratedBlogs,
    async handle({ user, body, signal }) {
      const { thread, sources, key } = await blogMaterial(asked, user._id, body);
      const ideas = await blogIdeas.chosen(key, body.index);
      const made = await answerService
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
          content: withCitationChips(value.content, passages),
        })),
      };
    },
  });

/** Throws the fault of the specification; its details have the fields that did not fit. */
function misfit(error: unknown): never {
  const details = error instanceof Fault ? error.details : undefined;
  if (typeof details !== 'object' || details === null || !('wrong' in details)) throw error;
  throw new Fault('provider_failed', {
    message: 'Invalid blog content schema',
    details,
    cause: error,
  });
}

/** Creates posts from sources: first ideas, then a post for each selected one. */
export const posts: AiFeatureModule = {
  features: [ideasFeature, blog],
  routes: (ports) => [ideasRoute(ports), ideaStreamRoute(ports), postsRoute(ports)],
};
