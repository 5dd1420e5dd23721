/**
 * ⌘K: threads, actions, sources, passages and one's own texts, as one types. What has to be waited
 * for comes below what is known at once.
 */
import { Command } from 'cmdk';
import {
  LibraryBig,
  Monitor,
  Moon,
  NotebookText,
  Plus,
  SearchIcon,
  Settings,
  Sun,
  TextSearch,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { placeLabel, placeOf } from '#core/contract/locator.ts';
import { messageOf } from '#ui/client/api.ts';
import { useSearch, useSourceSearch, useThreads } from '#ui/client/queries.ts';
import { leavesTheApp, personalHitLink, sourceHitLink } from '#ui/features/search/hit-link.ts';
import { OwnIcon, ownName } from '#ui/features/search/hits.tsx';
import { Marked } from '#ui/features/search/marked.tsx';
import { titleOf, TypeIcon } from '#ui/features/sources/index.ts';
import { useNewThread } from '#ui/features/threads/thread-edits.ts';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { closePalette, focusBefore, usePageActions } from '#ui/kit/palette.ts';
import { Spinner } from '#ui/kit/spinner.tsx';
import { setTheme } from '#ui/kit/theme.ts';
import { paletteTexts as texts, searchTexts } from '#ui/texts/search.ts';
import { matches } from './matches.ts';
import { Group, Row } from './rows.tsx';

const PANEL =
  'fixed z-50 inset-x-2 top-2 flex max-h-[min(36rem,calc(100dvh-1rem))] flex-col overflow-hidden rounded-sheet border border-line bg-raised shadow-high outline-none animate-rise ' +
  'sm:inset-x-auto sm:left-1/2 sm:top-[12dvh] sm:w-[min(40rem,calc(100vw-2rem))] sm:-translate-x-1/2';
const FEW = 5;
const HITS = 6;
const EXCERPT_CHARS = 130;
const ICON = { size: 17, strokeWidth: 1.8, 'aria-hidden': true } as const;

export function Palette() {
  const go = useNavigate();
  const [text, setText] = useState('');
  const typed = text.trim();
  const q = useDebounced(typed, 180);
  /** a screen took the focus */
  const went = useRef(false);
  const close = (away: boolean) => {
    went.current = away;
    closePalette();
  };
  const open = (to: string) => () => {
    close(true);
    if (leavesTheApp(to)) window.location.assign(to);
    else void go(to);
  };

  const threads = (useThreads().data?.docs ?? [])
    .filter((it) => matches(it.title, typed))
    .slice(0, FEW);
  const first = threads[0]?._id;
  const [selected, select] = useState('');
  // They may come after the actions stood there.
  useEffect(() => {
    if (first && typed === '') select(`thread ${first}`);
  }, [first, typed]);
  const sources = useSourceSearch(q, q !== '');
  const found = useSearch({ q, limit: HITS, typing: '1' });
  const current = typed !== '' && q !== '';
  const hits = current ? (found.data?.hits ?? []) : [];
  const own = current ? (found.data?.own ?? []).slice(0, FEW) : [];
  const named = current ? (sources.data?.docs ?? []).slice(0, FEW) : [];
  const actions = useActions(close, open).filter((it) => matches(it.name, typed));
  const waiting = typed !== '' && (q !== typed || found.isFetching);

  return (
    <Dialog.Root
      open
      onOpenChange={(stays) => {
        if (!stays) close(false);
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className={PANEL}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!went.current) focusBefore();
          }}
        >
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Command
            label={texts.title}
            shouldFilter={false}
            loop
            value={selected}
            onValueChange={select}
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              {waiting ? (
                <Spinner />
              ) : (
                <SearchIcon size={18} aria-hidden className="shrink-0 text-ink-faint" />
              )}
              <Command.Input
                autoFocus
                value={text}
                onValueChange={setText}
                maxLength={1000}
                placeholder={texts.placeholder}
                className="h-13 w-full bg-transparent text-base outline-none placeholder:text-ink-faint"
              />
            </div>
            <Command.List label={texts.list} className="min-h-0 flex-1 overflow-y-auto pt-1 pb-1">
              {threads.length > 0 && (
                <Group name={texts.threads}>
                  {threads.map((it) => (
                    <Row
                      key={it._id}
                      value={`thread ${it._id}`}
                      icon={<NotebookText {...ICON} />}
                      onSelect={open(`/t/${it.url}`)}
                    >
                      {it.title}
                    </Row>
                  ))}
                </Group>
              )}
              {actions.length > 0 && (
                <Group name={texts.actions}>
                  {actions.map((it) => (
                    <Row key={it.name} value={`action ${it.name}`} icon={it.icon} onSelect={it.run}>
                      {it.name}
                    </Row>
                  ))}
                </Group>
              )}
              {typed !== '' && (
                <Group name={texts.search}>
                  <Row
                    value="everywhere"
                    icon={<TextSearch {...ICON} />}
                    onSelect={open(`/search?${new URLSearchParams({ q: typed })}`)}
                  >
                    {texts.everywhere(typed)}
                  </Row>
                </Group>
              )}
              {named.length > 0 && (
                <Group name={texts.sources}>
                  {named.map((it) => (
                    <Row
                      key={it._id}
                      value={`source ${it._id}`}
                      icon={<TypeIcon type={it.sourceType} size={17} />}
                      onSelect={open(`/library/${it._id}`)}
                    >
                      {titleOf(it)}
                    </Row>
                  ))}
                </Group>
              )}
              {hits.length > 0 && (
                <Group name={texts.passages}>
                  {hits.map((hit, at) => (
                    <Row
                      key={`${hit.source_id}${at}`}
                      value={`hit ${at} ${hit.source_id}`}
                      icon={<TypeIcon type={hit.sourceType} size={17} />}
                      onSelect={open(sourceHitLink(hit))}
                      label={placeLabel(hit.place.medium, placeOf(hit.place))}
                      text={
                        <Marked text={hit.text} ranges={hit.highlights} length={EXCERPT_CHARS} />
                      }
                    >
                      {hit.title}
                    </Row>
                  ))}
                </Group>
              )}
              {own.length > 0 && (
                <Group name={texts.own}>
                  {own.map((hit) => (
                    <Row
                      key={`${hit.kind}${hit._id}${hit.thread_id}`}
                      value={`own ${hit.kind} ${hit._id} ${hit.thread_id}`}
                      icon={<OwnIcon kind={hit.kind} size={17} />}
                      onSelect={open(personalHitLink(hit))}
                      label={ownName(hit.kind)}
                      text={
                        <Marked text={hit.text} ranges={hit.highlights} length={EXCERPT_CHARS} />
                      }
                    >
                      {hit.title}
                    </Row>
                  ))}
                </Group>
              )}
            </Command.List>
            <p
              role="status"
              className="border-t border-line px-4 py-2 text-xs text-ink-faint empty:hidden"
            >
              {current && !waiting
                ? said(
                    found.error,
                    found.data?.reduced,
                    hits.length + own.length + named.length + threads.length,
                  )
                : ''}
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function said(error: Error | null, reduced: string | undefined, count: number): string {
  if (error) return searchTexts.failedBecause(messageOf(error));
  return reduced ?? (count === 0 ? texts.nothing : texts.found(count));
}

interface Action {
  name: string;
  icon: ReactNode;
  run: () => void;
}

function useActions(close: (away: boolean) => void, open: (to: string) => () => void): Action[] {
  const create = useNewThread();
  const offered = usePageActions();
  const theme = (value: Parameters<typeof setTheme>[0]) => () => {
    setTheme(value);
    close(false);
  };
  return [
    ...offered.map(({ name, run }) => ({
      name,
      icon: <Plus {...ICON} />,
      run: () => {
        close(true);
        run();
      },
    })),
    {
      name: texts.newThread,
      icon: <Plus {...ICON} />,
      run: () => {
        close(true);
        create.mutate();
      },
    },
    { name: texts.toThreads, icon: <NotebookText {...ICON} />, run: open('/') },
    { name: texts.toLibrary, icon: <LibraryBig {...ICON} />, run: open('/library') },
    { name: texts.toSearch, icon: <SearchIcon {...ICON} />, run: open('/search') },
    { name: texts.toSettings, icon: <Settings {...ICON} />, run: open('/settings') },
    { name: texts.light, icon: <Sun {...ICON} />, run: theme('light') },
    { name: texts.dark, icon: <Moon {...ICON} />, run: theme('dark') },
    { name: texts.system, icon: <Monitor {...ICON} />, run: theme('system') },
  ];
}
