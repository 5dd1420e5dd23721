import { Eye, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';
import { AccountMenu, ThemeSwitch } from '#ui/features/account/index.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Logo } from '#ui/kit/logo.tsx';
import { openPalette } from '#ui/kit/palette.ts';
import { threadTexts, topBarTexts as texts } from './texts/workspace.ts';
import { Access, Share } from './share.tsx';
import { SyncMark, type SyncStore } from './sync-mark.tsx';
import { usePatchThread } from './thread-edits.ts';

interface TopBarProps {
  thread: Thread;
  me: Me | null | undefined;
  owner: boolean;
  /** they edit the notes */
  writes: boolean;
  sync: SyncStore;
  /** controls of the thread's sources */
  sources: ReactNode;
  /** the pane buttons */
  panes: ReactNode;
}

export function TopBar({ thread, me, owner, writes, sync, sources, panes }: TopBarProps) {
  const left = me?.limits.question_n_answers ?? null;
  return (
    <header className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line bg-paper px-1.5 sm:gap-1 sm:px-2 lg:gap-1.5 lg:px-3">
      <Link
        to="/"
        aria-label={texts.all}
        data-tooltip={texts.all}
        className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-hover"
      >
        <Logo />
      </Link>
      {sources}
      <h1 className="sr-only">{thread.title}</h1>
      <Title key={thread.title} thread={thread} readOnly={!owner} />
      <span className="flex-1" />
      {me !== undefined && !writes && (
        <span
          title={texts.viewingLong}
          className="flex shrink-0 items-center gap-1.5 px-2 text-[0.8125rem] whitespace-nowrap text-ink-soft"
        >
          <Eye size={15} aria-hidden />
          <span className="max-sm:sr-only">{texts.viewing}</span>
        </span>
      )}
      {writes && <SyncMark store={sync} />}
      {left !== null && (
        <span className="px-1.5 text-[0.8125rem] whitespace-nowrap text-ink-soft tabular-nums max-sm:hidden">
          {texts.left(left)}
        </span>
      )}
      {panes}
      {me !== null && (
        <IconButton
          label={texts.jump}
          shortcut="palette"
          aria-haspopup="dialog"
          onClick={openPalette}
        >
          <Search size={18} />
        </IconButton>
      )}
      {owner && <Share thread={thread} />}
      {(thread.role === 'editor' || thread.role === 'viewer') && (
        <Access thread={thread} role={thread.role} />
      )}
      {/** in the account menu if there is no room */}
      <span className={me === null ? 'flex' : 'flex max-sm:hidden'}>
        <ThemeSwitch />
      </span>
      <AccountMenu />
    </header>
  );
}

function Title({ thread, readOnly }: { thread: Thread; readOnly: boolean }) {
  const [text, setText] = useState(thread.title);
  const patch = usePatchThread(thread);
  // The displayed name only changes after the field has been left.
  const isDropped = useRef(false);
  const keep = () => {
    const title = isDropped.current ? '' : text.trim();
    isDropped.current = false;
    if (!title) setText(thread.title);
    else if (title !== thread.title) patch.mutate({ title });
  };
  return (
    <input
      dir="auto"
      aria-label={threadTexts.titleField}
      value={text}
      readOnly={readOnly}
      maxLength={300}
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onFocus={(event) => {
        if (!readOnly && thread.title === threadTexts.untitled) event.target.select();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        else if (event.key === 'Escape') {
          isDropped.current = true;
          event.currentTarget.blur();
        }
      }}
      className="min-h-8 max-w-160 min-w-16 shrink truncate rounded-control border border-transparent bg-transparent px-2 text-[0.9375rem] font-semibold text-ellipsis transition-colors duration-(--quick) [field-sizing:content] not-read-only:hover:border-line-strong not-read-only:focus:border-line-field not-read-only:focus:bg-surface"
    />
  );
}
