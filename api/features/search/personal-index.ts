/**
 * Search in a person's own texts: notes, clips, answers, posts. Each server has its own index file,
 * which may be deleted at any time. It catches up with the database before each search, so that
 * servers need not notify each other.
 */
import { setImmediate } from 'node:timers/promises';
import type { JSONContent } from '@tiptap/core';
import type { Log } from '#config/log.ts';
import { SourceId, type ThreadId, type UserId } from '#core/contract/id.ts';
import { sha256 } from '#config/sha256.ts';
import type { EmbeddedIndex, IndexHit } from '#pipeline/search/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Posts } from '../posts/index.ts';
import type { Threads } from '../threads/index.ts';
import { IndexHoldings } from './index-holdings.ts';
import { OwnDataSync, type OwnDataPorts } from './own-data-sync.ts';
import { matches, type PersonalQuery } from './personal-query.ts';
import { locateHits, withoutRepeats, type PersonalHit } from './personal-hits.ts';
import {
  answerPassages,
  notePassages,
  postPassages,
  readKey,
  type PersonalContent,
  type PersonalPassage,
} from './personal-passages.ts';

export interface PersonalIndexPorts {
  /** The index of personal content. */
  index: EmbeddedIndex<PersonalContent>;
  library: OwnDataPorts['library'];
  threads: Pick<Threads, 'allOf' | 'some' | 'owners'>;
  answers: Pick<Answers, 'ended' | 'some' | 'threadsOf'>;
  posts: Pick<Posts, 'marksOf' | 'some'>;
  noteMarks(threadIds: readonly ThreadId[]): Promise<Map<ThreadId, string>>;
  /** Returns the notes as they are on disk. */
  readNotes(threadId: ThreadId): Promise<JSONContent>;
  log: Log;
}
/** Time between two checks for changes. */
const FRESH_MS = 1_000;
/** The longest that a search waits for changes. */
const PATIENCE_MS = 600;
/** Answers and posts read by one statement. Each may have 200,000 characters. */
const READ_AT_ONCE = 5;
const MOST_HITS = 200;
/**
 * Characters of a hit. An answer may have 200,000, and copying 200 of these from the index thread
 * would block the server.
 */
const MOST_TEXT = 4_000;

/**
 * The format of passages. After an increase, every text is indexed again at the next start, because
 * the stored marks no longer match.
 */
const FORMAT = 3;
const markOf = (text: string): number =>
  Number.parseInt(sha256(`${FORMAT} ${text}`).slice(0, 12), 16);
/** The mark of answers, which never change. */
const ANSWER_MARK = FORMAT;
interface Look {
  at: number;
  isDone: boolean;
  done: Promise<void>;
}

/** The notes of a thread are held under the thread's id, an answer under its own. */
export class PersonalIndex {
  readonly #ports: PersonalIndexPorts;
  readonly #holdings: IndexHoldings;
  readonly #ownData: OwnDataSync;
  /** The marks of texts that cannot be read, by id. */
  readonly #unreadable = new Map<string, number>();
  /** The ids that existed at the last check, by owner. */
  readonly #seen = new Map<UserId, Set<string>>();
  readonly #looks = new Map<UserId, Look>();
  #closed = false;
  constructor(ports: PersonalIndexPorts) {
    this.#ports = ports;
    this.#holdings = new IndexHoldings(ports.index);
    this.#ownData = new OwnDataSync({ ...ports, holdings: this.#holdings });
  }

