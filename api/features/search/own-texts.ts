/**
 * The search over one's own texts: notes, clips, answers. Derived data in an index file of each server's own, which may be deleted
 * at any time. It catches up with the database before it is asked, so that nothing has to be told between machines.
 */
import { createHash } from 'node:crypto';
import type { JSONContent } from '@tiptap/core';
import type { Log } from '#config/log.ts';
import { AnswerId, SourceId, type ThreadId, type UserId } from '#core/contract/id.ts';
import type { IndexHit, SearchIndex } from '#pipeline/search/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Threads } from '../threads/index.ts';
import { answerPassages, notePassages, readKey, type OwnKey, type OwnPassage } from './own-passages.ts';

export interface OwnTextPorts {
  /** of one's own texts alone */ index: SearchIndex;
  threads: Pick<Threads, 'allOf' | 'owners'>; answers: Pick<Answers, 'ended' | 'some'>;
  noteMarks(threadIds: readonly ThreadId[]): Promise<Map<ThreadId, string>>;
  /** the notes as they are on disk */ readNotes(threadId: ThreadId): Promise<JSONContent>;
  log: Log;
}
export interface OwnQuery { text: string; ownerId: UserId; kinds: ReadonlySet<OwnKey['kind']>; threadId?: ThreadId | undefined; /** only what rests on one of these sources */ sourceIds?: ReadonlySet<SourceId> | undefined; /** of these days, `YYYY-MM-DD`; what has no date is left out */ from?: string | undefined; to?: string | undefined; limit: number }
export interface OwnFound { key: OwnKey; threadId: ThreadId; hit: IndexHit }

/** Between two looks at what has changed. */
const FRESH_MS = 1_000;
/** A search waits no longer for what has changed. */
const PATIENCE_MS = 1_500;
const MOST_HITS = 200;

/** A text that an index holds under an id of its own: the notes under their thread's, an answer under its own. */
interface OwnText { mark: number; read(): Promise<OwnPassage[]> }

const NEVER_CHANGES = 1;
const markOf = (text: string): number => Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16);

