import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { Toaster } from 'sonner';
import { makeQueryClient } from '#ui/client/queries.ts';
import { useIsDesktop } from '#ui/kit/media.ts';
import { useIsDark } from '#ui/kit/theme.ts';
import { TipProvider } from '#ui/kit/tip.tsx';
import { router } from './router.tsx';

export function App() {
  const [cache] = useState(() => makeQueryClient(() => {
    if (location.pathname !== '/login') void router.navigate('/login', { replace: true });
  }));
  return (
    <QueryClientProvider client={cache}>
      <TipProvider delayDuration={350} skipDelayDuration={200}>
        <RouterProvider router={router} />
        <Toaster theme={useIsDark() ? 'dark' : 'light'} position={useIsDesktop() ? 'bottom-right' : 'top-center'} closeButton toastOptions={{ className: 'font-sans!' }} />
      </TipProvider>
    </QueryClientProvider>
  );
}
