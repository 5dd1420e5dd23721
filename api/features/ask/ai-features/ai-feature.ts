/**
 * One AI feature: a folder with its prompts and this descriptor, and a line in `registry.ts`. Its
 * prompts have a `# system` and a `# user` part; `{{name}}` marks a value.
 */
import type { z } from 'zod';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type {
  AiFeature,
  GeneratedValue,
  TextFeature,
  ValueFeature,
} from '../../../answer/contract.ts';
import { route, type Route } from '../../../http/route.ts';
import type { AnswerRequest } from '../answer-request.ts';
import type { AnswerService } from '../answer-service.ts';
import type { AskedSources } from '../asked-sources.ts';
import type { BlogIdeas } from '../blog-ideas.ts';
import type { LibrarySources } from '../library-sources.ts';
import type { Turns } from '../turns.ts';

export interface AiFeaturePorts {
  answerService: AnswerService;
  asked: AskedSources;
  librarySources: LibrarySources;
  turns: Turns;
  blogIdeas: BlogIdeas;
}

/** A feature with several prompts or routes implements this; the functions below make it for one. */
export interface AiFeatureModule {
  /** A test fills the prompt of each. */
  features: readonly AiFeature[];
  routes(ports: AiFeaturePorts): Route[];
}

/** Fields that every feature accepts. Without `sources`, all sources of the thread are used. */
interface CommonBody {
  thread_id: ThreadId;
  model: number;
  sources?: SourceId[] | undefined;
  thread_node_id?: string | undefined;
}

interface Asked {
  question: string;
  /** Default: all readable sources of the request; none if the feature gathers nothing. */
  sources?: readonly SourceRow[];
  /** placeholders of the prompt, as in `values` of the feature */
  values?: Readonly<Record<string, string>>;
}

/** `Body` and `Params` are the schemas of the request. */
interface Common<Body extends z.ZodType<CommonBody>, Params extends z.ZodType> {
  /** `ask`: people who can read the thread. `write`: people who can edit its notes. */
  access: 'ask' | 'write';
  /** below `/api/`; the method is POST */
  path: string;
  /** one line for the OpenAPI page */
  summary: string;
  params?: Params;
  body: Body;
  ask(call: { body: z.output<Body>; sources: readonly SourceRow[] }): Asked;
}

type StreamedFeature<Body extends z.ZodType<CommonBody>, Params extends z.ZodType> = TextFeature &
  Common<Body, Params>;

type GeneratedFeature<
  T,
  Body extends z.ZodType<CommonBody>,
  Params extends z.ZodType,
  Response extends z.ZodType,
> = ValueFeature<T> &
  Common<Body, Params> & {
    /** whether it counts as a question of the day */
    quota: 'free' | 'question';
    response: Response;
    respond(value: T): z.input<Response>;
  };

/** Streams text with citations. It counts as one question of the day. */
export const defineTextFeature = <
  Body extends z.ZodType<CommonBody>,
  Params extends z.ZodType = z.ZodType,
>(
  feature: StreamedFeature<Body, Params>,
): AiFeatureModule => ({
  features: [feature],
  routes: ({ answerService, asked }) => [
    route({
      method: 'post',
      path: feature.path,
      summary: feature.summary,
      params: feature.params,
      body: feature.body,
      response: 'text/event-stream',
      async handle({ user, body, koa, signal }) {
        const request = await requestFor(feature, asked, user._id, body as z.output<Body>);
        await answerService.stream(
          { user, koa, signal },
          { ...request, feature, threadNodeId: body.thread_node_id },
        );
      },
    }),
  ],
});

/** Returns a value that `shape` has checked, as JSON. */
export const defineValueFeature = <
  T,
  Body extends z.ZodType<CommonBody>,
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodType,
>(
  feature: GeneratedFeature<T, Body, Params, Response>,
): AiFeatureModule => ({
  features: [feature],
  routes: ({ answerService, asked }) => [
    route({
      method: 'post',
      path: feature.path,
      summary: feature.summary,
      params: feature.params,
      body: feature.body,
      response: feature.response,
      async handle({ user, body, signal }) {
        const request = {
          ...(await requestFor(feature, asked, user._id, body as z.output<Body>)),
          feature,
        };
        const made =
          feature.quota === 'free'
            ? [await answerService.make({ user, signal }, request)]
            : await answerService.makeAll({ user, signal }, [request]);
        const [{ value }] = made as [GeneratedValue<T>];
        return feature.respond(value);
      },
    }),
  ],
});

/** The thread and sources of a request, as far as the person may use them. */
async function requestFor<Body extends z.ZodType<CommonBody>>(
  { access, gather, ask }: Common<Body, z.ZodType> & Pick<TextFeature, 'gather'>,
  asked: AskedSources,
  user: UserId,
  body: z.output<Body>,
): Promise<Omit<AnswerRequest<unknown>, 'feature'>> {
  const thread =
    access === 'write'
      ? await asked.writable(user, body.thread_id)
      : await asked.thread(user, body.thread_id);
  const sources = gather === 'none' ? [] : await asked.readable(thread, body.sources);
  return { thread, sources, model: body.model, ...ask({ body, sources }) };
}
