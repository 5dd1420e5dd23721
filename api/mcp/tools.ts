/**
 * What an agent may do with a person's library, over the same HTTP API as everybody: search, read,
 * list, ask, add.
 */
import { z } from 'zod';
import { parseAnswerEvent, DEFAULT_MODEL, ModelId, type Citation } from '#core/contract/ask.ts';
import { Fault, FaultCode } from '#core/contract/faults.ts';
import { SourceId, type ThreadId } from '#core/contract/id.ts';
import { positionLabel, positionOf, locatorQuery, type Locator } from '#core/contract/locator.ts';
import { SearchResult } from '#core/contract/search.ts';
import { Segment, type SegmentPosition } from '#core/contract/snapshot.ts';
import { EmbeddingStatus, Source, SourceType } from '#core/contract/source.ts';
import { ThreadPage } from '#core/contract/thread.ts';
import type { Api } from '../client/client.ts';
import { threadCalled, threadOrNewest } from '../client/thread-called.ts';

const MAX_CHARS = 20_000;
const thread = z.string().min(1).max(300).optional().describe('A thread by title, address or id');
const Text = z.object({ title: z.string(), language: z.string(), segments: z.array(Segment) });
const SourcePage = z.object({ docs: z.array(Source), next: z.string().nullable() });

/** `link`: opens the exact second, page or paragraph in Gloss. */
const Cited = z.object({
  source_id: z.string(),
  title: z.string(),
  /** `01:23`, `page 4`, `paragraph 12` */
  place: z.string(),
  quote: z.string(),
  link: z.string(),
});
const SourceLine = z.object({
  source_id: z.string(),
  title: z.string(),
  type: SourceType,
  state: z.string(),
  address: z.string(),
});

/** What a tool gives: text for a model to read, and the same as data. */
export interface ToolResult<T> {
  text: string;
  data: T;
}
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  /** changes something; the others only look */
  writes?: true;
  run(api: Api, input: z.output<I>, signal: AbortSignal): Promise<ToolResult<z.output<O>>>;
}
const tool = <I extends z.ZodObject, O extends z.ZodObject>(it: Tool<I, O>): Tool<I, O> => it;

function cited(
  api: Api,
  sourceId: SourceId,
  title: string,
  locator: Locator,
  threadUrl: string | undefined,
): z.infer<typeof Cited> {
  const place = positionOf(locator);
  const page = threadUrl === undefined ? `library/${sourceId}` : `t/${threadUrl}`;
  return {
    source_id: sourceId,
    title,
    place: positionLabel(locator.medium, place),
    quote: locator.quote,
    link: `${api.url}/${page}${locatorQuery(sourceId, locator.medium, place)}`,
  };
}

const stateOf = (source: Source): string => {
  if (source.status.embedding === EmbeddingStatus.processing)
    return source.progress ? `being read (${source.progress.stage})` : 'waiting';
  return source.status.embedding === EmbeddingStatus.ready
    ? 'ready'
    : `failed: ${source.error?.message ?? 'it cannot be read'}`;
};
const lineOf = (source: Source): z.infer<typeof SourceLine> => ({
  source_id: source._id,
  title: source.title,
  type: source.sourceType,
  state: stateOf(source),
  address: source.canonicalUrl,
});
const listed = (lines: readonly z.infer<typeof SourceLine>[]): string =>
  lines
    .map(
      (it) => `- ${it.title} (${it.type}, ${it.state}) ${it.address} — source_id ${it.source_id}`,
    )
    .join('\n');

