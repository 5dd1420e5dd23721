import { useEffect, type CSSProperties } from 'react';
import { Toaster, toast } from 'sonner';
import { useIsDesktop } from './media-queries.ts';
import { useIsDark } from './theme.ts';
import { attachToaster } from './toast.ts';

const LOOK = {
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--border-radius': 'var(--radius-card)',
} as CSSProperties;

/** Long enough to read, think and click. */
const ACTION_MS = 10_000;

export function Toasts() {
  useEffect(
    () =>
      attachToaster((kind, text, { more, action, onGone } = {}) => {
        toast[kind](text, {
          ...(more && { description: more }),
          ...(action && { action, duration: ACTION_MS }),
          ...(onGone && { onAutoClose: onGone, onDismiss: onGone }),
        });
      }),
    [],
  );
  return (
    <Toaster
      theme={useIsDark() ? 'dark' : 'light'}
      position={useIsDesktop() ? 'bottom-right' : 'top-center'}
      offset={{ bottom: 'calc(24px + var(--toast-lift, 0px))' }}
      closeButton
      style={LOOK}
      toastOptions={{ className: 'font-sans! pointer-events-auto' }}
    />
  );
}
