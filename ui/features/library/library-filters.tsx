import { SourceFlag } from '#core/contract/source.ts';
import { useSearchNames } from '#ui/client/queries.ts';
import { SourceFilters, filterTexts } from '#ui/features/filters/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice } from '#ui/kit/filter-fields.tsx';
import { libraryTexts as texts } from './texts.ts';
import { filtersSet, NO_FILTERS, STATUSES, type Filters, type Shown } from './library-address.ts';

const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: texts.statuses[value] }));
const FLAG_OPTIONS = SourceFlag.options.map((value) => ({ value, label: texts.flags[value] }));

export function LibraryFilters({
  id,
  shown,
  onChange,
}: {
  id: string;
  shown: Shown;
  onChange: (chosen: Partial<Filters>) => void;
}) {
  const folders = useSearchNames().data?.folders ?? [];
  return (
    <div
      id={id}
      className="mt-3 grid animate-rise gap-x-4 gap-y-3.5 rounded-card border border-line bg-surface p-4 sm:grid-cols-3 lg:grid-cols-4"
    >
      <Choice
        label={texts.status}
        none={texts.anyStatus}
        value={shown.status}
        options={STATUS_OPTIONS}
        onChange={(status) => onChange({ status: status as Filters['status'] })}
      />
      <Choice
        label={texts.folder}
        none={texts.anyFolder}
        value={shown.folder}
        options={folders.map((value) => ({ value, label: value }))}
        onChange={(folder) => onChange({ folder })}
      />
      <Choice
        label={texts.flag}
        none={texts.anyFlag}
        value={shown.flag}
        options={FLAG_OPTIONS}
        onChange={(flag) => onChange({ flag: flag as Filters['flag'] })}
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
