import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Locator, Medium } from '#core/contract/locator.ts';
import type { SourceType } from '#core/contract/source.ts';
import type { IndexHit, PassagePiece, SearchIndex } from '#pipeline/search/index.ts';

/** A source that a question may be answered from. */
export interface AskedSource { _id: SourceId; title: string; medium: Medium; sourceType: SourceType; /** BCP 47 */ language: string }

/** A passage as the answer sees it. `n` is its number, from 1, best first. */
export interface Passage {
  n: number; sourceId: SourceId; title: string; heading: string; text: string; language: string; locator: Locator; pieces: readonly PassagePiece[];
  /** false: it shares no word with the question and is only what the sources begin with */ matched: boolean;
}
export interface RetrieveInput {
  index: SearchIndex; question: string; ownerId: UserId; sources: readonly AskedSource[];
  /** characters of all passages together */ budgetChars: number;
}

const MAX_CANDIDATES = 48;
const MAX_PASSAGES = 16;
const MAX_PASSAGE_CHARS = 6000;
/** Sources whose beginnings stand in when no word of the question is found. */
const MAX_NEAREST = 4;

/** The passages that speak of the question most, from as many of the sources as have something to say. */
export async function retrieve({ index, question, ownerId, sources, budgetChars }: RetrieveInput): Promise<Passage[]> {
  if (sources.length === 0) return [];
  const sourceIds = sources.map((it) => it._id);
  const best = await index.search({ text: question, ownerId, sourceIds, limit: MAX_CANDIDATES, match: 'any' });
  const found = spread([...best, ...await crowdedOut(index, question, ownerId, sourceIds, best)], budgetChars);
  const chosen = found.length > 0 ? found : spread(await nearest(index, ownerId, sources), budgetChars);
  const languages = new Map(sources.map((it) => [it._id, it.language]));
  return chosen.map((hit, at) => ({
    n: at + 1, sourceId: hit.sourceId, title: hit.title, heading: hit.heading, text: clip(hit.text), language: languages.get(hit.sourceId) ?? 'und',
    locator: hit.locator, pieces: hit.pieces, matched: found.length > 0,
  }));
}

const clip = (text: string): string => (text.length <= MAX_PASSAGE_CHARS ? text : text.slice(0, MAX_PASSAGE_CHARS).replace(/[\ud800-\udbff]$/, ''));

/** Best first, but no source takes more than its share while another still has something; what is left goes to the best. */
function spread(hits: readonly IndexHit[], budgetChars: number): IndexHit[] {
  const holders = new Set(hits.map((it) => it.sourceId)).size;
  const share = Math.max(2, Math.ceil((MAX_PASSAGES * 1.5) / Math.max(1, holders)));
  const taken = new Map<string, number>();
  const chosen = new Set<IndexHit>();
  const texts = new Set<string>();
  let left = budgetChars;
  const take = (hit: IndexHit, cap: number) => {
    const already = taken.get(hit.sourceId) ?? 0;
    const size = Math.min(hit.text.length, MAX_PASSAGE_CHARS);
    if (chosen.has(hit) || chosen.size >= MAX_PASSAGES || already >= cap || texts.has(hit.text) || (size > left && chosen.size > 0)) return;
    chosen.add(hit);
    texts.add(hit.text);
    taken.set(hit.sourceId, already + 1);
    left -= size;
  };
  for (const hit of hits) take(hit, share);
  for (const hit of hits) take(hit, Infinity);
  return hits.filter((it) => chosen.has(it)).sort((a, b) => b.score - a.score);
}

/** When a few sources fill the list: the best of those that are not on it. */
async function crowdedOut(index: SearchIndex, question: string, ownerId: UserId, sourceIds: readonly SourceId[], best: readonly IndexHit[]): Promise<IndexHit[]> {
  if (best.length < MAX_CANDIDATES) return [];
  const there = new Set(best.map((it) => it.sourceId));
  const absent = sourceIds.filter((it) => !there.has(it));
  return absent.length === 0 ? [] : index.search({ text: question, ownerId, sourceIds: absent, limit: MAX_PASSAGES, match: 'any' });
}

/** What the sources' own titles lead to: for "what is this about?", and for saying what there is instead. */
async function nearest(index: SearchIndex, ownerId: UserId, sources: readonly AskedSource[]): Promise<IndexHit[]> {
  const lists = await Promise.all(sources.slice(0, MAX_NEAREST).map((source) =>
    index.search({ text: source.title, ownerId, sourceIds: [source._id], limit: 2, match: 'any' })));
  return lists.flat();
}
