/** The filters of a search, next to its query. */
import { SourceFilters, TypeFilter, filterTexts as texts } from '#ui/features/filters/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { filtersSet, NO_FILTERS, type Filters as Chosen, type Search } from './search-address.ts';

export function Filters({
  search,
  onChange,
  id,
}: {
  search: Search;
  onChange: (chosen: Partial<Chosen>) => void;
  id: string;
}) {
  return (
    <div id={id} className="mt-3 animate-rise rounded-card border border-line bg-surface p-4">
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-3">
        <div className="sm:col-span-3">
          <TypeFilter value={search.type} onChange={(type) => onChange({ type })} />
        </div>
        <SourceFilters value={search} onChange={onChange} />
        <div className="flex items-end">
          <Button
            look="quiet"
            disabled={filtersSet(search) === 0}
            onClick={() => onChange(NO_FILTERS)}
          >
            {texts.clear}
          </Button>
        </div>
      </div>
    </div>
  );
}
