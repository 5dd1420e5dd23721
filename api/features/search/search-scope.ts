/** Parses a query: its words, where to search, and in which sources. */
import type { z } from 'zod';
import { SourceId, type ThreadId, type UserId } from '#core/contract/id.ts';
import type { SearchQuery } from '#core/contract/search.ts';
import { IN_VALUES, mergeConditions, parseSearch, type InValue } from '#core/text/search-query.ts';
import type { Library } from '#pipeline/library/index.ts';
import { nextDay, startOfDay } from '../accounts/index.ts';
import type { Threads } from '../threads/index.ts';
import { sourcesThatMatch, type SourceConditions } from './matching-sources.ts';

type Query = z.output<typeof SearchQuery>;
export interface ScopePorts {
  threads: Threads;
  library: Library;
  /** the IANA zone in which the user's days begin */
  timeZone(userId: UserId): Promise<string>;
}
export interface SearchScope {
  words: string;
  problems: string[];
  /** owner of the sources; for a shared thread, its owner */
  ownerId: UserId;
  isOwner: boolean;
  thread: { id: ThreadId; url: string } | undefined;
  kinds: ReadonlySet<InValue>;
  /** from this time on, and before that one */
  saved: { from: Date | undefined; before: Date | undefined };
  /** ids in the order of saving, newest first; undefined: nothing narrows the sources */
  sourceIds: SourceId[] | undefined;
  /** as `sourceIds`, regardless of when they were saved */
  aboutIds: SourceId[] | undefined;
  /** the query only excludes sources */
  isNegative: boolean;
}

const NO_LIST =
  'Add words to search in notes, clips, answers and posts. Operators alone list sources.';

const OWNER_ONLY =
  'tag:, folder: and is: find nothing in threads of other people, because they refer to the owner’s library.';

export async function scopeOf(
  ports: ScopePorts,
  userId: UserId,
  query: Query,
): Promise<SearchScope> {
  const { words, conditions, problems } = parseSearch(query.q);
  const merged = mergeConditions(conditions);
  const thread = query.threadId ? await ports.threads.visible(userId, query.threadId) : undefined;
  const ownerId = thread?.ownerId ?? userId;
  const kinds = kindsOf(query.in, merged.in);
  const saved = await savedOf(ports, userId, query, merged);
  const wanted: SourceConditions = {
    ownerId,
    kind: query.type,
    channel: query.channel,
    tags: { ...merged.tags, wanted: [...merged.tags.wanted, ...(query.tag ? [query.tag] : [])] },
    folders: merged.folders,
    sites: merged.sites,
    is: merged.is,
    within: query.sources?.split(',').flatMap((id) => SourceId.safeParse(id.trim()).data ?? []),
  };
  const isListing = words === '' && conditions.length > 0;
  const isOwner = ownerId === userId;
  const isHidden =
    !isOwner &&
    [wanted.tags, wanted.folders, wanted.is].some(
      (it) => it.wanted.length + it.unwanted.length > 0,
    );
  const inThread = thread && { ...wanted, within: await within(ports, thread.id, wanted.within) };
  return {
    words,
    problems: [
      ...problems,
      ...(isListing && !kinds.has('sources') ? [NO_LIST] : []),
      ...(isHidden ? [OWNER_ONLY] : []),
    ],
    ownerId,
    isOwner,
    thread,
    kinds,
    saved,
    sourceIds: isHidden
      ? []
      : await sourcesThatMatch(ports.library, inThread ?? wanted, saved, isListing),
    aboutIds: isHidden ? [] : await sourcesThatMatch(ports.library, wanted),
    isNegative: isNegative(wanted),
  };
}

async function within(
  { threads }: ScopePorts,
  threadId: ThreadId,
  named: readonly SourceId[] | undefined,
): Promise<SourceId[]> {
  const held = await threads.sources.of(threadId);
  const wanted = named && new Set(named);
  return wanted ? held.filter((id) => wanted.has(id)) : held;
}

const isNegative = ({ kind, channel, tags, folders, sites, is, within: named }: SourceConditions) =>
  !kind && !channel && !named && [tags, folders, sites, is].every((it) => it.wanted.length === 0);

/** `in:notes` finds clips too, which are part of the notes. */
function kindsOf(
  wanted: ReadonlySet<string>,
  typed: ReadonlySet<InValue> | undefined,
): ReadonlySet<InValue> {
  return new Set(
    IN_VALUES.filter(
      (it) => wanted.has(it) && (!typed || typed.has(it) || (it === 'clips' && typed.has('notes'))),
    ),
  );
}

async function savedOf(
  { timeZone }: ScopePorts,
  userId: UserId,
  { from, to }: Query,
  { after, before }: { after: string | undefined; before: string | undefined },
): Promise<SearchScope['saved']> {
  if (!from && !to && !after && !before) return { from: undefined, before: undefined };
  const zone = await timeZone(userId);
  const starts = [from, after].flatMap((day) => (day ? [startOfDay(zone, day).getTime()] : []));
  const ends = [
    ...(before ? [startOfDay(zone, before).getTime()] : []),
    ...(to ? [nextDay(zone, startOfDay(zone, to).getTime())] : []),
  ];
  return {
    from: starts.length > 0 ? new Date(Math.max(...starts)) : undefined,
    before: ends.length > 0 ? new Date(Math.min(...ends)) : undefined,
  };
}