export class OwnTexts {
  readonly #ports: OwnTextPorts;
  /** what the index holds, by id */ #held: Map<string, number> | undefined;
  /** what was there at the last look, by owner */ readonly #seen = new Map<UserId, Set<string>>();
  readonly #looks = new Map<UserId, { at: number; done: Promise<void> }>();
  #line: Promise<void> = Promise.resolve();
  #closed = false;
  constructor(ports: OwnTextPorts) { this.#ports = ports; }

  /** At start: takes in what is missing of everybody's, and takes out what is gone. */
  async catchUpAll(): Promise<void> {
    const present = new Set<string>();
    for (const ownerId of await this.#ports.threads.owners()) {
      if (this.#closed) return;
      await this.catchUp(ownerId);
      for (const id of this.#seen.get(ownerId) ?? []) present.add(id);
    }
    await this.#inLine(async () => {
      for (const id of (await this.#holdings()).keys()) if (!present.has(id)) await this.#take(id);
    });
  }

  /** Resolves once the index holds what the database held a second ago or later. Faults: `unavailable`. */
  async catchUp(ownerId: UserId): Promise<void> {
    const last = this.#looks.get(ownerId);
    if (last && Date.now() - last.at < FRESH_MS) return last.done;
    const done = this.#inLine(() => this.#look(ownerId));
    this.#looks.set(ownerId, { at: Date.now(), done });
    done.catch(() => this.#looks.delete(ownerId));
    return done;
  }

  /** `behind`: something has changed that is not in the index yet. Faults: `unavailable`. */
  async search({ text, ownerId, kinds, threadId, sourceIds, from, to, limit }: OwnQuery): Promise<{ found: OwnFound[]; behind: boolean }> {
    const { index, threads, answers } = this.#ports;
    const behind = await this.#within(this.catchUp(ownerId));
    const answerIds = threadId && kinds.has('answer') ? await answers.ended([threadId]) : [];
    const scope = threadId ? [threadId, ...answerIds].map((id) => SourceId.parse(id)) : undefined;
    const hits = await index.search({ text, ownerId, limit: MOST_HITS, match: 'all', ...(scope ? { sourceIds: scope } : {}) });
    const wanted = hits.map((hit) => ({ hit, key: readKey(hit.chunkId) }))
      .filter(({ key }) => kinds.has(key.kind) && (!sourceIds || key.sources.some((id) => sourceIds.has(id)))
        && (!from || (key.day !== null && key.day >= from)) && (!to || (key.day !== null && key.day <= to)));
    // The index may be behind; whether something is still there, and where, the database alone says.
    const there = new Set((threadId ? [threadId] : (await threads.allOf(ownerId)).map((it) => it.id)) as string[]);
    const threadOf = new Map((await answers.some(wanted.flatMap(({ key }) => (key.kind === 'answer' ? [AnswerId.parse(key.id)] : [])))).map((it) => [it._id as string, it.thread_id]));
    const found = wanted.flatMap(({ hit, key }): OwnFound[] => {
      const home = key.kind === 'answer' ? threadOf.get(key.id) : hit.sourceId as string as ThreadId;
      return home && there.has(home) ? [{ key, hit, threadId: home }] : [];
    });
    const answered = new Set(found.filter(({ key }) => key.kind === 'answer').flatMap(({ key, hit }) => [key.id, hit.text]));
    // An answer that was put into the notes is one hit.
    return { found: found.filter(({ key, hit }) => key.kind === 'answer' || !(answered.has(key.id) || answered.has(hit.text))).slice(0, limit), behind };
  }

  /** Answers when what runs has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#line;
    await this.#ports.index.close();
  }

  async #look(ownerId: UserId): Promise<void> {
    const present = await this.#present(ownerId);
    const held = await this.#holdings();
    for (const id of this.#seen.get(ownerId) ?? []) if (!present.has(id)) await this.#take(id);
    this.#seen.set(ownerId, new Set(present.keys()));
    for (const [id, { mark, read }] of present) {
      if (this.#closed) return;
      if (held.get(id) === mark) continue;
      try {
        await this.#put(ownerId, id, mark, await read());
      } catch (error) {
        this.#ports.log.warn({ id, err: error }, 'a text could not be taken into the search; it is tried again');
      }
    }
  }

  async #present(ownerId: UserId): Promise<Map<string, OwnText>> {
    const { threads, answers, noteMarks, readNotes } = this.#ports;
    const threadIds = (await threads.allOf(ownerId)).map((it) => it.id);
    const [marks, ended] = await Promise.all([noteMarks(threadIds), answers.ended(threadIds)]);
    const present = new Map<string, OwnText>();
    for (const [threadId, mark] of marks) present.set(threadId, { mark: markOf(mark), read: async () => notePassages(await readNotes(threadId)) });
    for (const id of ended) present.set(id, { mark: NEVER_CHANGES, read: async () => (await answers.some([id])).flatMap(answerPassages) });
    return present;
  }

  async #put(ownerId: UserId, id: string, mark: number, passages: readonly OwnPassage[]): Promise<void> {
    const { detect } = await import('tinyld/light');
    const sourceId = SourceId.parse(id);
    await this.#ports.index.replace(
      { sourceId, ownerId, version: mark, sourceType: 'web', title: '', language: detect(passages.map((it) => it.text).join('\n').slice(0, 4000)) || 'und' },
      passages.map((it, ordinal) => ({ ...it, sourceId, version: mark, ordinal, pieces: [] })),
    );
    this.#held?.set(id, mark);
  }
  async #take(id: string): Promise<void> {
    await this.#ports.index.remove(SourceId.parse(id));
    this.#held?.delete(id);
  }

  /** Asked of the index again when it does not hold what it was given: its file was deleted, or put anew. */
  async #holdings(): Promise<Map<string, number>> {
    const { sources } = await this.#ports.index.counts();
    if (this.#held?.size !== sources) this.#held = new Map((await this.#ports.index.held()).map((it) => [it.sourceId, it.version]));
    return this.#held;
  }

  /** One look at a time: two would write the same. */
  #inLine(work: () => Promise<void>): Promise<void> {
    const done = this.#line.then(work);
    this.#line = done.catch((error: unknown) => this.#ports.log.warn({ err: error }, 'one\'s own texts could not be looked through'));
    return done;
  }

  /** Whether it takes longer than a search waits. */
  async #within(work: Promise<void>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => { timer = setTimeout(() => resolve(true), PATIENCE_MS); });
    return Promise.race([work.then(() => false), late]).finally(() => clearTimeout(timer));
  }
}
