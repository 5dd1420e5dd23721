import { useSearchNames, useThreads } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice, Day } from '#ui/kit/filter-fields.tsx';
import { libraryTexts as texts } from '#ui/texts/library.ts';
import { filtersSet, NO_FILTERS, type Filters, type Shown } from './library-address.ts';

const STATUSES = (['processing', 'ready', 'failed'] as const).map((value) => ({ value, label: texts.statuses[value] }));
const named = (name: string) => ({ value: name, label: name });

export function LibraryFilters({ id, shown, onChange }: { id: string; shown: Shown; onChange: (chosen: Partial<Filters>) => void }) {
  const threads = useThreads().data?.docs ?? [];
  const names = useSearchNames().data;
  return (
    <div id={id} className="mt-3 grid animate-rise gap-x-4 gap-y-3.5 rounded-card border border-line bg-surface p-4 sm:grid-cols-3 lg:grid-cols-4">
      <Choice label={texts.status} none={texts.anyStatus} value={shown.status} options={STATUSES} onChange={(status) => onChange({ status: status as Filters['status'] })} />
      <Choice label={texts.thread} none={texts.anyThread} value={shown.threadId} options={threads.map((it) => ({ value: it._id, label: it.title }))} onChange={(threadId) => onChange({ threadId })} />
      <Choice label={texts.tag} none={texts.anyTag} value={shown.tag} options={(names?.tags ?? []).map(named)} onChange={(tag) => onChange({ tag })} />
      <Choice label={texts.channel} none={texts.anyChannel} value={shown.channel} options={(names?.channels ?? []).map(named)} onChange={(channel) => onChange({ channel })} />
      <Day label={texts.from} value={shown.from} max={shown.to} onChange={(from) => onChange({ from })} />
      <Day label={texts.to} value={shown.to} min={shown.from} onChange={(to) => onChange({ to })} />
      <div className="flex items-end"><Button look="quiet" disabled={filtersSet(shown) === 0} onClick={() => onChange(NO_FILTERS)}>{texts.clear}</Button></div>
    </div>
  );
}
