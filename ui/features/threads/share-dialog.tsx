/** Sharing: access by link, and people invited by their address. */
import { Download, Link2 } from 'lucide-react';
import { Switch } from 'radix-ui';
import { lazy, Suspense, useId, useState } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import { useMe } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { shareTexts as texts } from './texts/share.ts';
import { threadsTexts } from './texts/threads.ts';
import { copyLink } from './copy-link.ts';
import { People } from './people.tsx';
import { usePatchThread } from './thread-edits.ts';

const ExportDialog = lazy(() =>
  import('#ui/features/export/index.ts').then((it) => ({ default: it.ExportDialog })),
);
type Shared = Pick<Thread, '_id' | 'url' | 'title' | 'visibility'>;

export function ShareDialog({ thread, onClose }: { thread: Shared; onClose: () => void }) {
  const { data: me } = useMe();
  const shared = me?.accounts === 'accounts';
  const [exporting, setExporting] = useState(false);
  if (exporting)
    return (
      <Suspense>
        <ExportDialog thread={thread} onClose={onClose} />
      </Suspense>
    );
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title(thread.title)}
      footer={
        <>
          <Button look="quiet" className="mr-auto -ml-2" onClick={() => setExporting(true)}>
            <Download size={16} aria-hidden />
            {threadsTexts.export}
          </Button>
          <Button onClick={() => copyLink(thread)}>
            <Link2 size={16} aria-hidden />
            {texts.copy}
          </Button>
        </>
      }
    >
      <ByLink thread={thread} alone={!shared} />
      {me && shared && <People threadId={thread._id} me={me} />}
    </Sheet>
  );
}

function ByLink({ thread, alone }: { thread: Shared; alone: boolean }) {
  const id = useId();
  const patch = usePatchThread(thread);
  // The card's data does not update with its list.
  const pendingVisibility = patch.isError ? undefined : patch.variables?.visibility;
  const open = (pendingVisibility ?? thread.visibility) === 'link';
  return (
    <div className="flex items-start gap-3 pt-3">
      <label htmlFor={id} className="flex-1 cursor-pointer">
        <span className="block text-sm font-medium">{texts.link}</span>
        <span className="mt-0.5 block text-[0.8125rem] text-ink-soft">
          {open ? texts.linkOn : alone ? texts.linkOffAlone : texts.linkOff}
        </span>
      </label>
      <Switch.Root
        id={id}
        checked={open}
        aria-label={texts.link}
        onCheckedChange={(on) => patch.mutate({ visibility: on ? 'link' : 'private' })}
        className="relative mt-0.5 h-6 w-10 shrink-0 rounded-full bg-line-field transition-colors duration-(--quick) data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-surface shadow-low transition-transform duration-(--quick) data-[state=checked]:translate-x-4.5" />
      </Switch.Root>
    </div>
  );
}
