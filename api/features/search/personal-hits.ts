import { AnswerId, PostId, ThreadId } from '#core/contract/id.ts';
import { PostStatus } from '#core/contract/post.ts';
import type { IndexHit } from '#pipeline/search/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Posts } from '../posts/index.ts';
import type { ThreadName, Threads } from '../threads/index.ts';
import type { PersonalContent, PersonalKey } from './personal-passages.ts';

export interface KeyedHit {
  key: PersonalKey;
  hit: IndexHit<PersonalContent>;
}
export interface PersonalHit extends KeyedHit {
  thread: ThreadName;
  /** Set if the hit is part of a post. */
  post?: { slug: string; title: string; isPublished: boolean };
}
export interface HitPorts {
  threads: Pick<Threads, 'some'>;
  answers: Pick<Answers, 'threadsOf'>;
  posts: Pick<Posts, 'some'>;
}

/**
 * Looks up the threads and posts of hits in the database, because the index may be out of date.
 * Drops hits whose text was deleted or, with `threadId`, is in another thread.
 */
export async function locateHits(
  { threads, answers, posts }: HitPorts,
  hits: readonly KeyedHit[],
  threadId?: ThreadId,
): Promise<PersonalHit[]> {
  const idsOf = (kind: PersonalKey['kind']) =>
    hits.flatMap(({ key }) => (key.kind === kind ? [key.id] : []));
  const answerThreads = await answers.threadsOf(idsOf('answer').map((id) => AnswerId.parse(id)));
  const postRows = await posts.some([...new Set(idsOf('post'))].map((id) => PostId.parse(id)));
  const postById = new Map(
    postRows
      .filter((post) => post.status !== PostStatus.deleted)
      .map((post) => [String(post.id), post]),
  );
  const threadOf = ({ key, hit }: KeyedHit) => {
    if (key.kind === 'answer') return answerThreads.get(AnswerId.parse(key.id));
    if (key.kind === 'post') return postById.get(key.id)?.threadId;
    return ThreadId.parse(hit.sourceId);
  };
  const located = hits.flatMap((hit) => {
    const inThread = threadOf(hit);
    return inThread && (!threadId || inThread === threadId) ? [{ ...hit, inThread }] : [];
  });
  const rows = await threads.some([...new Set(located.map((it) => it.inThread))]);
  const threadById = new Map(rows.map((thread) => [thread.id, thread]));
  return located.flatMap(({ key, hit, inThread }): PersonalHit[] => {
    const thread = threadById.get(inThread);
    const post = postById.get(key.id);
    if (!thread) return [];
    return [{ key, hit, thread, ...(post ? { post: presentPost(post) } : {}) }];
  });
}

const presentPost = ({ slug, title, status }: Awaited<ReturnType<Posts['some']>>[number]) => ({
  slug,
  title,
  isPublished: status === PostStatus.published,
});

/**
 * Keeps one hit of an answer that was also inserted into the notes, and only the best hit of each
 * post.
 */
export function withoutRepeats(hits: readonly PersonalHit[]): PersonalHit[] {
  const answered = new Set(
    hits.filter(({ key }) => key.kind === 'answer').flatMap(({ key, hit }) => [key.id, hit.text]),
  );
  const posts = new Set<string>();
  return hits.filter(({ key, hit }) => {
    if (key.kind !== 'post')
      return key.kind === 'answer' || !(answered.has(key.id) || answered.has(hit.text));
    const isFirst = !posts.has(key.id);
    posts.add(key.id);
    return isFirst;
  });
}
