/** The filters of sources, in the library and in the search. */
import type { SourceType } from '#core/contract/source.ts';
import { KIND_NAMES, kindDescriptor } from '#core/kinds.ts';
import { useSearchNames, useThreads } from '#ui/client/queries.ts';
import { Choice, Day } from '#ui/kit/filter-fields.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { filterTexts as texts } from './texts.ts';

/** Empty means any; days as `2026-01-31`. */
export interface SourceFilter {
  threadId: string;
  tag: string;
  channel: string;
  from: string;
  to: string;
}

const TYPES = [
  { value: '', label: texts.anyType },
  ...KIND_NAMES.map((value) => ({ value, label: kindDescriptor(value).label })),
];
const named = (name: string) => ({ value: name, label: name });

export function TypeFilter({
  value,
  onChange,
}: {
  value: SourceType | '';
  onChange: (type: SourceType | '') => void;
}) {
  return (
    <Segments
      label={texts.type}
      options={TYPES}
      value={value}
      onChange={(type) => onChange(type as SourceType | '')}
    />
  );
}

/** The fields, for a grid of the caller. */
export function SourceFilters({
  value,
  onChange,
}: {
  value: SourceFilter;
  onChange: (chosen: Partial<SourceFilter>) => void;
}) {
  const threads = useThreads().data?.docs ?? [];
  const names = useSearchNames().data;
  return (
    <>
      <Choice
        label={texts.thread}
        none={texts.anyThread}
        value={value.threadId}
        options={threads.map((it) => ({ value: it._id, label: it.title }))}
        onChange={(threadId) => onChange({ threadId })}
      />
      <Choice
        label={texts.tag}
        none={texts.anyTag}
        value={value.tag}
        options={(names?.tags ?? []).map(named)}
        onChange={(tag) => onChange({ tag })}
      />
      <Choice
        label={texts.channel}
        none={texts.anyChannel}
        value={value.channel}
        options={(names?.channels ?? []).map(named)}
        onChange={(channel) => onChange({ channel })}
      />
      <Day
        label={texts.from}
        value={value.from}
        max={value.to}
        onChange={(from) => onChange({ from })}
      />
      <Day label={texts.to} value={value.to} min={value.from} onChange={(to) => onChange({ to })} />
    </>
  );
}
