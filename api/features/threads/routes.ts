import { z } from 'zod';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import { boundedInteger } from '#core/contract/paging.ts';
import { withoutOwnFields, type Source } from '#core/contract/source.ts';
import {
  NewThread,
  SourceMetadataBody,
  Thread,
  ThreadCard,
  ThreadPage,
  ThreadPatch,
  type ThreadNode,
} from '#core/contract/thread.ts';
import { readerRoute, route, type Route } from '../../http/route.ts';
import { presentCard, presentThread } from './present-thread.ts';
import type { ThreadWithRole, Threads } from './threads.ts';
import type { ThreadRow } from './threads.model.ts';
import { threadEvents } from './thread-events.ts';

export interface ThreadRoutePorts {
  threads: Threads;
  /** Sources of the thread's owner, as the contract shows them, in the order of `ids`. */
  sources(ownerId: UserId, ids: readonly SourceId[]): Promise<Source[]>;
  /** The notes as nodes: all, or the first `most`. */
  nodes(id: ThreadId, most?: number): Promise<z.infer<typeof ThreadNode>[]>;
  /** The shared document of the notes as one Yjs update. */
  notesUpdate(id: ThreadId): Promise<Uint8Array>;
  /** Called after the thread is deleted, to delete its data in other stores. */
  onRemoved(id: ThreadId): Promise<void>;
  events: Parameters<typeof threadEvents>[0];
}
const OneThread = z.object({ id: z.string().max(200) });
/** sources shown on a card */
const CARD_SOURCES = 6;
const SomeNodes = z.object({ nodes: z.coerce.number().int().min(0).optional() });

/** Threads: list, read, change and watch. */
export function threadRoutes(ports: ThreadRoutePorts): Route[] {
  return [
    ...threadListRoutes(ports),
    ...readThreadRoutes(ports),
    ...manageThreadRoutes(ports),
    threadEventsRoute(ports),
  ];
}

/** Returns the thread with its sources, and all blocks of its notes or the first `most`. */
async function presentWhole(
  { threads, sources, nodes }: Pick<ThreadRoutePorts, 'threads' | 'sources' | 'nodes'>,
  row: ThreadWithRole,
  most?: number,
): Promise<z.input<typeof Thread>> {
  const held = await sources(row.ownerId, await threads.sources.of(row.id));
  return {
    role: row.role,
    ...presentThread(
      row,
      row.role === 'owner' ? held : held.map(withoutOwnFields),
      await nodes(row.id, most),
    ),
    ...(row.role === 'owner' && { source_metadata: await threads.sources.metadataOf(row.id) }),
  };
}

async function presentCards(
  { threads, sources }: Pick<ThreadRoutePorts, 'threads' | 'sources'>,
  rows: readonly ThreadRow[],
  viewer: UserId,
): Promise<ThreadCard[]> {
  const ids = await threads.sources.byThread(rows.map((row) => row.id));
  const shown = [...ids.values()].flatMap((list) => list.slice(0, CARD_SOURCES));
  const owners = [...new Set(rows.map((row) => row.ownerId))];
  const byId = new Map(
    (await Promise.all(owners.map((owner) => sources(owner, [...new Set(shown)]))))
      .flat()
      .map((source) => [source._id, source]),
  );
  return rows.map((row) => {
    const sourceIds = ids.get(row.id) ?? [];
    return presentCard(
      row,
      sourceIds,
      sourceIds.flatMap((id) => {
        const source = byId.get(id);
        if (!source) return [];
        return row.ownerId === viewer ? source : withoutOwnFields(source);
      }),
    );
  });
}

function threadListRoutes(ports: ThreadRoutePorts): Route[] {
  const { threads } = ports;
  return [
    route({
      method: 'get',
      path: 'threads',
      summary: 'Threads, newest first; each with its first six sources',
      query: z.object({
        query: z.string().max(300).optional(),
        cursor: z.uuid().optional(),
        limit: boundedInteger(50, 100),
      }),
      response: ThreadPage,
      async handle({ user, query }) {
        const { rows, next } = await threads.list(user._id, query);
        return { docs: await presentCards(ports, rows, user._id), next };
      },
    }),
    route({
      method: 'post',
      path: 'threads',
      summary: 'Creates a thread',
      body: NewThread,
      response: Thread,
      status: 201,
      async handle({ user, body }) {
        return presentWhole(ports, {
          ...(await threads.create(user._id, body.title)),
          role: 'owner',
        });
      },
    }),
  ];
}

/** Routes for everyone who may read the thread. */
function readThreadRoutes(ports: ThreadRoutePorts): Route[] {
  const { threads } = ports;
  return [
    readerRoute({
      method: 'get',
      path: 'threads/:id',
      summary:
        'A thread by id or address, with its sources and notes; of these `nodes` blocks from the first on, or all',
      params: OneThread,
      query: SomeNodes,
      response: Thread,
      async handle({ user, params, query }) {
        return presentWhole(ports, await threads.visible(user?._id, params.id), query.nodes);
      },
    }),
    readerRoute({
      method: 'get',
      path: 'threads/:id/notes',
      summary: 'The notes as one Yjs update, for the first load; later edits come over `/collab`',
      params: OneThread,
      response: 'raw',
      async handle({ user, params, koa }) {
        const { id } = await threads.visible(user?._id, params.id);
        koa.body = Buffer.from(await ports.notesUpdate(id));
      },
    }),
  ];
}

/** Routes for the owner. */
function manageThreadRoutes(ports: ThreadRoutePorts): Route[] {
  const { threads } = ports;
  return [
    route({
      method: 'patch',
      path: 'threads/:id',
      summary: 'Renames a thread or changes who may read it',
      params: OneThread,
      body: ThreadPatch,
      response: ThreadCard,
      async handle({ user, params, body }) {
        const thread = await threads.owned(user._id, params.id);
        await threads.change(thread, body);
        const renamed = await threads.owned(user._id, thread.id);
        const [card] = await presentCards(ports, [renamed], user._id);
        return card as ThreadCard;
      },
    }),
    route({
      method: 'delete',
      path: 'threads/:id',
      summary: 'Deletes a thread with its notes and answers; its sources stay in the library',
      params: OneThread,
      response: z.object({ _id: z.string() }),
      async handle({ user, params }) {
        const thread = await threads.owned(user._id, params.id);
        await threads.remove(thread);
        await ports.onRemoved(thread.id);
        return { _id: thread.id };
      },
    }),
    route({
      method: 'put',
      path: 'thread/v1/source-metadata/:threadId',
      summary: 'Saves your position in each source of a thread',
      params: z.object({ threadId: z.string().max(200) }),
      body: SourceMetadataBody,
      response: z.object({ kept: z.int() }),
      async handle({ user, params, body }) {
        const thread = await threads.owned(user._id, params.threadId);
        // In the order in which they were opened.
        const now = Date.now() - body.source_metadata.length;
        for (const [at, { sourceId, metadata }] of body.source_metadata.entries())
          await threads.sources.saveMetadata(thread.id, sourceId, metadata, new Date(now + at));
        return { kept: body.source_metadata.length };
      },
    }),
  ];
}

const threadEventsRoute = ({ threads, events }: ThreadRoutePorts): Route =>
  readerRoute({
    method: 'get',
    path: 'threads/:id/events',
    summary:
      'Server-sent events: `source` when a source changes, `thread` when its title or contents change, `gone` when you lose access, and `ping`',
    params: OneThread,
    response: 'text/event-stream',
    async handle({ user, params, koa, signal }) {
      const thread = await threads.visible(user?._id, params.id);
      threadEvents(events, thread, user?._id, koa, signal);
    },
  });
