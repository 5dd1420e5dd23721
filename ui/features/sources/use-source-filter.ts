import { useCallback, useMemo, useState } from 'react';
import type { Source, SourceType } from '#core/contract/source.ts';
import { KIND_NAMES, kindDescriptor, TAB_KINDS } from '#core/kinds.ts';
import { panelTexts as texts } from './texts/panel.ts';
import { stateOf, type SourceState } from './source-state.ts';

type Kind = 'all' | SourceType;
type StateKind = SourceState['kind'];

const TABS: readonly { kind: Kind; label: string }[] = [
  { kind: 'all', label: texts.all },
  ...KIND_NAMES.map((kind) => ({ kind, label: kindDescriptor(kind).label })),
];

export interface KindTab {
  kind: Kind;
  label: string;
  /** sources of the thread */
  count: number;
}

export interface SourceFilter {
  tabs: readonly KindTab[];
  kind: Kind;
  setKind: (kind: string) => void;
  /** the thread has no source of the chosen kind */
  isEmptyKind: boolean;
  /** empty: any */
  state: StateKind | '';
  setState: (state: string) => void;
  /** empty: any */
  tag: string;
  setTag: (tag: string) => void;
  /** of all sources */
  tags: readonly string[];
  /** narrowed by state or tag */
  isActive: boolean;
  /** narrowed by kind, state or tag */
  isFiltered: boolean;
  clear: () => void;
  isListed: (source: Source) => boolean;
}

/** Narrows the sources of a thread by their kind, state and tags. */
export function useSourceFilter(sources: readonly Source[]): SourceFilter {
  const [kind, setKind] = useState<Kind>('all');
  const [state, setState] = useState<StateKind | ''>('');
  const [tag, setTag] = useState('');
  const tabs = useMemo(() => tabsOf(sources), [sources]);
  const tags = useMemo(
    () => [...new Set(sources.flatMap((it) => it.tags ?? []))].sort((a, b) => a.localeCompare(b)),
    [sources],
  );
  const isListed = useCallback(
    (source: Source) =>
      (kind === 'all' || source.sourceType === kind) &&
      (state === '' || stateOf(source).kind === state) &&
      (tag === '' || source.tags?.includes(tag) === true),
    [kind, state, tag],
  );
  const isActive = state !== '' || tag !== '';
  return {
    tabs,
    kind,
    setKind: (next) => setKind(next as Kind),
    isEmptyKind: tabs.find((it) => it.kind === kind)?.count === 0,
    state,
    setState: (next) => setState(next as StateKind | ''),
    tag,
    setTag,
    tags,
    isActive,
    isFiltered: isActive || kind !== 'all',
    clear: () => {
      setKind('all');
      setState('');
      setTag('');
    },
    isListed,
  };
}

function tabsOf(sources: readonly Source[]): KindTab[] {
  const counts = new Map<Kind, number>([['all', sources.length]]);
  for (const { sourceType } of sources) counts.set(sourceType, (counts.get(sourceType) ?? 0) + 1);
  return TABS.filter(
    ({ kind }) => kind === 'all' || TAB_KINDS.includes(kind) || counts.has(kind),
  ).map((tab) => ({ ...tab, count: counts.get(tab.kind) ?? 0 }));
}
