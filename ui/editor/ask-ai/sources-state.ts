/**
 * Whether what a block is made from can be asked: the product's reading of its sources' state.
 * Pure.
 */
import type { BlockSource } from '../editor-host.ts';

export interface SourcesState {
  state: 'missing' | 'error' | 'loading' | 'loaded';
  /** of the first that cannot be read */
  problem?: BlockSource;
  /** one of them at least is not there any more */
  isSomeGone: boolean;
}

/**
 * A source that is not there is missing; one that cannot be read is an error; all ready is loaded;
 * otherwise they are loading.
 */
export function sourcesState(sources: readonly (BlockSource | undefined)[]): SourcesState {
  const isSomeGone = sources.includes(undefined);
  if (sources.length === 0 || isSomeGone) return { state: 'missing', isSomeGone };
  const problem = sources.find((it) => it?.kind === 'issue');
  if (problem) return { state: 'error', problem, isSomeGone };
  return { state: sources.every((it) => it?.kind === 'ready') ? 'loaded' : 'loading', isSomeGone };
}
