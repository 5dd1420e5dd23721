import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { SourceId, ThreadId } from '#core/contract/id.ts';
import { OwnFieldsPatch } from '#core/contract/library.ts';
import { OutlineEntry, Snapshot } from '#core/contract/snapshot.ts';
import { AddSourceBody, Source, Transcript, withoutOwnFields } from '#core/contract/source.ts';
import {
  heldVersion,
  readSnapshot,
  readTranscript,
  type SourceRow,
  type Upload,
} from '#pipeline/library/index.ts';
import { readReader, servedView, type ViewPorts } from '../content/index.ts';
import { readerRoute, route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';
import { inVersion, type Sources } from './sources.ts';

export interface SourceRoutePorts extends ViewPorts {
  sources: Sources;
  threads: Threads;
  present(row: SourceRow, similar?: SourceRow): Source;
  /** the thread's uploaded files, by key and by name */
  uploads(threadId: ThreadId): Promise<ReadonlyMap<string, Upload>>;
}
const ThreadAndSource = z.object({ threadId: z.string().max(200), sourceId: SourceId });
const OneSource = z.object({ id: SourceId });
const InVersion = z.object({ version: z.coerce.number().int().min(1).optional() });
const threadSources = z.object({ thread_sources: z.array(z.object({ source: SourceId })) });

/** Routes for sources of a thread and of the library. */
export function sourceRoutes(ports: SourceRoutePorts): Route[] {
  return [
    ...threadSourceRoutes(ports),
    ...threadSourceTextRoutes(ports),
    ...oneSourceRoutes(ports),
    ...readAgainRoutes(ports),
  ];
}

/** The sources of a thread. */
function threadSourceRoutes({ sources, threads, present, uploads }: SourceRoutePorts): Route[] {
  const held = async (threadId: ThreadId) => ({
    thread_sources: (await threads.sources.of(threadId)).map((source) => ({ source })),
  });
  return [
    route({
      method: 'post',
      path: 'thread/addSource',
      summary:
        'Adds one source or many to a thread; the same address in the library is the same source',
      body: AddSourceBody,
      response: threadSources.extend({
        /** sources of the request, in its order */
        added: z.array(SourceId),
      }),
      async handle({ user, body }) {
        const thread = await threads.writable(user._id, body.threadId);
        const added = await sources.add(thread, body.sources ?? [body], await uploads(thread.id));
        return { ...(await held(thread.id)), added: added.map((source) => source.id) };
      },
    }),
    readerRoute({
      method: 'post',
      path: 'thread/loadSourceData',
      does: 'read',
      summary: 'One source of a thread, complete',
      body: z.object({ threadId: ThreadId, sourceId: SourceId }),
      response: Source,
      async handle({ user, body }) {
        const source = await sources.inThread(
          await threads.visible(user?._id, body.threadId),
          body.sourceId,
        );
        return user?._id === source.ownerId
          ? present(source, await sources.similarTo(source))
          : withoutOwnFields(present(source));
      },
    }),
    route({
      method: 'put',
      path: 'thread/v1/remove-thread-source/:threadId/:sourceId',
      summary: 'Removes a source from a thread; it stays in the library',
      params: ThreadAndSource,
      response: threadSources,
      async handle({ user, params }) {
        const thread = await threads.writable(user._id, params.threadId);
        const source = await sources.inThread(thread, params.sourceId);
        await sources.leave(thread, source);
        return held(thread.id);
      },
    }),
  ];
}

/** The text of a source for people who may see its thread. */
function threadSourceTextRoutes(ports: SourceRoutePorts): Route[] {
  const { sources, threads, library, files } = ports;
  return [
    readerRoute({
      method: 'get',
      path: 'thread/v1/web-preview/:threadId/:sourceId/:mode',
      summary: 'A page as Reader (1) or as it was (2), sanitised and sandboxed',
      params: ThreadAndSource.extend({ mode: z.enum(['1', '2']) }),
      query: InVersion,
      response: 'text/html',
      async handle({ user, params, query, koa }) {
        const source = inVersion(
          await sources.inThread(
            await threads.visible(user?._id, params.threadId),
            params.sourceId,
          ),
          query.version,
        );
        const mode = params.mode === '1' ? 'reader' : 'web';
        const view = await servedView(ports, source, mode);
        koa.set(view.headers);
        koa.body = view.html;
      },
    }),
    readerRoute({
      method: 'get',
      path: 'thread/v1/transcript/:threadId/:sourceId',
      summary: 'Transcript and chapters of a video, in seconds',
      params: ThreadAndSource,
      query: InVersion,
      response: Transcript,
      async handle({ user, params, query }) {
        return readTranscript(
          library,
          files,
          inVersion(
            await sources.inThread(
              await threads.visible(user?._id, params.threadId),
              params.sourceId,
            ),
            query.version,
          ),
        );
      },
    }),
  ];
}

/** Retrying a source that could not be read. */
function readAgainRoutes({ sources, present }: SourceRoutePorts): Route[] {
  return [
    route({
      method: 'post',
      path: 'sources/:id/retry',
      summary: 'Retries a source from its first step',
      params: OneSource,
      response: Source,
      async handle({ user, params }) {
        return present(await sources.retry(await sources.owned(user._id, params.id)));
      },
    }),
    route({
      method: 'put',
      path: 'sources/:id/link',
      summary:
        'Changes the link of a failed source and processes it again; it stays in its threads. 409 if another source has the link: `details.sourceId` names it',
      params: OneSource,
      body: z.object({ url: z.string().min(1).max(4096) }),
      response: Source,
      async handle({ user, params, body }) {
        return present(
          await sources.changeLink(await sources.owned(user._id, params.id), body.url),
        );
      },
    }),
  ];
}

/** A single source of a person, by id. */
function oneSourceRoutes(ports: SourceRoutePorts): Route[] {
  const { sources, library, files, present } = ports;
  return [
    route({
      method: 'get',
      path: 'sources/:id',
      summary: 'One source',
      params: OneSource,
      response: Source,
      async handle({ user, params }) {
        const source = await sources.owned(user._id, params.id);
        return present(source, await sources.similarTo(source));
      },
    }),
    route({
      method: 'patch',
      path: 'sources/:id',
      summary: 'Sets or clears your title, note, tags and flags of a source',
      params: OneSource,
      body: OwnFieldsPatch,
      response: Source,
      async handle({ user, params, body }) {
        return present(await sources.describe(await sources.owned(user._id, params.id), body));
      },
    }),
    route({
      method: 'get',
      path: 'sources/:id/text',
      summary: 'The text of a source in order, each piece with its position',
      params: OneSource,
      query: InVersion,
      response: z.object({
        title: z.string(),
        language: z.string(),
        segments: Snapshot.shape.segments,
        outline: z.array(OutlineEntry),
      }),
      async handle({ user, params, query }) {
        const source = await sources.owned(user._id, params.id);
        const { title, language, segments, outline } = await readSnapshot(
          library,
          files,
          inVersion(source, query.version, heldVersion(source)),
        );
        return { title, language, segments, outline: outline ?? [] };
      },
    }),
    route({
      method: 'get',
      path: 'sources/:id/reader',
      summary: 'The Reader view of a page as sanitised HTML',
      params: OneSource,
      query: InVersion,
      response: z.object({ html: z.string() }),
      async handle({ user, params, query }) {
        const source = inVersion(await sources.owned(user._id, params.id), query.version);
        if (source.medium !== 'flow')
          throw new Fault('absent', { message: 'Only web pages have a Reader view.' });
        return { html: await readReader(ports, source) };
      },
    }),
    route({
      method: 'delete',
      path: 'sources/:id',
      summary: 'Deletes a source everywhere',
      params: OneSource,
      response: z.object({ _id: z.string() }),
      async handle({ user, params }) {
        await sources.remove(await sources.owned(user._id, params.id));
        return { _id: params.id };
      },
    }),
  ];
}
