import { Ellipsis, NotebookText, Plus } from 'lucide-react';
import { formatDistanceToNowStrict } from 'date-fns/formatDistanceToNowStrict';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Source } from '#core/contract/source.ts';
import { SAMPLE_TITLE, type ThreadCard } from '#core/contract/thread.ts';
import { messageOf } from '#ui/client/api.ts';
import { useThreads } from '#ui/client/queries.ts';
import { SourcePicture, stateOf, TYPE_NAMES, TypeIcon } from '#ui/features/sources/index.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { popup } from '#ui/kit/popup.tsx';
import type { ThreadMenuProps } from './thread-menu.tsx';
import { useDeleteThread, useNewThread, usePatchThread } from './thread-edits.ts';

const Confirm = lazy(() => import('#ui/kit/dialog.tsx').then((it) => ({ default: it.Confirm })));
const Options = popup<ThreadMenuProps>(() => import('./thread-menu.tsx').then((it) => it.ThreadMenu), 'menu');

export function ThreadsPage() {
  const { data, isPending, error, refetch } = useThreads();
  const create = useNewThread();
  const remove = useDeleteThread();
  const [leaving, setLeaving] = useState<ThreadCard>();
  useWelcome(data?.docs);
  useEffect(() => { document.title = 'Threads · Gloss'; }, []);
  const make = <Button look="primary" disabled={create.isPending} onClick={() => create.mutate()}><Plus size={17} aria-hidden />New thread</Button>;
  return (
    <>
      <div className="mb-7 flex items-center justify-between gap-3">
        <h1 className="text-[1.625rem] leading-tight font-semibold tracking-tight">Threads</h1>
        {data && data.docs.length > 0 && make}
      </div>
      {isPending && <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">{[0, 1, 2].map((n) => <li key={n}><Skeleton className="h-52 rounded-card!" /></li>)}</ul>}
      {error && <Blank title="Your threads could not be read" text={messageOf(error)}><Button onClick={() => void refetch()}>Retry</Button></Blank>}
      {data?.docs.length === 0 && (
        <Blank className="min-h-[50dvh]" icon={<NotebookText size={22} strokeWidth={1.6} aria-hidden />} title="Start your first thread"
          text="A thread holds what you read and watch on one question: videos, PDFs and pages, the answers drawn from them, and your notes.">
          {make}
        </Blank>
      )}
      {data && data.docs.length > 0 && (
        <ul aria-label="Threads" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {data.docs.map((thread) => <Card key={thread._id} thread={thread} onDelete={() => setLeaving(thread)} />)}
        </ul>
      )}
      {leaving && (
        <Suspense>
          <Confirm open onOpenChange={(stays) => { if (!stays) setLeaving(undefined); }} title={`Delete “${leaving.title}”?`}
            text="Its notes and answers are deleted for good. Its sources stay in your library." action="Delete thread" onConfirm={() => remove.mutate(leaving)} />
        </Suspense>
      )}
    </>
  );
}

const WELCOMED = 'gloss-welcomed';

/** The first visit of this browser, while there is nothing but the sample, opens it: the whole is seen before a link is pasted. */
function useWelcome(threads: readonly ThreadCard[] | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!threads || localStorage.getItem(WELCOMED)) return;
    localStorage.setItem(WELCOMED, '1');
    const [only, more] = threads;
    if (only && !more && only.title === SAMPLE_TITLE) void navigate(`/t/${only.url}`, { replace: true });
  }, [threads, navigate]);
}

function Card({ thread, onDelete }: { thread: ThreadCard; onDelete: () => void }) {
  const [naming, setNaming] = useState(false);
  const patch = usePatchThread(thread);
  const sources = thread.thread_source_data;
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-low transition-[border-color,box-shadow] duration-(--calm) hover:border-line-strong hover:shadow-mid has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-(--focus)">
      <Pictures sources={sources} />
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-3">
        <div className="flex items-start gap-1">
          {naming
            ? <NameField title={thread.title} onDone={(title) => { setNaming(false); if (title) patch.mutate({ title }); }} />
            : <h2 className="line-clamp-2 min-w-0 flex-1 pt-1 text-[0.9375rem] leading-snug font-semibold"><Link to={`/t/${thread.url}`} className="outline-none after:absolute after:inset-0">{thread.title}</Link></h2>}
          <div className="relative -mt-0.5 -mr-2">
            <Options onRename={() => setNaming(true)} onDelete={onDelete} trigger={<IconButton label={`Options for ${thread.title}`} title="Options"><Ellipsis size={17} /></IconButton>} />
          </div>
        </div>
        <p className="mt-auto flex items-center gap-3 pt-3 text-xs text-ink-soft">
          <Counts sources={sources} total={thread.thread_sources.length} />
          <span className="flex-1" />
          <time dateTime={thread.updatedAt}>{formatDistanceToNowStrict(thread.updatedAt, { addSuffix: true })}</time>
        </p>
      </div>
    </li>
  );
}

function Pictures({ sources }: { sources: readonly Source[] }) {
  const shown = sources.slice(0, 3);
  return (
    <div className="flex h-30 gap-px border-b border-line bg-line">
      {shown.length === 0 && <div className="grid flex-1 place-items-center bg-sunken text-[0.8125rem] text-ink-faint">No sources yet</div>}
      {shown.map((it) => <SourcePicture key={it._id} source={it} iconSize={26} className="h-full min-w-0 flex-1 rounded-none!" />)}
    </div>
  );
}

/** A card carries its first sources only; by kind they are counted when these are all. */
function Counts({ sources, total }: { sources: readonly Source[]; total: number }) {
  const running = sources.filter((it) => stateOf(it).kind === 'processing').length;
  if (total > sources.length) return <span>{total} sources</span>;
  if (total === 0) return <span>No sources</span>;
  return (
    <>
      {(['youtube', 'pdf', 'web'] as const).map((type) => {
        const count = sources.filter((it) => it.sourceType === type).length;
        return count > 0 && <span key={type} className="inline-flex items-center gap-1 tabular-nums" title={`${TYPE_NAMES[type]}: ${count}`}><TypeIcon type={type} size={14} className="text-ink-faint" />{count}<span className="sr-only"> {TYPE_NAMES[type]}</span></span>;
      })}
      {running > 0 && <span>{running} processing</span>}
    </>
  );
}

function NameField({ title, onDone }: { title: string; onDone: (title: string | undefined) => void }) {
  const [text, setText] = useState(title);
  const keep = () => onDone(text.trim() && text.trim() !== title ? text.trim() : undefined);
  return (
    <input autoFocus aria-label="Thread title" value={text} maxLength={300} onFocus={(event) => event.target.select()} onChange={(event) => setText(event.target.value)} onBlur={keep}
      onKeyDown={(event) => { if (event.key === 'Enter') keep(); else if (event.key === 'Escape') onDone(undefined); }}
      className="relative z-10 -ml-2 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 py-1 text-[0.9375rem] font-semibold" />
  );
}