const search = tool({
  name: 'search',
  title: 'Search passages',
  description:
    'Finds passages in the videos, PDFs and web pages of the library by words or "an exact phrase", best first, each with its source, place and a link that opens it there.',
  input: z.object({
    query: z.string().min(1).max(1000),
    thread,
    type: SourceType.optional().describe('Only sources of this type'),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.object({ hits: z.array(Cited.extend({ text: z.string() })) }),
  async run(api, { query, thread: name, type, limit }) {
    const within = name === undefined ? undefined : await threadCalled(api, name);
    const { hits } = await api.get(
      `search?${new URLSearchParams({ q: query, limit: String(limit), in: 'sources', ...(within ? { threadId: within._id } : {}), ...(type ? { type } : {}) })}`,
      SearchResult,
    );
    const found = hits.map((hit) => ({
      ...cited(api, hit.source_id, hit.title, hit.place, hit.thread_url),
      text: hit.text,
    }));
    const text = found
      .map(
        (it, at) =>
          `[${at + 1}] ${it.title} · ${it.place} · source_id ${it.source_id}\n${it.link}\n${it.text}`,
      )
      .join('\n\n');
    return {
      text: text === '' ? 'Nothing found. Try fewer or other words.' : text,
      data: { hits: found },
    };
  },
});

const placeIn = (at: SegmentPosition): number =>
  at.medium === 'timed' ? Math.floor(at.startS) : at.medium === 'paged' ? at.page : at.paragraph;

const read = tool({
  name: 'read',
  title: 'Read a source',
  description: `The text of one source in order, each piece with its place: seconds of a video, pages of a PDF, paragraphs of a page. At most ${MAX_CHARS.toLocaleString('en')} characters at once; what is left is read by calling again with \`from\`.`,
  input: z.object({
    source_id: SourceId,
    from: z.number().min(0).optional().describe('Begin at this second, page or paragraph'),
    to: z.number().min(0).optional().describe('End with this second, page or paragraph'),
  }),
  output: z.object({
    title: z.string(),
    language: z.string(),
    medium: z.string(),
    pieces: z.array(z.object({ place: z.number(), text: z.string() })),
    /** `from` of the next call; absent at the end */
    next: z.number().optional(),
  }),
  async run(api, { source_id, from = 0, to = Infinity }) {
    const { title, language, segments } = await api.get(`sources/${source_id}/text`, Text);
    const medium = segments[0]?.at.medium ?? 'flow';
    const pieces: { place: number; text: string }[] = [];
    let size = 0;
    let next: number | undefined;
    for (const { at, text } of segments) {
      const place = placeIn(at);
      if (place < from || place > to) continue;
      // Returns complete segments only, so that `from` neither repeats nor skips text, except for a
      // segment that is too long on its own.
      if (size + text.length > MAX_CHARS && pieces.length > 0 && pieces.at(-1)?.place !== place) {
        next = place;
        break;
      }
      pieces.push({ place, text });
      size += text.length;
    }
    const lines = pieces.map((it) => `[${positionLabel(medium, it.place)}] ${it.text}`);
    if (next !== undefined)
      lines.push(`… goes on at ${positionLabel(medium, next)}: read again with from=${next}.`);
    return {
      text: `# ${title}\n\n${lines.join('\n')}`,
      data: { title, language, medium, pieces, ...(next === undefined ? {} : { next }) },
    };
  },
});

const list = tool({
  name: 'list',
  title: 'List threads or sources',
  description:
    'The threads of the person, or the sources of the library or of one thread, newest first, with their state.',
  input: z.object({
    what: z.enum(['threads', 'sources']),
    thread,
    query: z.string().max(300).optional().describe('Words of the title'),
    type: SourceType.optional(),
    cursor: z.string().optional().describe('`next` of the call before'),
  }),
  output: z.object({
    threads: z
      .array(
        z.object({
          thread_id: z.string(),
          title: z.string(),
          sources: z.number(),
          link: z.string(),
        }),
      )
      .optional(),
    sources: z.array(SourceLine).optional(),
    next: z.string().nullable(),
  }),
  async run(api, { what, thread: name, query, type, cursor }) {
    const asked = (more: Record<string, string | undefined>) =>
      new URLSearchParams(
        Object.entries({ query, cursor, limit: '50', ...more }).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value]],
        ),
      );
    if (what === 'threads') {
      const { docs, next } = await api.get(`threads?${asked({})}`, ThreadPage);
      const threads = docs.map((it) => ({
        thread_id: it._id,
        title: it.title,
        sources: it.thread_sources.length,
        link: `${api.url}/t/${it.url}`,
      }));
      return {
        text:
          threads.map((it) => `- ${it.title} (${it.sources} sources) ${it.link}`).join('\n') ||
          'There is no thread.',
        data: { threads, next },
      };
    }
    if (name !== undefined) {
      const held = (await threadCalled(api, name)).thread_sources.map((it) => it.source);
      const sources = (await Promise.all(held.map((id) => api.get(`sources/${id}`, Source))))
        .filter(
          (it) =>
            (!type || it.sourceType === type) &&
            (!query || it.title.toLowerCase().includes(query.toLowerCase())),
        )
        .map(lineOf);
      return {
        text: listed(sources) || 'The thread has no such source.',
        data: { sources, next: null },
      };
    }
    const { docs, next } = await api.get(`sources?${asked({ type })}`, SourcePage);
    const sources = docs.map(lineOf);
    return {
      text: `${listed(sources) || 'There is no such source.'}${next === null ? '' : `\nThere is more: cursor ${next}`}`,
      data: { sources, next },
    };
  },
});