  /** Call it at start: adds the missing texts of all people and removes deleted ones. */
  async catchUpAll(): Promise<void> {
    const present = new Set<string>();
    for (const ownerId of await this.#ports.threads.owners()) {
      if (this.#closed) return;
      await this.#catchUp(ownerId).done;
      for (const id of this.#seen.get(ownerId) ?? []) present.add(id);
    }
    const held = await this.#holdings.read();
    await this.#holdings.takeMany([...held.keys()].filter((id) => !present.has(id)));
  }

  /** `behind`: some changes are not in the index yet. Faults: `unavailable`. */
  async search(query: PersonalQuery): Promise<{ found: PersonalHit[]; behind: boolean }> {
    const behind = await this.#isBehind(query.ownerId);
    const scope = query.threadId ? await this.#idsIn(query.threadId, query) : undefined;
    const hits = await this.#ports.index.search({
      text: query.text,
      ownerId: query.ownerId,
      limit: MOST_HITS,
      maxTextLength: MOST_TEXT,
      match: 'all',
      sourceTypes: ['note', 'answer', 'post'],
      ...(scope ? { sourceIds: scope } : {}),
    });
    const matching = hits
      .map((hit) => ({ hit, key: readKey(hit.chunkId) }))
      .filter(({ key }) => matches(key, query));
    const located = await locateHits(this.#ports, matching, query.threadId);
    return { found: withoutRepeats(located).slice(0, query.limit), behind };
  }

  /** Returns passages of data that the owner added to sources. Faults: `unavailable`. */
  async searchOwnData({
    text,
    ownerId,
    sourceIds,
  }: Pick<PersonalQuery, 'text' | 'ownerId' | 'sourceIds'>): Promise<{
    found: IndexHit<PersonalContent>[];
    behind: boolean;
  }> {
    const behind = await this.#isBehind(ownerId);
    const found = await this.#ports.index.search({
      text,
      ownerId,
      limit: MOST_HITS,
      match: 'all',
      sourceTypes: ['source'],
      ...(sourceIds ? { sourceIds: [...sourceIds] } : {}),
    });
    return { found, behind };
  }

  /** Brings the index up to date, without waiting for it. */
  refresh(ownerId: UserId): void {
    if (!this.#closed) this.#catchUp(ownerId);
  }

  /** The ids under which the index holds the texts of a thread. */
  async #idsIn(threadId: ThreadId, { ownerId, kinds }: PersonalQuery): Promise<SourceId[]> {
    const { answers, posts } = this.#ports;
    const answerIds = kinds.has('answer') ? await answers.ended([threadId]) : [];
    const postIds = kinds.has('post')
      ? (await posts.marksOf(ownerId)).flatMap((it) => (it.threadId === threadId ? [it.id] : []))
      : [];
    return [threadId, ...answerIds, ...postIds].map((id) => SourceId.parse(id));
  }

  /** Resolves when running checks have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#looks.values()].map((look) => look.done));
    await this.#ports.index.close();
  }

  /** Runs one check at a time for each owner. Faults: `unavailable`. */
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
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(true), Math.max(0, look.at + PATIENCE_MS - Date.now()));
    });
    return Promise.race([look.done.then(() => false), timeout]).finally(() => clearTimeout(timer));
  }

  async #look(ownerId: UserId): Promise<void> {
    const { threads, answers, posts, noteMarks, readNotes } = this.#ports;
    const threadIds = (await threads.allOf(ownerId)).map((it) => it.id);
    const [marks, ended, postMarks] = await Promise.all([
      noteMarks(threadIds),
      answers.ended(threadIds),
      posts.marksOf(ownerId),
    ]);
    const ownData = await this.#ownData.sync(ownerId, () => this.#closed);
    const holdings = await this.#holdings.read();
    const present = new Set<string>([
      ...marks.keys(),
      ...ended,
      ...postMarks.map((it) => it.id),
      ...ownData,
    ]);
    const gone = [...(this.#seen.get(ownerId) ?? [])].filter((id) => !present.has(id));
    await this.#holdings.takeMany(gone);
    this.#seen.set(ownerId, present);

    const isMissing = (id: string, mark: number) =>
      holdings.get(id) !== mark && this.#unreadable.get(id) !== mark;
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
    // Reading a long text takes part of a second. Other requests run between two texts.
    await setImmediate();
    const sourceId = SourceId.parse(id);
    const language = detect(
      passages
        .map((it) => it.text)
        .join('\n')
        .slice(0, 4000),
    );
    await this.#holdings.putMany([
      {
        source: {
          sourceId,
          ownerId,
          version: mark,
          sourceType: type,
          title: '',
          language: language || 'und',
        },
        chunks: passages.map((it, ordinal) => ({
          ...it,
          sourceId,
          version: mark,
          ordinal,
          pieces: [],
        })),
      },
    ]);
  }
}
