import { useEffect } from 'react';
import { listenForPaneKeys } from '#ui/features/threads/index.ts';
import { Toasts } from '#ui/kit/toaster.tsx';
import { Tooltips } from '#ui/kit/tooltips.tsx';
import { UpdateNotice } from './update-notice.tsx';

/**
 * What every screen has and comes after the first load: toasts, tooltips, keys of the panes. No page
 * is older than the server's build before that.
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
