import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { Follow, FollowChange, NewFollow } from '#core/contract/follow.ts';
import { FollowId, type UserId } from '#core/contract/id.ts';
import type { Follows, FollowRow } from '#pipeline/library/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';

interface FollowedListing {
  /** of the listing itself, where a page names it or it has moved */
  url: string;
  title: string;
}
export interface FollowRoutePorts {
  follows: Follows;
  threads: Threads;
  /** Opens a listing to see what it is. Faults: those of fetching; `bad_request` if it is none. */
  openListing(url: string, signal: AbortSignal): Promise<FollowedListing>;
  /** Begins a check at once. False if another process was first. */
  check(follow: FollowRow): Promise<boolean>;
}

const MOST_FOLLOWS = 1_000;
const LONGEST_OPENING_MS = 60_000;
const OneFollow = z.object({ id: FollowId });

/** Feeds, channels, playlists, searches and sitemaps that a person follows. */
export function followRoutes(ports: FollowRoutePorts): Route[] {
  return [...listRoutes(ports), ...oneFollowRoutes(ports)];
}

function presentFollow(row: FollowRow): Follow {
  const { checkedAt, error, threadId, since, max, match } = row;
  return {
    _id: row.id,
    url: row.url,
    title: row.title,
    state: row.state,
    every: row.every,
    tags: row.tags,
    items: row.items,
    createdAt: new Date(row.createdAt).toISOString(),
    ...(since === null ? {} : { since }),
    ...(threadId === null ? {} : { threadId }),
    ...(max === null ? {} : { max }),
    ...(match === null ? {} : { match }),
    ...(checkedAt === null ? {} : { checkedAt: new Date(checkedAt).toISOString() }),
    ...(row.state === 'ended' ? {} : { nextAt: new Date(row.nextAt).toISOString() }),
    ...(error === null ? {} : { error }),
  };
}

async function ownedFollow(follows: Follows, ownerId: UserId, id: FollowId): Promise<FollowRow> {
  const row = await follows.find(ownerId, id);
  if (!row) throw new Fault('absent', { message: 'Follow not found.' });
  return row;
}

/** Opens a listing once before it is followed, so that a wrong address is refused at once. */
async function openFirst(
  { openListing }: FollowRoutePorts,
  url: string,
  signal: AbortSignal,
): Promise<FollowedListing> {
  const deadline = AbortSignal.timeout(LONGEST_OPENING_MS);
  try {
    return await openListing(url, AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (deadline.aborted) throw new Fault('timed_out', { cause: error });
    if (error instanceof Fault && error.code === 'bad_request')
      throw new Fault('unsupported_url', {
        message:
          'No feed, channel, playlist or sitemap was found at this address. Enter the address of a feed.',
        cause: error,
      });
    throw error;
  }
}

function listRoutes(ports: FollowRoutePorts): Route[] {
  const { follows, threads, check } = ports;
  return [
    route({
      method: 'get',
      path: 'follows',
      summary: 'Feeds and other listings that are followed, by title',
      response: z.object({ docs: z.array(Follow) }),
      async handle({ user }) {
        return { docs: (await follows.list(user._id)).map(presentFollow) };
      },
    }),
    route({
      method: 'post',
      path: 'follows',
      summary:
        'Follows a feed, channel, playlist, search or sitemap: each new item becomes a source',
      body: NewFollow,
      response: Follow,
      status: 201,
      async handle({ user, body, signal }) {
        const thread = body.threadId && (await threads.owned(user._id, body.threadId));
        if ((await follows.list(user._id)).length >= MOST_FOLLOWS)
          throw new Fault('conflict', {
            message: `You follow ${MOST_FOLLOWS} addresses already. Remove one to follow another.`,
          });
        const { url, title } = await openFirst(ports, body.url, signal);
        const row = await follows.create({
          ownerId: user._id,
          threadId: thread?.id ?? null,
          url,
          title,
          every: body.every,
          since: body.since ?? null,
          max: body.max ?? null,
          match: body.match ?? null,
          tags: body.tags,
        });
        await check(row);
        return presentFollow(await ownedFollow(follows, user._id, row.id));
      },
    }),
  ];
}

function oneFollowRoutes({ follows, threads, check }: FollowRoutePorts): Route[] {
  return [
    route({
      method: 'patch',
      path: 'follows/:id',
      summary: 'Changes how a listing is followed',
      params: OneFollow,
      body: FollowChange,
      response: Follow,
      async handle({ user, params, body }) {
        if (body.threadId) await threads.owned(user._id, body.threadId);
        const row = await ownedFollow(follows, user._id, params.id);
        return presentFollow(await follows.change(row, body));
      },
    }),
    route({
      method: 'delete',
      path: 'follows/:id',
      summary: 'Stops following; sources that were added stay',
      params: OneFollow,
      response: z.object({ _id: FollowId }),
      async handle({ user, params }) {
        const { id } = await ownedFollow(follows, user._id, params.id);
        await follows.remove(id);
        return { _id: id };
      },
    }),
    route({
      method: 'post',
      path: 'follows/:id/check',
      summary: 'Checks a followed listing now, also one that has ended',
      params: OneFollow,
      response: Follow,
      async handle({ user, params }) {
        await check(await ownedFollow(follows, user._id, params.id));
        return presentFollow(await ownedFollow(follows, user._id, params.id));
      },
    }),
  ];
}
