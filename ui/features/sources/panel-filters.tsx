import { Button } from '#ui/kit/button.tsx';
import { Choice } from '#ui/kit/filter-fields.tsx';
import { panelTexts as texts } from './texts/panel.ts';
import { NoSourceFound } from './source-search.tsx';
import type { SourceFilter } from './use-source-filter.ts';

const STATES = (['ready', 'processing', 'issue'] as const).map((value) => ({
  value,
  label: texts.states[value],
}));

export function PanelFilters({
  filter: { state, setState, tag, setTag, tags },
}: {
  filter: SourceFilter;
}) {
  return (
    <div className="mb-2 grid shrink-0 auto-cols-fr grid-flow-col gap-1.5">
      <Choice
        label={texts.state}
        none={texts.anyState}
        value={state}
        options={STATES}
        onChange={setState}
      />
      {(tags.length > 0 || tag !== '') && (
        <Choice
          label={texts.tag}
          none={texts.anyTag}
          value={tag}
          options={tags.map((it) => ({ value: it, label: it }))}
          onChange={setTag}
        />
      )}
    </div>
  );
}

/** Shown where neither the search nor the filters leave a source. */
export function NothingListed({
  query,
  isFiltered,
  onClear,
}: {
  query: string;
  isFiltered: boolean;
  onClear: () => void;
}) {
  return (
    <div className="py-1">
      {query ? (
        <NoSourceFound query={query} />
      ) : (
        <p className="px-2.5 py-3 text-sm text-ink-soft">{texts.noneListed}</p>
      )}
      <Button onClick={onClear} className="mx-2.5">
        {query && isFiltered ? texts.searchAll : texts.showAll}
      </Button>
    </div>
  );
}
