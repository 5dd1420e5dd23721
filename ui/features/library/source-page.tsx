/** One source of the library by itself, in its viewer: what an import brought in can be read before any thread holds it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FileQuestion, ListPlus } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Source } from '#core/contract/source.ts';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { readPlaceLink } from '#ui/client/place-link.ts';
import { keys, useSource, useThreads } from '#ui/client/queries.ts';
import { AccountMenu, ThemeSwitch } from '#ui/features/account/index.ts';
import { originalOf, titleOf } from '#ui/features/sources/index.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Menu, MenuItem } from '#ui/kit/menu.tsx';
import { toast } from '#ui/kit/toast.ts';
import type { ViewerHandle } from '#ui/viewer/index.tsx';

const OldVersion = lazy(() => import('#ui/viewer/index.tsx').then((it) => ({ default: it.DiffSheet })));
const SourceViewer = lazy(() => import('#ui/viewer/index.tsx').then((it) => ({ default: it.SourceViewer })));

export function SourcePage() {
  const { id = '' } = useParams();
  const { data: source, error } = useSource(id);
  const title = source && titleOf(source);
  useEffect(() => { document.title = title ? `${title} · Gloss` : 'Gloss'; }, [title]);
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <header className="flex h-13 shrink-0 items-center gap-1.5 border-b border-line bg-paper px-2 lg:px-3">
        <Link to="/library" className={buttonClass('quiet')}><ArrowLeft size={17} aria-hidden />Library</Link>
        <h1 className="min-w-0 flex-1 truncate text-[0.9375rem] font-semibold max-sm:sr-only">{title}</h1>
        <span className="flex-1 sm:hidden" />
        {source && originalOf(source) && <AddToThread source={source} />}
        <ThemeSwitch />
        <AccountMenu />
      </header>
      {source?.similarTo && <p className="shrink-0 border-b border-line bg-sunken px-4 py-2 text-[0.8125rem] text-ink-soft">Nearly the same text as <Link to={`/library/${source.similarTo._id}`} className="underline underline-offset-2">{source.similarTo.title}</Link>, which was here before.</p>}
      <main className="min-h-0 flex-1">
        {error && (
          <Blank className="h-full" icon={<FileQuestion size={22} strokeWidth={1.6} aria-hidden />} title={error instanceof ApiError && error.status === 404 ? 'There is no such source' : 'This source could not be read'} text={messageOf(error)}>
            <Link to="/library" className={buttonClass()}>To your library</Link>
          </Blank>
        )}
        {!error && !source && <div className="h-full p-4"><Skeleton className="h-full rounded-card!" /></div>}
        {source && <Shown key={source._id} source={source} />}
      </main>
    </div>
  );
}

function Shown({ source }: { source: Source }) {
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const version = Number(params.get('version'));
  const viewer = useRef<ViewerHandle>(null);
  const go = useCallback((handle: ViewerHandle | null) => {
    viewer.current = handle;
    const linked = readPlaceLink(new URLSearchParams(location.search));
    if (handle && linked?.place !== undefined) handle.goTo({ place: linked.place });
  }, [location.search]);
  return (
    <section aria-label="Source viewer" className="h-full bg-surface">
      <Suspense fallback={<div className="h-full p-4"><Skeleton className="h-full rounded-card!" /></div>}>
        <SourceViewer source={source} threadId={undefined} ref={go} own onClip={() => toast.info('Add this source to a thread to keep clips of it.')} />
        {Number.isInteger(version) && version > 0 && version < source.version && <OldVersion source={source} from={version} asItWas onClose={() => setParams({}, { replace: true })} />}
      </Suspense>
    </section>
  );
}

function AddToThread({ source }: { source: Source }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const threads = useThreads();
  const add = useMutation({
    mutationFn: (thread: { _id: string; url: string }) => api.addSources(thread._id, [{ sourceType: source.sourceType, url: originalOf(source) }]),
    onSuccess: (_added, thread) => {
      void cache.invalidateQueries({ queryKey: keys.anyThread });
      void cache.invalidateQueries({ queryKey: keys.threads });
      void navigate(`/t/${thread.url}?source=${source._id}`);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Menu trigger={<Button disabled={add.isPending}><ListPlus size={16} aria-hidden />Add to a thread</Button>}>
      {threads.data?.docs.map((thread) => <MenuItem key={thread._id} onSelect={() => add.mutate(thread)}>{thread.title}</MenuItem>)}
      {threads.data?.docs.length === 0 && <MenuItem disabled>There is no thread yet</MenuItem>}
    </Menu>
  );
}
