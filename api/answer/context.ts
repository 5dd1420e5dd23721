/**
 * Collects the passages for a feature within a budget: all of small sources, the relevant parts of
 * large ones.
 */
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { Retriever } from '#pipeline/search/index.ts';
import type { Budget } from './budget.ts';
import type { AiRequest, ContextMode } from './contract.ts';
import { createFence, fencePassages } from './prompt.ts';
import {
  numbered,
  seek,
  spread,
  type AskedSource,
  type Candidate,
  type Passage,
  type Sought,
} from './retrieve.ts';
import { sampleEvenly } from './sample-evenly.ts';

/**
 * Passages of the sources in their order. A source whose text is longer than `mostChars` is left
 * out.
 */
export type PassagesOf = (
  ownerId: UserId,
  sourceIds: readonly SourceId[],
  mostChars: number,
) => Promise<ReadonlyMap<SourceId, readonly Omit<Candidate, 'matched'>[]>>;
export interface ContextPorts {
  retriever: Retriever;
  passagesOf: PassagesOf;
}
export interface Context {
  passages: Passage[];
  /** found by the question, best first */
  best: Passage[];
  /** which part of the search was unavailable, as a sentence */
  reduced?: string;
}
/** The context of a feature that uses no passages. */
export const EMPTY_CONTEXT: Context = { passages: [], best: [] };
export interface PassageRequest extends Sought {
  about?: AiRequest['about'];
  /** `rank`: best first. `reading`: by source in reading order, small sources in full */
  order: 'rank' | 'reading';
}

/** The most sources that are checked for being small. */
const MAX_SMALL_SOURCES = 12;
const SMALL_CHARS = 12_000;
const MAX_WHOLE_SOURCES = 200;
const MOST_CHARS = 8_000_000;
/** characters read per token of the budget, so that long sources can use what short ones leave */
const ROUGH_CHARS = 12;
const LEAST_ROUGH_CHARS = 10_000;
/** passages before and after a clip */
const AROUND = 2;
const ABOUT_CHARS = 1_000;

export async function gatherPassages(
  ports: ContextPorts,
  gathering: ContextMode,
  wanted: PassageRequest,
  budget: Budget,
): Promise<Context> {
  switch (gathering) {
    case 'none':
      return { passages: [], best: [] };
    case 'whole':
      return wholeSources(ports, wanted, budget);
    case 'about':
      return aroundClip(ports, wanted, budget);
    case 'question':
      return forQuestion(ports, wanted, budget, []);
  }
}

/**
 * Returns a function that measures a passage as it appears in the prompt, with its fence and
 * position.
 */
async function sizerOf(
  candidates: readonly Candidate[],
  sources: readonly AskedSource[],
  budget: Budget,
): Promise<(it: Candidate) => number> {
  const fence = createFence();
  const written = new Map(
    numbered(candidates, sources).map((passage, at) => [
      candidates[at],
      `${fencePassages([passage], fence)}\n`,
    ]),
  );
  const size = await budget.sizer([...written.values()]);
  const sizes = new Map<Candidate, number>();
  return (it) => {
    const known = sizes.get(it) ?? size(written.get(it) ?? it.text);
    sizes.set(it, known);
    return known;
  };
}

