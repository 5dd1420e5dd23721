/**
 * Whether a block's sources are ready for the assistant. Pure.
 */
import type { BlockSource } from '../editor-host.ts';

export interface SourcesState {
  state: 'missing' | 'error' | 'loading' | 'loaded';
  /** of the first source that can't be read */
  problem?: BlockSource;
  /** at least one source no longer exists */
  isSomeGone: boolean;
}

/**
 * Missing if a source no longer exists; error if one can't be read; loaded if all are ready;
 * otherwise loading.
 */
export function sourcesState(sources: readonly (BlockSource | undefined)[]): SourcesState {
  const isSomeGone = sources.includes(undefined);
  if (sources.length === 0 || isSomeGone) return { state: 'missing', isSomeGone };
  const problem = sources.find((it) => it?.kind === 'issue');
  if (problem) return { state: 'error', problem, isSomeGone };
  return { state: sources.every((it) => it?.kind === 'ready') ? 'loaded' : 'loading', isSomeGone };
}
