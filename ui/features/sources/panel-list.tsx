import { ListFilter } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useMemo, useState, type Ref } from 'react';
import type { Source } from '#core/contract/source.ts';
import { useRetrySource } from '#ui/client/retry-source.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { panelTexts as texts } from './texts/panel.ts';
import { sourceTexts } from './texts/sources.ts';
import {
  assistantSources,
  type AssistantSources,
  type SelectionProps,
} from './assistant-sources.ts';
import { PanelEmpty } from './panel-empty.tsx';
import { NothingListed, PanelFilters } from './panel-filters.tsx';
import { PanelRow } from './panel-row.tsx';
import { PanelTabs } from './panel-tabs.tsx';
import { SelectAll } from './select-all.tsx';
import { SourceRows } from './source-rows.tsx';
import { SourceSearchField, useSourceSearch, type SourceSearch } from './source-search.tsx';
import { useSourceFilter, type SourceFilter } from './use-source-filter.ts';

const ROW_PX = 76;

export interface PanelListProps extends SelectionProps {
  currentId: string | undefined;
  /** the add-source dialog is open above this one */
  adding: boolean;
  onView: (id: string) => void;
  /** of the best match of a search; `onView` by default */
  onFound?: ((id: string) => void) | undefined;
  /** the rest is undefined for people who may not edit the thread */
  onAdd: (() => void) | undefined;
  onRemove: ((source: Source) => void) | undefined;
  onEditLink: ((source: Source) => void) | undefined;
  /** the sources are the viewer's own */
  own: boolean;
  searchRef?: Ref<HTMLInputElement>;
}

/** By kind, with a search, filters, and what can be done to each source. */
export function PanelList(props: PanelListProps) {
  const { sources, onView, onFound = onView, searchRef } = props;
  const filter = useSourceFilter(sources);
  const search = useSourceSearch(sources, filter.isListed);
  const [isFiltering, setFiltering] = useState(false);
  return (
    <Tabs.Root value={filter.kind} onValueChange={filter.setKind} className="flex h-full flex-col">
      {sources.length > 0 && (
        <div className="mb-2 flex shrink-0 gap-1">
          <SourceSearchField
            ref={searchRef}
            search={search}
            onPick={(id) => {
              search.setQuery('');
              onFound(id);
            }}
            className="min-w-0 flex-1"
          />
          <IconButton
            label={texts.filter}
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
            className={filter.isActive ? 'bg-accent-soft! text-accent!' : ''}
          >
            <ListFilter size={17} />
          </IconButton>
        </div>
      )}
      {isFiltering && <PanelFilters filter={filter} />}
      <PanelTabs tabs={filter.tabs} />
      {filter.tabs.map(({ kind }) => (
        <Tabs.Content
          key={kind}
          value={kind}
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
        >
          <Listed {...props} filter={filter} search={search} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

interface ListedProps extends PanelListProps {
  filter: SourceFilter;
  search: SourceSearch;
}

function Listed({ filter, search, ...props }: ListedProps) {
  const { sources, currentId, adding, own, onView, onAdd, onEditLink, onRemove } = props;
  const retry = useRetrySource(toast.error);
  const numbers = useMemo(() => new Map(sources.map((it, at) => [it._id, at + 1])), [sources]);
  const { found, sought } = search;
  const selection = assistantSources(props, found);
  if (filter.isEmptyKind) return <PanelEmpty kind={filter.kind} paused={adding} onAdd={onAdd} />;
  if (found.length === 0)
    return (
      <NothingListed
        query={sought}
        isFiltered={filter.isFiltered}
        onClear={() => {
          if (!filter.isFiltered) search.setQuery('');
          filter.clear();
        }}
      />
    );
  return (
    <>
      <Used selection={selection} of={found.length} />
      <SourceRows
        label={sourceTexts.list}
        sources={found}
        rowPx={ROW_PX}
        className="-mx-2 min-h-0 flex-1 px-1 pb-2"
        foundBy={`${sought} ${filter.state} ${filter.tag}`}
        firstSeen={sought ? 0 : found.findIndex((it) => it._id === currentId)}
      >
        {(source) => (
          <PanelRow
            source={source}
            selection={selection}
            number={numbers.get(source._id) ?? 0}
            digits={String(sources.length).length}
            current={source._id === currentId}
            onView={() => onView(source._id)}
            own={own}
            onRetry={own ? () => retry.mutate(source) : undefined}
            onEditLink={onEditLink && (() => onEditLink(source))}
            onRemove={onRemove && (() => onRemove(source))}
          />
        )}
      </SourceRows>
    </>
  );
}

/** How many of the listed sources the assistant uses. */
function Used({ selection, of }: { selection: AssistantSources; of: number }) {
  return (
    <div className="mb-1 flex shrink-0 items-center justify-between gap-2 pr-2 pl-1 text-xs text-ink-soft">
      <span className="truncate tabular-nums">{texts.used(selection.count, of)}</span>
      <SelectAll selection={selection} />
    </div>
  );
}