/** `first`: passages that are chosen before all others. */
async function forQuestion(
  { retriever, passagesOf }: ContextPorts,
  wanted: PassageRequest,
  budget: Budget,
  first: readonly Candidate[],
): Promise<Context> {
  const { sources, order } = wanted;
  const mayBeSmall =
    order === 'reading' && sources.length <= MAX_SMALL_SOURCES ? sources.map((it) => it._id) : [];
  const [{ found, ...reduced }, small] = await Promise.all([
    seek(retriever, wanted),
    passagesOf(wanted.ownerId, mayBeSmall, SMALL_CHARS),
  ]);
  const ids = new Set(first.map((it) => it.id));
  const rest = found.filter((it) => !ids.has(it.id));
  const matched = new Set(found.flatMap((it) => (it.matched ? [it.id] : [])));
  const wholes = new Map(
    [...small].map(([id, list]) => [
      id,
      list.map((it): Candidate => ({ ...it, matched: matched.has(it.id) })),
    ]),
  );
  const sizeOf = await sizerOf(
    [...first, ...rest, ...[...wholes.values()].flat()],
    sources,
    budget,
  );
  const sizeOfAll = (list: readonly Candidate[]) => list.reduce((sum, it) => sum + sizeOf(it), 0);
  let remaining = budget.limit;
  const begun = first.filter((it) => {
    if (sizeOf(it) > remaining) return false;
    remaining -= sizeOf(it);
    return true;
  });
  const best = spread(rest, sizeOf, remaining);
  remaining -= sizeOfAll(best);
  const chosen = Map.groupBy([...begun, ...best], (it) => it.sourceId);
  const finish = (candidates: readonly Candidate[]): Context => {
    const passages = numbered(candidates, sources);
    const byId = new Map(candidates.map((it, at) => [it.id, passages[at]]));
    return { passages, best: best.flatMap((it) => byId.get(it.id) ?? []), ...reduced };
  };
  if (order === 'rank') return finish([...begun, ...best]);
  // The most relevant source comes first, even if not all sources fit in full.
  const ranked = [...new Set([...chosen.keys(), ...wholes.keys()])].map((id) => {
    const [part, whole] = [chosen.get(id) ?? [], wholes.get(id)];
    const more = whole ? sizeOfAll(whole) - sizeOfAll(part) : Infinity;
    if (!whole || more > remaining)
      return part.toSorted((a, b) => positionOrder(a.locator) - positionOrder(b.locator));
    remaining -= more;
    return whole;
  });
  return finish(ranked.flat());
}

const positionOrder = (at: Locator): number =>
  at.medium === 'timed' ? at.startS : at.medium === 'paged' ? at.page : at.paragraph;

async function aroundClip(
  ports: ContextPorts,
  wanted: PassageRequest,
  budget: Budget,
): Promise<Context> {
  const { about } = wanted;
  if (!about) return forQuestion(ports, wanted, budget, []);
  const text = about.text.slice(0, ABOUT_CHARS);
  const all = wanted.sources.some((it) => it._id === about.sourceId)
    ? ((await ports.passagesOf(wanted.ownerId, [about.sourceId], MOST_CHARS)).get(about.sourceId) ??
      [])
    : [];
  const overlapping = all.flatMap((it, at) => (stands(it, about.locator, text) ? [at] : []));
  const near = all
    .filter((_, at) => overlapping.some((mid) => Math.abs(at - mid) <= AROUND))
    .map((it): Candidate => ({ ...it, matched: true }));
  return forQuestion(ports, { ...wanted, question: `${wanted.question}\n${text}` }, budget, near);
}

/** Whether the passage contains the clip, by position, else by text. */
function stands(
  { locator, text, pieces }: Omit<Candidate, 'matched'>,
  at: Locator | undefined,
  clipped: string,
): boolean {
  if (at?.medium === 'timed' && locator.medium === 'timed')
    return locator.startS < Math.max(at.endS, at.startS + 1) && at.startS < locator.endS;
  const squeezed = (it: string) => it.replace(/\s+/g, '').toLowerCase();
  const words = squeezed(clipped).slice(0, 80);
  const isThere = words !== '' && squeezed(text).includes(words);
  if (at?.medium === 'flow')
    return (
      isThere || pieces.some((it) => it.at.medium === 'flow' && it.at.paragraph === at.paragraph)
    );
  if (at?.medium === 'paged')
    return isThere || pieces.some((it) => it.at.medium === 'paged' && it.at.page === at.page);
  return isThere;
}

async function wholeSources(
  ports: ContextPorts,
  wanted: PassageRequest,
  budget: Budget,
): Promise<Context> {
  const sources = wanted.sources.slice(0, MAX_WHOLE_SOURCES);
  const lists: Candidate[][] = [];
  // One at a time, and roughly thinned, because several large ones would take much time and memory.
  for (const { _id } of sources) {
    const list = ((await ports.passagesOf(wanted.ownerId, [_id], MOST_CHARS)).get(_id) ?? []).map(
      (it): Candidate => ({ ...it, matched: true }),
    );
    if (list.length > 0)
      lists.push(
        sampleEvenly(
          [list],
          (it) => it.text.length,
          Math.max(LEAST_ROUGH_CHARS, (budget.limit * ROUGH_CHARS) / sources.length),
        ),
      );
  }
  if (lists.length === 0) return forQuestion(ports, wanted, budget, []);
  const sizeOf = await sizerOf(lists.flat(), sources, budget);
  return { passages: numbered(sampleEvenly(lists, sizeOf, budget.limit), sources), best: [] };
}
