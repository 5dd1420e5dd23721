import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Thread } from '#core/contract/thread.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { topBarTexts as texts } from '#ui/texts/workspace.ts';

const load = () => import('./share-dialog.tsx').then((it) => ({ default: it.ShareDialog }));
const ShareDialog = lazy(load);

export function Share({ thread }: { thread: Thread }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={texts.share} aria-haspopup="dialog" onPointerEnter={() => void load()} onFocus={() => void load()} onClick={() => setOpen(true)}><Share2 size={17} /></IconButton>
      {open && <Suspense><ShareDialog thread={thread} onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}
