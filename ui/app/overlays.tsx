import { useEffect } from 'react';
import { listenForPaneKeys } from '#ui/features/threads/index.ts';
import { Toasts } from '#ui/kit/toaster.tsx';
import { Tooltips } from '#ui/kit/tooltips.tsx';
import { UpdateNotice } from './update-notice.tsx';

/**
 * The deferred parts of every screen: toasts, tooltips, pane shortcuts. The page can't be outdated
 * before they load.
 */
export function Overlays() {
  useEffect(listenForPaneKeys, []);
  return (
    <>
      <Toasts />
      <Tooltips />
      <UpdateNotice />
    </>
  );
}
