/**
 * The search over one's own texts: notes, clips, answers, posts. Derived data in an index file of
 * each server's own, which may be deleted at any time. It catches up with the database before it is
 * asked, so that nothing has to be told between machines.
 */
import { setImmediate } from 'node:timers/promises';
import type { JSONContent } from '@tiptap/core';
import type { Log } from '#config/log.ts';
import { AnswerId, PostId, SourceId, ThreadId, type UserId } from '#core/contract/id.ts';
import { PostStatus } from '#core/contract/post.ts';
import { sha256 } from '#config/sha256.ts';
import type { IndexHit, SearchIndex } from '#pipeline/search/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Posts } from '../posts/index.ts';
import type { ThreadName, Threads } from '../threads/index.ts';
import {
  answerPassages,
  notePassages,
  postPassages,
  readKey,
  type PersonalContent,
  type PersonalKey,
  type PersonalPassage,
} from './personal-passages.ts';

export interface PersonalIndexPorts {
  /** of one's own texts alone */
  index: SearchIndex<PersonalContent>;
  threads: Pick<Threads, 'allOf' | 'some' | 'owners'>;
  answers: Pick<Answers, 'ended' | 'some' | 'threadsOf'>;
  posts: Pick<Posts, 'marksOf' | 'some'>;
  noteMarks(threadIds: readonly ThreadId[]): Promise<Map<ThreadId, string>>;
  /** the notes as they are on disk */
  readNotes(threadId: ThreadId): Promise<JSONContent>;
  log: Log;
}
export interface PersonalQuery {
  text: string;
  ownerId: UserId;
  kinds: ReadonlySet<PersonalKey['kind']>;
  threadId?: ThreadId | undefined;
  /** only what rests on one of these sources */
  sourceIds?: ReadonlySet<SourceId> | undefined;
  /** of these days, `YYYY-MM-DD`; what has no date is left out */
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
}
export interface PersonalHit {
  key: PersonalKey;
  thread: ThreadName;
  /** of a post */
  post?: { slug: string; title: string; isPublished: boolean };
  hit: IndexHit<PersonalContent>;
}

/** Between two looks at what has changed. */
const FRESH_MS = 1_000;
/** A search waits no longer for what has changed. */
const PATIENCE_MS = 600;
/** Answers and posts that are read by one statement: each may have 200,000 characters. */
const READ_AT_ONCE = 5;
const MOST_HITS = 200;
/**
 * Characters of a hit; an answer may have 200,000, and copying 200 of them from the index's thread
 * holds the server.
 */
const MOST_TEXT = 4_000;

/**
 * How passages are kept. Raising it has every text indexed again at the next start, as the marks of
 * what is held no longer match.
 */
const FORMAT = 2;
const markOf = (text: string): number =>
  Number.parseInt(sha256(`${FORMAT} ${text}`).slice(0, 12), 16);
/** of an answer, which never changes */
const ANSWER_MARK = FORMAT;
interface Look {
  at: number;
  isDone: boolean;
  done: Promise<void>;
}

/** The notes of a thread are held under the thread's id, an answer under its own. */
export class PersonalIndex {
  readonly #ports: PersonalIndexPorts;
  /** the mark of what the index holds, by id */
  #held: Map<string, number> | undefined;
  /** what cannot be read as it is now, by id */
  readonly #unreadable = new Map<string, number>();
  /** what was there at the last look, by owner */
  readonly #seen = new Map<UserId, Set<string>>();
  readonly #looks = new Map<UserId, Look>();
  #closed = false;
  constructor(ports: PersonalIndexPorts) {
    this.#ports = ports;
  }

