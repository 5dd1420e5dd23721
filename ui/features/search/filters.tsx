/** What a search can be narrowed by, beside its words. */
import { useSearchNames, useThreads } from '#ui/client/queries.ts';
import { TYPE_NAMES } from '#ui/features/sources/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice, Day } from '#ui/kit/filter-fields.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { searchTexts as texts } from '#ui/texts/search.ts';
import { filtersSet, NO_FILTERS, type Filters as Chosen, type Search } from './search-address.ts';

const TYPES = [{ value: '', label: texts.anyType }, ...(['youtube', 'pdf', 'web'] as const).map((value) => ({ value, label: TYPE_NAMES[value] }))];
const named = (name: string) => ({ value: name, label: name });

export function Filters({ search, onChange, id }: { search: Search; onChange: (chosen: Partial<Chosen>) => void; id: string }) {
  const threads = useThreads().data?.docs ?? [];
  const names = useSearchNames().data;
  return (
    <div id={id} className="mt-3 animate-rise rounded-card border border-line bg-surface p-4">
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-3">
        <div className="sm:col-span-3"><Segments label={texts.type} options={TYPES} value={search.type} onChange={(type) => onChange({ type: type as Chosen['type'] })} /></div>
        <Choice label={texts.thread} none={texts.anyThread} value={search.threadId} options={threads.map((it) => ({ value: it._id, label: it.title }))} onChange={(threadId) => onChange({ threadId })} />
        <Choice label={texts.tag} none={texts.anyTag} value={search.tag} options={(names?.tags ?? []).map(named)} onChange={(tag) => onChange({ tag })} />
        <Choice label={texts.channel} none={texts.anyChannel} value={search.channel} options={(names?.channels ?? []).map(named)} onChange={(channel) => onChange({ channel })} />
        <Day label={texts.from} value={search.from} max={search.to} onChange={(from) => onChange({ from })} />
        <Day label={texts.to} value={search.to} min={search.from} onChange={(to) => onChange({ to })} />
        <div className="flex items-end"><Button look="quiet" disabled={filtersSet(search) === 0} onClick={() => onChange(NO_FILTERS)}>{texts.clear}</Button></div>
      </div>
    </div>
  );
}
