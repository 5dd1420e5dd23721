import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Link2, UsersRound } from 'lucide-react';
import { lazy, memo, type MouseEvent, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Source } from '#core/contract/source.ts';
import type { ThreadCard } from '#core/contract/thread.ts';
import { KIND_NAMES, kindDescriptor } from '#core/kinds.ts';
import { useViewer } from '#ui/client/queries.ts';
import { SourcePicture, stateOf, TypeIcon } from '#ui/features/sources/index.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { popup } from '#ui/kit/popup.tsx';
import { timeAgo } from '#ui/kit/time-ago.ts';
import { dayText } from '#ui/kit/format.ts';
import { threadsTexts as texts } from './texts/threads.ts';
import { threadTexts } from './texts/workspace.ts';
import { preloadThread } from './preload-thread.ts';
import { usePatchThread } from './thread-edits.ts';
import { copyLink } from './copy-link.ts';
import type { GuestMenuProps, ThreadMenuProps } from './thread-menu.tsx';

const ExportDialog = lazy(() =>
  import('#ui/features/export/index.ts').then((it) => ({ default: it.ExportDialog })),
);
const LeaveThread = lazy(() =>
  import('./leave-thread.tsx').then((it) => ({ default: it.LeaveThread })),
);
const GuestOptions = popup<GuestMenuProps>(
  () => import('./thread-menu.tsx').then((it) => it.GuestMenu),
  'menu',
);
const Options = popup<ThreadMenuProps>(
  () => import('./thread-menu.tsx').then((it) => it.ThreadMenu),
  'menu',
);

interface CardProps {
  thread: ThreadCard;
  /** its position, from 1 */
  at: number;
  /** the total number; -1 if unknown */
  of: number;
  /** these stay the same while it is mounted */
  onDelete: (thread: ThreadCard) => void;
  onShare: (thread: ThreadCard) => void;
}

export const Card = memo(function Card({ thread, at, of, onDelete, onShare }: CardProps) {
  const [naming, setNaming] = useState(false);
  const [exporting, setExporting] = useState(false);
  const patch = usePatchThread(thread);
  const [leaving, setLeaving] = useState(false);
  const viewer = useViewer();
  const cache = useQueryClient();
  // A finger may be about to scroll, and other keys and buttons open it elsewhere.
  const bring = (event: MouseEvent) => {
    if (event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      preloadThread(thread, cache);
  };
  const own = viewer?.user._id === thread.user;
  const sources = thread.thread_source_data;
  return (
    <li
      aria-posinset={at}
      aria-setsize={of}
      className="group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-low transition-[border-color,box-shadow] duration-(--calm) hover:border-line-strong hover:shadow-mid has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-(--focus)"
    >
      <Pictures sources={sources} />
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-3">
        <div className="flex items-start gap-1">
          {naming ? (
            <NameField
              title={thread.title}
              onDone={(title) => {
                setNaming(false);
                if (title) patch.mutate({ title });
              }}
            />
          ) : (
            <h3
              dir="auto"
              className="line-clamp-2 min-w-0 flex-1 pt-1 text-left text-[0.9375rem] leading-snug font-semibold wrap-anywhere"
            >
              <Link
                to={`/t/${thread.url}`}
                onMouseDown={bring}
                onClick={bring}
                className="outline-none after:absolute after:inset-0"
              >
                {thread.title}
              </Link>
            </h3>
          )}
          {viewer && (
            <div className="relative -mt-0.5 -mr-2">
              {own && (
                <Options
                  onRename={() => setNaming(true)}
                  onShare={() => onShare(thread)}
                  onExport={() => setExporting(true)}
                  onDelete={() => onDelete(thread)}
                  trigger={
                    <IconButton label={texts.options(thread.title)} tooltip={texts.optionsShort}>
                      <Ellipsis size={17} />
                    </IconButton>
                  }
                />
              )}
              {!own && (
                <GuestOptions
                  onCopy={() => copyLink(thread)}
                  onExport={() => setExporting(true)}
                  onLeave={() => setLeaving(true)}
                  trigger={
                    <IconButton label={texts.options(thread.title)} tooltip={texts.optionsShort}>
                      <Ellipsis size={17} />
                    </IconButton>
                  }
                />
              )}
            </div>
          )}
        </div>
        <p className="mt-auto flex items-center gap-3 pt-3 text-xs text-ink-soft">
          <Counts sources={sources} total={thread.thread_sources.length} />
          <span className="flex-1" />
          {own && thread.visibility === 'link' && (
            <span title={texts.byLink}>
              <Link2 size={14} aria-hidden className="text-ink-faint" />
              <span className="sr-only">{texts.byLink}</span>
            </span>
          )}
          {viewer && !own && (
            <span className="inline-flex items-center gap-1">
              <UsersRound size={14} aria-hidden className="text-ink-faint" />
              {texts.shared}
            </span>
          )}
          <time dateTime={thread.updatedAt} title={dayText(thread.updatedAt)}>
            {timeAgo(thread.updatedAt)}
          </time>
        </p>
      </div>
      {exporting && (
        <Suspense>
          <ExportDialog thread={thread} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <LeaveThread thread={thread} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </li>
  );
});

function Pictures({ sources }: { sources: readonly Source[] }) {
  const shown = sources.slice(0, 3);
  return (
    <div className="flex h-30 gap-px border-b border-line bg-line">
      {shown.length === 0 && (
        <div className="grid flex-1 place-items-center bg-sunken text-[0.8125rem] text-ink-faint">
          {texts.noSourcesYet}
        </div>
      )}
      {shown.map((it) => (
        <SourcePicture
          key={it._id}
          source={it}
          iconSize={26}
          className="h-full min-w-0 flex-1 rounded-none!"
        />
      ))}
    </div>
  );
}

/** A card only has its first sources; they are counted by kind if these are all. */
function Counts({ sources, total }: { sources: readonly Source[]; total: number }) {
  const running = sources.filter((it) => stateOf(it).kind === 'processing').length;
  if (total === 0) return <span>{texts.noSources}</span>;
  if (total > sources.length) return <span>{texts.sources(total)}</span>;
  return (
    <>
      {KIND_NAMES.map((type) => {
        const { label } = kindDescriptor(type);
        const count = sources.filter((it) => it.sourceType === type).length;
        return (
          count > 0 && (
            <span
              key={type}
              className="inline-flex items-center gap-1 tabular-nums"
              title={texts.kind(label, count)}
            >
              <TypeIcon type={type} size={14} className="text-ink-faint" />
              {count}
              <span className="sr-only"> {label}</span>
            </span>
          )
        );
      })}
      {running > 0 && <span>{texts.processing(running)}</span>}
    </>
  );
}

function NameField({
  title,
  onDone,
}: {
  title: string;
  onDone: (title: string | undefined) => void;
}) {
  const [text, setText] = useState(title);
  const keep = () => onDone(text.trim() && text.trim() !== title ? text.trim() : undefined);
  return (
    <input
      autoFocus
      aria-label={threadTexts.titleField}
      value={text}
      maxLength={300}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        else if (event.key === 'Escape') onDone(undefined);
      }}
      className="relative z-10 -ml-2 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 py-1 text-[0.9375rem] font-semibold"
    />
  );
}