  /** At start: takes in what is missing of everybody's, and takes out what is gone. */
  async catchUpAll(): Promise<void> {
    const present = new Set<string>();
    for (const ownerId of await this.#ports.threads.owners()) {
      if (this.#closed) return;
      await this.#catchUp(ownerId).done;
      for (const id of this.#seen.get(ownerId) ?? []) present.add(id);
    }
    for (const id of (await this.#holdings()).keys()) if (!present.has(id)) await this.#take(id);
  }

  /** `behind`: something has changed that is not in the index yet. Faults: `unavailable`. */
  async search({
    text,
    ownerId,
    kinds,
    threadId,
    sourceIds,
    from,
    to,
    limit,
  }: PersonalQuery): Promise<{ found: PersonalHit[]; behind: boolean }> {
    const { index, threads, answers, posts } = this.#ports;
    const behind = await this.#isBehind(ownerId);
    const answerIds = threadId && kinds.has('answer') ? await answers.ended([threadId]) : [];
    const postIds =
      threadId && kinds.has('post')
        ? (await posts.marksOf(ownerId)).flatMap((it) => (it.threadId === threadId ? [it.id] : []))
        : [];
    const scope = threadId
      ? [threadId, ...answerIds, ...postIds].map((id) => SourceId.parse(id))
      : undefined;
    const hits = await index.search({
      text,
      ownerId,
      limit: MOST_HITS,
      maxTextLength: MOST_TEXT,
      match: 'all',
      ...(scope ? { sourceIds: scope } : {}),
    });
    const wanted = hits
      .map((hit) => ({ hit, key: readKey(hit.chunkId) }))
      .filter(
        ({ key }) =>
          kinds.has(key.kind) &&
          (!sourceIds || key.sources.some((id) => sourceIds.has(id))) &&
          (!from || (key.day !== null && key.day >= from)) &&
          (!to || (key.day !== null && key.day <= to)),
      );
    // The index may be behind; whether something is still there, and where, the database alone
    // says.
    const homes = await answers.threadsOf(
      wanted.flatMap(({ key }) => (key.kind === 'answer' ? [AnswerId.parse(key.id)] : [])),
    );
    const postsThere = new Map(
      (
        await posts.some([
          ...new Set(
            wanted.flatMap(({ key }) => (key.kind === 'post' ? [PostId.parse(key.id)] : [])),
          ),
        ])
      )
        .filter((it) => it.status !== PostStatus.deleted)
        .map((it) => [String(it.id), it]),
    );
    const placed = wanted.flatMap(({ hit, key }) => {
      const home =
        key.kind === 'answer'
          ? homes.get(AnswerId.parse(key.id))
          : key.kind === 'post'
            ? postsThere.get(key.id)?.threadId
            : ThreadId.parse(hit.sourceId);
      return home && (!threadId || home === threadId) ? [{ key, hit, home }] : [];
    });
    const there = new Map(
      (await threads.some([...new Set(placed.map((it) => it.home))])).map((it) => [it.id, it]),
    );
    const found = placed.flatMap(({ key, hit, home }): PersonalHit[] => {
      const thread = there.get(home);
      const post = postsThere.get(key.id);
      return thread
        ? [
            {
              key,
              hit,
              thread,
              ...(post
                ? {
                    post: {
                      slug: post.slug,
                      title: post.title,
                      isPublished: post.status === PostStatus.published,
                    },
                  }
                : {}),
            },
          ]
        : [];
    });
    const answered = new Set(
      found
        .filter(({ key }) => key.kind === 'answer')
        .flatMap(({ key, hit }) => [key.id, hit.text]),
    );
    // An answer that was put into the notes is one hit.
    const shown = new Set<string>();
    const once = found.filter(({ key, hit }) => {
      if (key.kind !== 'post')
        return key.kind === 'answer' || !(answered.has(key.id) || answered.has(hit.text));
      // Of a post the best part alone.
      const isFirst = !shown.has(key.id);
      shown.add(key.id);
      return isFirst;
    });
    return { found: once.slice(0, limit), behind };
  }

  /** Answers when what runs has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#looks.values()].map((look) => look.done));
    await this.#ports.index.close();
  }

  /** One look at a time for each owner. Faults: `unavailable`. */
  #catchUp(ownerId: UserId): Look {
    const last = this.#looks.get(ownerId);
    if (last && (!last.isDone || Date.now() - last.at < FRESH_MS)) return last;
    const look: Look = {
      at: Date.now(),
      isDone: false,
      done: this.#look(ownerId).finally(() => {
        look.isDone = true;
      }),
    };
    look.done.catch((error: unknown) => {
      this.#looks.delete(ownerId);
      this.#ports.log.warn({ err: error }, "one's own texts could not be looked through");
    });
    this.#looks.set(ownerId, look);
    return look;
  }

  async #isBehind(ownerId: UserId): Promise<boolean> {
    const look = this.#catchUp(ownerId);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(true), Math.max(0, look.at + PATIENCE_MS - Date.now()));
    });
    return Promise.race([look.done.then(() => false), late]).finally(() => clearTimeout(timer));
  }

  async #look(ownerId: UserId): Promise<void> {
    const { threads, answers, posts, noteMarks, readNotes } = this.#ports;
    const threadIds = (await threads.allOf(ownerId)).map((it) => it.id);
    const [marks, ended, postMarks] = await Promise.all([
      noteMarks(threadIds),
      answers.ended(threadIds),
      posts.marksOf(ownerId),
    ]);
    const held = await this.#holdings();
    const present = new Set<string>([...marks.keys(), ...ended, ...postMarks.map((it) => it.id)]);
    for (const id of this.#seen.get(ownerId) ?? []) if (!present.has(id)) await this.#take(id);
    this.#seen.set(ownerId, present);

    const isMissing = (id: string, mark: number) =>
      held.get(id) !== mark && this.#unreadable.get(id) !== mark;
    for (const [threadId, text] of marks) {
      const mark = markOf(text);
      if (this.#closed) return;
      if (isMissing(threadId, mark))
        await this.#put(ownerId, { id: threadId, mark, type: 'note' }, async () =>
          notePassages(await readNotes(threadId)),
        );
    }
    const changed = new Map(
      postMarks
        .map(({ id, updatedAt }) => [id, markOf(updatedAt.toISOString())] as const)
        .filter(([id, mark]) => isMissing(id, mark)),
    );
    const postIds = [...changed.keys()];
    for (let from = 0; from < postIds.length && !this.#closed; from += READ_AT_ONCE) {
      for (const post of await posts.some(postIds.slice(from, from + READ_AT_ONCE))) {
        await this.#put(
          ownerId,
          { id: post.id, mark: changed.get(post.id) ?? 0, type: 'post' },
          () => Promise.resolve(postPassages(post)),
        );
      }
    }
    const missing = ended.filter((id) => isMissing(id, ANSWER_MARK));
    for (let from = 0; from < missing.length && !this.#closed; from += READ_AT_ONCE) {
      for (const answer of await answers.some(missing.slice(from, from + READ_AT_ONCE)))
        await this.#put(ownerId, { id: answer._id, mark: ANSWER_MARK, type: 'answer' }, async () =>
          answerPassages(answer),
        );
    }
  }

  async #put(
    ownerId: UserId,
    { id, mark, type }: { id: string; mark: number; type: PersonalContent },
    read: () => Promise<PersonalPassage[]>,
  ): Promise<void> {
    const passages = await read().catch((error: unknown) => {
      this.#ports.log.warn(
        { id, err: error },
        "a text of one's own cannot be read, and so not be searched",
      );
    });
    if (!passages) {
      this.#unreadable.set(id, mark);
      return;
    }
    const { detect } = await import('tinyld/light');
    // Reading a long text takes a part of a second: others have their turn between two.
    await setImmediate();
    const sourceId = SourceId.parse(id);
    await this.#ports.index.replace(
      {
        sourceId,
        ownerId,
        version: mark,
        sourceType: type,
        title: '',
        language:
          detect(
            passages
              .map((it) => it.text)
              .join('\n')
              .slice(0, 4000),
          ) || 'und',
      },
      passages.map((it, ordinal) => ({ ...it, sourceId, version: mark, ordinal, pieces: [] })),
    );
    this.#held?.set(id, mark);
  }
  async #take(id: string): Promise<void> {
    await this.#ports.index.remove(SourceId.parse(id));
    this.#held?.delete(id);
  }

  /**
   * Adds content to the index again if it is missing there, because its file was deleted or
   * replaced.
   */
  async #holdings(): Promise<Map<string, number>> {
    const { sources } = await this.#ports.index.counts();
    if (this.#held?.size !== sources)
      this.#held = new Map((await this.#ports.index.held()).map((it) => [it.sourceId, it.version]));
    return this.#held;
  }
}
