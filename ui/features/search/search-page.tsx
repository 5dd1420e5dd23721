import { SearchIcon, TextSearch } from 'lucide-react';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { placeLabel, placeOf, placeQuery } from '#core/contract/locator.ts';
import type { SearchHit } from '#core/contract/search.ts';
import { messageOf } from '#ui/client/api.ts';
import { useSearch } from '#ui/client/queries.ts';
import { TYPE_NAMES, TypeIcon } from '#ui/features/sources/index.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { useLater } from '#ui/kit/later.ts';
import { Segments } from '#ui/kit/segments.tsx';

const KINDS = [{ value: '', label: 'All' }, ...(['youtube', 'pdf', 'web'] as const).map((value) => ({ value, label: TYPE_NAMES[value] }))];

export function SearchPage() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  const type = params.get('type') ?? '';
  const asked = useLater(text.trim(), 250);
  const found = useSearch(asked, type);
  useEffect(() => { document.title = asked ? `${asked} · Search · Gloss` : 'Search · Gloss'; }, [asked]);
  useEffect(() => {
    setParams((was) => { if (asked) was.set('q', asked); else was.delete('q'); return was; }, { replace: true });
  }, [asked, setParams]);
  const pick = (kind: string) => setParams((was) => { if (kind) was.set('type', kind); else was.delete('type'); return was; }, { replace: true });
  const hits = asked ? found.data?.hits : undefined;
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-[1.625rem] leading-tight font-semibold tracking-tight">Search</h1>
      <div role="search" className="relative mt-5">
        <SearchIcon size={19} aria-hidden className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-faint" />
        <input type="search" aria-label="Search your sources" placeholder="Words from anything you have read or watched" autoFocus value={text} onChange={(event) => setText(event.target.value)}
          className="h-13 w-full rounded-card border border-line-field bg-surface pr-4 pl-11.5 text-base shadow-low placeholder:text-ink-faint" />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <Segments label="Kind of source" options={KINDS} value={type} onChange={pick} />
        <p role="status" className="text-[0.8125rem] text-ink-faint tabular-nums">{hits && `${hits.length} ${hits.length === 1 ? 'passage' : 'passages'}`}</p>
      </div>
      <div className="mt-6">
        {!asked && <Blank icon={<TextSearch size={22} strokeWidth={1.6} aria-hidden />} title="Find the passage, not the file" text="Search looks inside every transcript, PDF and page, and opens the very second, page or paragraph." />}
        {asked && found.isPending && <div className="space-y-3">{[0, 1, 2, 3].map((n) => <Skeleton key={n} className="h-24 rounded-card!" />)}</div>}
        {asked && found.error && <Blank title="The search failed" text={messageOf(found.error)} />}
        {hits?.length === 0 && <Blank title={`Nothing found for “${asked}”`} text="Try fewer words, or another kind of source." />}
        {hits && hits.length > 0 && <ul aria-label="Passages" className="space-y-1.5">{hits.map((hit, at) => <li key={`${hit.source_id}${at}`}><Hit hit={hit} /></li>)}</ul>}
      </div>
    </div>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const place = placeOf(hit.place);
  const body = (
    <>
      <p className="flex items-center gap-2 text-[0.8125rem] text-ink-soft">
        <TypeIcon type={hit.sourceType} size={15} className="shrink-0 text-ink-faint" />
        <span className="truncate font-medium text-ink">{hit.title}</span>
        <span className="ml-auto shrink-0 rounded-chip bg-sunken px-1.5 py-0.5 text-xs tabular-nums">{placeLabel(hit.place.medium, place)}</span>
      </p>
      <p className="mt-1.5 line-clamp-4 font-serif text-base leading-relaxed text-pretty">{marked(hit.text, hit.highlights)}</p>
    </>
  );
  const look = '-mx-4 block rounded-card px-4 py-3';
  const home = hit.thread_url ? `/t/${hit.thread_url}` : `/library/${hit.source_id}`;
  return <Link to={`${home}${placeQuery(hit.source_id, hit.place.medium, place)}`} className={`${look} transition-colors duration-(--quick) hover:bg-hover`}>{body}</Link>;
}

/** The query's words within the passage, marked. */
function marked(text: string, ranges: SearchHit['highlights']): ReactNode[] {
  const out: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (start < from) continue;
    out.push(<Fragment key={start}>{text.slice(from, start)}<mark>{text.slice(start, end)}</mark></Fragment>);
    from = end;
  }
  out.push(<Fragment key="rest">{text.slice(from)}</Fragment>);
  return out;
}
