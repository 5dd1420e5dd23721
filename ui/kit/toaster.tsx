import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { useIsDesktop } from './media.ts';
import { useIsDark } from './theme.ts';
import { attachToaster } from './toast.ts';

export function Toasts() {
  useEffect(() => attachToaster((kind, text, action) => { toast[kind](text, action ? { action } : undefined); }), []);
  return <Toaster theme={useIsDark() ? 'dark' : 'light'} position={useIsDesktop() ? 'bottom-right' : 'top-center'} closeButton toastOptions={{ className: 'font-sans!' }} />;
}
