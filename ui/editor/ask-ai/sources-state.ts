/**
 * Whether what a block is made from can be asked: the product's reading of its sources' state.
 * Pure.
 */
import type { BlockSource } from '../editor-host.ts';

export interface SourcesState {
  state: 'missing' | 'error' | 'loading' | 'loaded';
  /** of the first that cannot be read */
  problem?: BlockSource;
  /** not one of them is there any more */
  allGone: boolean;
}

/**
 * A source that is not there is missing; one that cannot be read is an error; all ready is loaded;
 * otherwise they are loading.
 */
export function sourcesState(sources: readonly (BlockSource | undefined)[]): SourcesState {
  const allGone = sources.length > 0 && sources.every((it) => it === undefined);
  if (sources.length === 0 || sources.includes(undefined)) return { state: 'missing', allGone };
  const problem = sources.find((it) => it?.kind === 'issue');
  if (problem) return { state: 'error', problem, allGone };
  return { state: sources.every((it) => it?.kind === 'ready') ? 'loaded' : 'loading', allGone };
}
