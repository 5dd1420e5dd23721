import { useMutation, useQueryClient } from '@tanstack/react-query';
import { format } from 'date-fns/format';
import { ExternalLink, LibraryBig, RotateCcw, SearchIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { toast } from '#ui/kit/toast.ts';
import type { Source } from '#core/contract/source.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys, useLibrary } from '#ui/client/queries.ts';
import { ImportButton, ImportList } from '#ui/features/imports/index.ts';
import { bylineOf, originalOf, SourcePicture, stateOf, StatusLine, titleOf, TYPE_NAMES } from '#ui/features/sources/index.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useLater } from '#ui/kit/later.ts';
import { Segments } from '#ui/kit/segments.tsx';

const KINDS = [{ value: '', label: 'All' }, ...(['youtube', 'pdf', 'web'] as const).map((value) => ({ value, label: TYPE_NAMES[value] }))];

export function LibraryPage() {
  const [text, setText] = useState('');
  const [type, setType] = useState('');
  const query = useLater(text.trim());
  const { data, isPending, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useLibrary(query, type);
  useEffect(() => { document.title = 'Library · Gloss'; }, []);
  const docs = data?.pages.flatMap((page) => page.docs);
  return (
    <>
      <div className="mb-6 flex items-center gap-3">
        <h1 className="flex-1 text-[1.625rem] leading-tight font-semibold tracking-tight">Library</h1>
        <ImportButton />
      </div>
      <ImportList />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <div className="relative min-w-56 flex-1">
          <SearchIcon size={16} aria-hidden className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint" />
          <input type="search" aria-label="Filter sources" placeholder="Filter by title or address" value={text} onChange={(event) => setText(event.target.value)}
            className="h-10 min-h-target w-full rounded-control border border-line-field bg-surface pr-3 pl-9 text-sm placeholder:text-ink-faint" />
        </div>
        <Segments label="Kind of source" options={KINDS} value={type} onChange={setType} />
      </div>
      {isPending && <div className="space-y-2">{[0, 1, 2, 3, 4].map((n) => <Skeleton key={n} className="h-17 rounded-card!" />)}</div>}
      {error && <Blank title="The library could not be read" text={messageOf(error)} />}
      {docs?.length === 0 && (query || type
        ? <Blank title="No source matches" text="Try other words, or another kind." />
        : <Blank icon={<LibraryBig size={22} strokeWidth={1.6} aria-hidden />} title="Nothing here yet" text="Every source you add to a thread is kept here, once, however many threads hold it. Import brings in many: bookmarks, feeds, or what you kept in another reader." />)}
      {docs && docs.length > 0 && (
        <ul aria-label="Sources" className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {docs.map((source) => <Row key={source._id} source={source} />)}
        </ul>
      )}
      {hasNextPage && <div className="mt-5 text-center"><Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>Show more</Button></div>}
    </>
  );
}

function Row({ source }: { source: Source }) {
  const cache = useQueryClient();
  const state = stateOf(source);
  const original = originalOf(source);
  const marks = [...source.folders ?? [], ...source.tags ?? []];
  const retry = useMutation({
    mutationFn: () => api.retrySource(source._id),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
  return (
    <li className="flex items-center gap-3.5 px-3.5 py-3">
      <SourcePicture source={source} className="h-11 w-15 rounded-control!" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium"><Link to={`/library/${source._id}`} className="rounded-chip hover:underline">{titleOf(source)}</Link></p>
        <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
          <span>{TYPE_NAMES[source.sourceType]}</span><span aria-hidden>·</span><span className="truncate">{bylineOf(source)}</span><span aria-hidden>·</span>
          <time dateTime={source.createdAt} className="shrink-0">{format(source.createdAt, 'MMM dd, yyyy')}</time>
        </p>
        {marks.length > 0 && <p className="mt-1 truncate text-xs text-ink-faint">{marks.join(' · ')}</p>}
        <StatusLine source={source} className="mt-1 flex items-center gap-1.5 text-xs text-ink-soft" />
        {source.error && state.kind === 'issue' && <p className="mt-0.5 text-xs text-ink-soft text-pretty">{source.error.message}</p>}
      </div>
      {state.kind === 'issue' && <Button look="quiet" disabled={retry.isPending} onClick={() => retry.mutate()}><RotateCcw size={15} aria-hidden />Retry</Button>}
      {original && <a href={original} target="_blank" rel="noopener noreferrer" aria-label={`Open the original of ${titleOf(source)}`} title="Open the original" className="grid size-target shrink-0 place-items-center rounded-control text-ink-faint hover:bg-hover hover:text-ink"><ExternalLink size={16} /></a>}
    </li>
  );
}
