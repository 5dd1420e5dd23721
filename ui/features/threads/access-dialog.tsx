/** For invited people: their access to a thread, its link, and leaving it. */
import { Download, Link2, LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { shareTexts } from './texts/share.ts';
import { threadsTexts } from './texts/threads.ts';
import { copyLink } from './copy-link.ts';
import { LeaveThread } from './leave-thread.tsx';

const ExportDialog = lazy(() =>
  import('#ui/features/export/index.ts').then((it) => ({ default: it.ExportDialog })),
);

export function AccessDialog({
  thread,
  role,
  onClose,
}: {
  thread: Thread;
  role: 'editor' | 'viewer';
  onClose: () => void;
}) {
  const [next, setNext] = useState<'export' | 'leave'>();
  if (next === 'export')
    return (
      <Suspense>
        <ExportDialog thread={thread} onClose={onClose} />
      </Suspense>
    );
  if (next === 'leave') return <LeaveThread thread={thread} onClose={onClose} />;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={threadsTexts.shared}
      description={shareTexts.invitedAs[role]}
      footer={
        <>
          <Button look="quiet" className="mr-auto -ml-2" onClick={() => setNext('export')}>
            <Download size={16} aria-hidden />
            {threadsTexts.export}
          </Button>
          <Button onClick={() => copyLink(thread)}>
            <Link2 size={16} aria-hidden />
            {shareTexts.copy}
          </Button>
        </>
      }
    >
      <Button look="quiet" className="-ml-3 text-danger!" onClick={() => setNext('leave')}>
        <LogOut size={16} aria-hidden />
        {threadsTexts.leave}
      </Button>
    </Sheet>
  );
}
