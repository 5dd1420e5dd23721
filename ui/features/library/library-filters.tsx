import { SourceFilters, filterTexts } from '#ui/features/filters/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice } from '#ui/kit/filter-fields.tsx';
import { libraryTexts as texts } from './texts.ts';
import { filtersSet, NO_FILTERS, type Filters, type Shown } from './library-address.ts';

const STATUSES = (['processing', 'ready', 'failed'] as const).map((value) => ({
  value,
  label: texts.statuses[value],
}));

export function LibraryFilters({
  id,
  shown,
  onChange,
}: {
  id: string;
  shown: Shown;
  onChange: (chosen: Partial<Filters>) => void;
}) {
  return (
    <div
      id={id}
      className="mt-3 grid animate-rise gap-x-4 gap-y-3.5 rounded-card border border-line bg-surface p-4 sm:grid-cols-3 lg:grid-cols-4"
    >
      <Choice
        label={texts.status}
        none={texts.anyStatus}
        value={shown.status}
        options={STATUSES}
        onChange={(status) => onChange({ status: status as Filters['status'] })}
      />
      <SourceFilters value={shown} onChange={onChange} />
      <div className="flex items-end">
        <Button
          look="quiet"
          disabled={filtersSet(shown) === 0}
          onClick={() => onChange(NO_FILTERS)}
        >
          {filterTexts.clear}
        </Button>
      </div>
    </div>
  );
}
