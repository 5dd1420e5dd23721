/** What a search can be narrowed by, beside its words. */
import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useSearchNames, useThreads } from '#ui/client/queries.ts';
import { TYPE_NAMES } from '#ui/features/sources/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { filtersSet, NO_FILTERS, type Filters as Chosen, type Search } from './search-address.ts';

const TYPES = [{ value: '', label: 'All' }, ...(['youtube', 'pdf', 'web'] as const).map((value) => ({ value, label: TYPE_NAMES[value] }))];

export function Filters({ search, onChange, id }: { search: Search; onChange: (chosen: Partial<Chosen>) => void; id: string }) {
  const threads = useThreads().data?.docs ?? [];
  const names = useSearchNames().data;
  return (
    <div id={id} className="mt-3 animate-rise rounded-card border border-line bg-surface p-4">
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-3">
        <div className="sm:col-span-3"><Segments label="Kind of source" options={TYPES} value={search.type} onChange={(type) => onChange({ type: type as Chosen['type'] })} /></div>
        <Choice label="Thread" none="Any thread" value={search.threadId} options={threads.map((it) => ({ value: it._id, label: it.title }))} onChange={(threadId) => onChange({ threadId })} />
        <Choice label="Tag" none="Any tag" value={search.tag} options={(names?.tags ?? []).map(named)} onChange={(tag) => onChange({ tag })} />
        <Choice label="Channel or site" none="Any channel or site" value={search.channel} options={(names?.channels ?? []).map(named)} onChange={(channel) => onChange({ channel })} />
        <Day label="Added from" value={search.from} max={search.to} onChange={(from) => onChange({ from })} />
        <Day label="Added to" value={search.to} min={search.from} onChange={(to) => onChange({ to })} />
        <div className="flex items-end"><Button look="quiet" disabled={filtersSet(search) === 0} onClick={() => onChange(NO_FILTERS)}>Clear filters</Button></div>
      </div>
    </div>
  );
}

const named = (name: string) => ({ value: name, label: name });
const FIELD = 'min-h-10 w-full rounded-control border border-line-field bg-surface text-sm pointer-coarse:min-h-11';

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return <div className="min-w-0"><label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-soft">{label}</label>{children(id)}</div>;
}

/** The browser's own list. What the address names stays chosen though the list does not have it. */
function Choice({ label, none, value, options, onChange }: { label: string; none: string; value: string; options: readonly { value: string; label: string }[]; onChange: (value: string) => void }) {
  const shown = value === '' || options.some((it) => it.value === value) ? options : [...options, { value, label: value }];
  return (
    <Field label={label}>
      {(id) => (
        <span className="relative block">
          <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className={`${FIELD} cursor-pointer appearance-none truncate pr-8 pl-3 [&>option]:bg-raised [&>option]:text-ink`}>
            <option value="">{none}</option>
            {shown.map((it) => <option key={it.value} value={it.value}>{it.label}</option>)}
          </select>
          <ChevronDown size={15} aria-hidden className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-faint" />
        </span>
      )}
    </Field>
  );
}

function Day({ label, value, min, max, onChange }: { label: string; value: string; min?: string; max?: string; onChange: (value: string) => void }) {
  return <Field label={label}>{(id) => <input id={id} type="date" value={value} min={min} max={max} onChange={(event) => onChange(event.target.value)} className={`${FIELD} px-3`} />}</Field>;
}
