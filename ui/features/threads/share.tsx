import { Share2, UsersRound } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { useOffer } from '#ui/kit/palette.ts';
import { linkTexts } from './texts/threads.ts';
import { topBarTexts as texts } from './texts/workspace.ts';

const load = () => import('./share-dialog.tsx').then((it) => ({ default: it.ShareDialog }));
const ShareDialog = lazy(load);
const AccessDialog = lazy(() =>
  import('./access-dialog.tsx').then((it) => ({ default: it.AccessDialog })),
);

export function Share({ thread }: { thread: Thread }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  useOffer(texts.share, show);
  return (
    <>
      <IconButton
        label={texts.share}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <Share2 size={17} />
      </IconButton>
      {open && (
        <Suspense>
          <ShareDialog thread={thread} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** For members: their role, and how to leave. */
export function Access({ thread, role }: { thread: Thread; role: 'editor' | 'viewer' }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={linkTexts.access} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <UsersRound size={17} />
      </IconButton>
      {open && (
        <Suspense>
          <AccessDialog thread={thread} role={role} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
