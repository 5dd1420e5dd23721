/**
 * A source of the library, in its viewer, which needs no thread, with its details beside it.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FileQuestion, ListPlus, PanelRight } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { z } from 'zod';
import type { Source } from '#core/contract/source.ts';
import type { ThreadCard } from '#core/contract/thread.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { readPositionLink } from '#ui/client/position-link.ts';
import { keys, useSource, useThreads } from '#ui/client/queries.ts';
import { AccountMenu, ThemeSwitch } from '#ui/features/account/index.ts';
import { EditLinkDialog, titleOf } from '#ui/features/sources/index.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass, IconButton } from '#ui/kit/button.tsx';
import { useIsDesktop } from '#ui/kit/media-queries.ts';
import { Menu, MenuItem } from '#ui/kit/menu.tsx';
import { Tabs } from '#ui/kit/tabs.tsx';
import { toast } from '#ui/kit/toast.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';
import type { ViewerHandle } from '#ui/viewer/index.tsx';
import { manyTexts, sourceTexts as texts } from './texts.ts';
import { SourceAbout } from './source-about.tsx';

const OldVersion = lazy(() =>
  import('#ui/viewer/index.tsx').then((it) => ({ default: it.DiffSheet })),
);
const SourceViewer = lazy(() =>
  import('#ui/viewer/index.tsx').then((it) => ({ default: it.SourceViewer })),
);

const aboutHidden = createStoredItem('gloss-about-hidden', z.literal(1), { fallback: undefined });
const Waiting = () => (
  <div className="h-full p-4">
    <Skeleton className="h-full rounded-card!" />
  </div>
);

export function SourcePage() {
  const { id = '' } = useParams();
  const { data: source, error, refetch } = useSource(id);
  const wide = useIsDesktop();
  const [about, setAbout] = useState(() => aboutHidden.read() === undefined);
  const title = source && titleOf(source);
  const absent = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    document.title = texts.page(title);
  }, [title]);
  const showAbout = (shown: boolean) => {
    setAbout(shown);
    if (shown) aboutHidden.remove();
    else aboutHidden.write(1);
  };
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <header className="flex h-13 shrink-0 items-center gap-1.5 border-b border-line bg-paper px-2 lg:px-3">
        <Link to="/library" className={buttonClass('quiet')}>
          <ArrowLeft size={17} aria-hidden />
          {texts.back}
        </Link>
        <h1
          dir="auto"
          className="min-w-0 flex-1 truncate text-left text-[0.9375rem] font-semibold max-sm:sr-only"
        >
          {title}
        </h1>
        <span className="flex-1 sm:hidden" />
        {source && <AddToThread source={source} />}
        {source && wide && (
          <IconButton
            label={about ? texts.hideAbout : texts.showAbout}
            aria-pressed={about}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => showAbout(!about)}
          >
            <PanelRight size={18} aria-hidden />
          </IconButton>
        )}
        <ThemeSwitch />
        <AccountMenu />
      </header>
      {source?.similarTo && (
        <p className="shrink-0 border-b border-line bg-sunken px-4 py-2 text-[0.8125rem] text-ink-soft">
          {texts.similar}{' '}
          <Link to={`/library/${source.similarTo._id}`} className="underline underline-offset-2">
            {source.similarTo.title}
          </Link>
        </p>
      )}
      <main className="min-h-0 flex-1">
        {error && !source && (
          <EmptyState
            className="h-full"
            icon={<FileQuestion size={22} strokeWidth={1.6} aria-hidden />}
            title={absent ? texts.absent : texts.unread}
            text={absent ? texts.absentText : messageOf(error)}
          >
            {!absent && <Button onClick={() => void refetch()}>{texts.retry}</Button>}
            <Link to="/library" className={buttonClass()}>
              {texts.toLibrary}
            </Link>
          </EmptyState>
        )}
        {!error && !source && <Waiting />}
        {source &&
          (wide ? (
            <div className="flex h-full">
              <div className="min-w-0 flex-1">
                <Shown key={source._id} source={source} />
              </div>
              {about && (
                <aside
                  aria-label={texts.about}
                  tabIndex={0}
                  className="w-92 shrink-0 overflow-y-auto border-l border-line bg-paper -outline-offset-2"
                >
                  <SourceAbout key={source._id} source={source} />
                </aside>
              )}
            </div>
          ) : (
            <Narrow key={source._id} source={source} />
          ))}
      </main>
    </div>
  );
}

function Narrow({ source }: { source: Source }) {
  const [view, setView] = useState<'source' | 'about'>('source');
  return (
    <Tabs
      label={texts.views}
      value={view}
      onChange={setView}
      onNear={() => undefined}
      tabs={[
        { value: 'source', label: texts.source, panel: <Shown source={source} /> },
        {
          value: 'about',
          label: texts.about,
          panel: (
            <div className="h-full overflow-y-auto">
              <SourceAbout source={source} />
            </div>
          ),
        },
      ]}
    />
  );
}

function Shown({ source }: { source: Source }) {
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const version = Number(params.get('version'));
  const [editsLink, setEditsLink] = useState(false);
  const navigate = useNavigate();
  const viewer = useRef<ViewerHandle>(null);
  const go = useCallback(
    (handle: ViewerHandle | null) => {
      viewer.current = handle;
      const linked = readPositionLink(new URLSearchParams(location.search));
      if (handle && linked?.place !== undefined) handle.goTo({ place: linked.place });
    },
    [location.search],
  );
  return (
    <section aria-label={texts.viewer} className="h-full bg-surface">
      <Suspense fallback={<Waiting />}>
        <SourceViewer
          source={source}
          threadId={undefined}
          ref={go}
          own
          onEditLink={() => setEditsLink(true)}
          onClip={() => toast.info(texts.clipFirst)}
        />
        {editsLink && (
          <EditLinkDialog
            source={source}
            onClose={() => setEditsLink(false)}
            other={{
              isHere: () => true,
              onOpen: (id) => void navigate(`/library/${id}`),
            }}
          />
        )}
        {Number.isInteger(version) && version > 0 && version < source.version && (
          <OldVersion
            source={source}
            from={version}
            to={source.version}
            asItWas
            onClose={() => setParams({}, { replace: true })}
          />
        )}
      </Suspense>
    </section>
  );
}

function AddToThread({ source }: { source: Source }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const threads = useThreads();
  const add = useMutation({
    mutationFn: (thread: Pick<ThreadCard, '_id' | 'url'>) =>
      libraryApi.many({ what: 'thread', threadId: thread._id, ids: [source._id] }),
    onSuccess: (_added, thread) => {
      for (const queryKey of [keys.anyThread, keys.threads, keys.sources])
        void cache.invalidateQueries({ queryKey });
      void navigate(`/t/${thread.url}?source=${source._id}`);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Menu
      trigger={
        <Button
          disabled={add.isPending}
          title={manyTexts.thread}
          className="max-sm:size-target max-sm:px-0!"
        >
          <ListPlus size={16} aria-hidden />
          <span className="max-sm:sr-only">{manyTexts.thread}</span>
        </Button>
      }
    >
      <div className="max-w-72">
        {threads.data?.docs.map((thread) => (
          <MenuItem key={thread._id} onSelect={() => add.mutate(thread)}>
            <span className="truncate">{thread.title}</span>
          </MenuItem>
        ))}
      </div>
      {threads.data?.docs.length === 0 && <MenuItem disabled>{manyTexts.noThread}</MenuItem>}
    </Menu>
  );
}