const ask = tool({
  name: 'ask',
  title: 'Ask the sources',
  description:
    'A cited answer from the sources of one thread: Markdown with marks [1], and for each mark its source, place and link. Says so when the sources do not answer.',
  input: z.object({
    question: z.string().min(1).max(20_000),
    thread,
    source_ids: z.array(SourceId).max(2000).optional().describe('Only these of its sources'),
    model: ModelId.default(DEFAULT_MODEL),
  }),
  output: z.object({
    answer: z.string(),
    citations: z.array(
      Cited.extend({
        mark: z.number(),
        /** the passage supports the sentence only loosely */
        weak: z.boolean(),
      }),
    ),
    model: z.union([z.number(), z.literal('offline')]).nullable(),
  }),
  async run(api, { question, thread: name, source_ids, model }, signal) {
    const within = await threadOrNewest(api, name);
    const sources = source_ids ?? within.thread_sources.map((it) => it.source);
    const citations: Citation[] = [];
    let answer = '';
    let by: number | 'offline' | null = null;
    let finished = false;
    for await (const { event, data } of api.events('ai/v2/chat/thread', {
      body: {
        thread_id: within._id satisfies ThreadId,
        model,
        sources,
        user_query: question,
        feature_type: 1,
      },
      signal,
    })) {
      const it = parseAnswerEvent(event, data);
      if (it?.event === 'message') answer += it.data;
      else if (it?.event === 'citations') citations.push(...it.data);
      else if (it?.event === 'error')
        throw new Fault(FaultCode.safeParse(it.data.code).data ?? 'provider_failed', {
          message: it.data.message,
        });
      else if (it?.event === 'done') {
        finished = true;
        by = it.data.model;
      }
    }
    if (!finished) throw new Fault('interrupted');
    const marks = citations.map((it) => ({
      ...cited(api, it.source_id, it.title, it.locator, within.url),
      mark: it.mark,
      weak: it.weak === true,
    }));
    const notes = marks.map(
      (it) =>
        `[${it.mark}] ${it.title} · ${it.place} ${it.link}${it.weak ? ' (supports it only loosely)' : ''}`,
    );
    return {
      text: [answer, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n'),
      data: { answer, citations: marks, model: by },
    };
  },
});

const Added = z.object({
  added: z.array(SourceId),
  thread_sources: z.array(z.object({ source: SourceId })),
});

const add = tool({
  name: 'add',
  title: 'Add sources',
  writes: true,
  description:
    'Adds web pages, PDFs and videos by their addresses to a thread, which is made when there is none of that title. They are read in the background; `list` shows their state.',
  input: z.object({
    urls: z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .max(100),
    thread: z.string().min(1).max(300).describe('The title of the thread, its address or id'),
  }),
  output: z.object({
    thread: z.string(),
    added: z.array(SourceLine),
    /** of the addresses, how many the thread had already */
    had: z.number(),
  }),
  async run(api, { urls, thread: name }) {
    const into = await threadCalled(api, name, true);
    const { added } = await api.send(
      'POST',
      'thread/addSource',
      { threadId: into._id, sources: urls.map((url) => ({ url })) },
      Added,
    );
    const before = new Set(into.thread_sources.map((it) => it.source));
    const fresh = added.filter((id) => !before.has(id));
    const had = urls.length - fresh.length;
    const lines = (await Promise.all(fresh.map((id) => api.get(`sources/${id}`, Source)))).map(
      lineOf,
    );
    return {
      text: [
        `Added to “${into.title}”: ${fresh.length}${had > 0 ? `, there already: ${had}` : ''}.`,
        listed(lines),
      ]
        .filter(Boolean)
        .join('\n'),
      data: { thread: `${api.url}/t/${into.url}`, added: lines, had },
    };
  },
});

/** A tool is an entry here. */
export const TOOLS = [search, read, list, ask, add] as unknown as readonly Tool[];
