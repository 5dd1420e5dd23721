/**
 * ⌘K: threads, actions, sources, passages and personal texts while typing. Results that
 * take time to load appear below the others.
 */
import { Command } from 'cmdk';
import { NotebookText, SearchIcon, TextSearch } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#ui/client/api.ts';
import { leavesTheApp } from '#ui/features/search/index.ts';
import { closePalette, focusBefore } from '#ui/kit/palette.ts';
import { matchesWords } from '#ui/kit/matches-words.ts';
import { keysOf } from '#ui/kit/shortcuts.ts';
import { Spinner } from '#ui/kit/spinner.tsx';
import { paletteTexts as texts } from './texts.ts';
import { FoundOwnTexts, FoundPassages, FoundSources } from './palette-results.tsx';
import { Group, ICON, Row } from './rows.tsx';
import { usePaletteActions } from './use-palette-actions.tsx';
import { usePaletteSearch } from './use-palette-search.ts';
import type { PaletteSearch } from './use-palette-search.ts';

const PANEL =
  'fixed z-50 inset-x-2 top-2 flex max-h-[min(36rem,calc(100dvh-1rem))] flex-col overflow-hidden rounded-sheet border border-line bg-raised shadow-high outline-none animate-rise ' +
  'sm:inset-x-auto sm:left-1/2 sm:top-[12dvh] sm:w-[min(40rem,calc(100vw-2rem))] sm:-translate-x-1/2';

export function Palette() {
  const go = useNavigate();
  const [text, setText] = useState('');
  const typed = text.trim();
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

  const search = usePaletteSearch(typed);
  const { threads, named, hits, own } = search;
  const first = threads[0]?._id;
  const [selected, select] = useState('');
  // They can arrive after the actions are shown.
  useEffect(() => {
    if (first && typed === '') select(`thread ${first}`);
  }, [first, typed]);
  const actions = usePaletteActions(close, open).filter((it) => matchesWords(it.name, typed));

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
              {search.isWaiting ? (
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
                    <Row
                      key={it.name}
                      value={`action ${it.name}`}
                      icon={it.icon}
                      onSelect={it.run}
                      keys={keysOf(it.shortcut)}
                    >
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
              <FoundSources sources={named} open={open} />
              <FoundPassages hits={hits} open={open} />
              <FoundOwnTexts hits={own} open={open} />
            </Command.List>
            <p
              role="status"
              className="border-t border-line px-4 py-2 text-xs text-ink-faint empty:hidden"
            >
              {search.isDone ? summary(search) : ''}
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function summary({ error, reduced, count }: PaletteSearch): string {
  if (error) return texts.failedBecause(messageOf(error));
  return reduced ?? (count === 0 ? texts.nothing : texts.found(count));
}
