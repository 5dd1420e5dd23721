import { FileQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { useThread, useViewer } from '#ui/client/queries.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { PanesSkeleton } from './panes-skeleton.tsx';
import { Workspace } from './workspace.tsx';

export function WorkspacePage() {
  const { url = '' } = useParams();
  const thread = useThread(url);
  const me = useViewer();
  const title = thread.data?.title;
  useEffect(() => { document.title = title ? `${title} · Gloss` : 'Gloss'; }, [title]);

  if (thread.data) return <Workspace key={thread.data._id} thread={thread.data} me={me} />;
  if (thread.error) {
    const gone = thread.error instanceof ApiError && thread.error.status === 404;
    return (
      <main className="grid min-h-dvh place-items-center">
        <Blank heading="h1" icon={<FileQuestion size={22} strokeWidth={1.6} aria-hidden />} title={gone ? 'There is no such thread' : 'This thread could not be read'}
          text={gone ? 'It may have been deleted, or it is not shared with you.' : messageOf(thread.error)}>
          {!gone && <Button look="primary" onClick={() => void thread.refetch()}>Retry</Button>}
          <Link to="/" className={buttonClass()}>To your threads</Link>
        </Blank>
      </main>
    );
  }
  return (
    <main aria-busy="true" className="flex h-dvh flex-col">
      <div className="flex h-13 items-center border-b border-line px-4"><Skeleton className="h-6 w-56" /></div>
      <PanesSkeleton />
    </main>
  );
}
