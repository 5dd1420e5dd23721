import { FileQuestion, LockKeyhole } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { useThread, useViewer } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Unlock } from '#ui/features/account/index.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';
import { PanesSkeleton } from './panes-skeleton.tsx';
import { Workspace } from './workspace.tsx';

export function WorkspacePage() {
  const { url = '' } = useParams();
  const thread = useThread(url);
  const me = useViewer();
  const title = thread.data?.title;
  useEffect(() => {
    document.title = texts.page(title);
  }, [title]);

  if (thread.data) return <Workspace key={thread.data._id} thread={thread.data} me={me} />;
  if (thread.error) {
    const status = thread.error instanceof ApiError ? thread.error.status : 0;
    const isMissing = status === 404;
    if (status === 401)
      return (
        <main className="grid min-h-dvh place-items-center">
          <EmptyState
            heading="h1"
            icon={<LockKeyhole size={22} strokeWidth={1.6} aria-hidden />}
            title={texts.closed}
            text={texts.closedText}
          >
            <Unlock look="primary" />
          </EmptyState>
        </main>
      );
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          heading="h1"
          icon={<FileQuestion size={22} strokeWidth={1.6} aria-hidden />}
          title={isMissing ? texts.gone : texts.failed}
          text={isMissing ? texts.goneText : messageOf(thread.error)}
        >
          {!isMissing && (
            <Button look="primary" onClick={() => void thread.refetch()}>
              {texts.retry}
            </Button>
          )}
          <Link to="/" className={buttonClass()}>
            {texts.toThreads}
          </Link>
        </EmptyState>
      </main>
    );
  }
  return (
    <main aria-busy="true" className="flex h-dvh flex-col">
      <div className="flex h-11 shrink-0 items-center border-b border-line px-4">
        <Skeleton className="h-6 w-56" />
      </div>
      <PanesSkeleton />
    </main>
  );
}
