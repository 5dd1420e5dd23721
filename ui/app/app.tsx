import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { makeQueryClient } from '#ui/client/queries.ts';
import { router } from './router.tsx';

const Toasts = lazy(() => import('#ui/kit/toaster.tsx').then((it) => ({ default: it.Toasts })));

export function App() {
  const [cache] = useState(() => makeQueryClient(() => {
    if (location.pathname !== '/login') void router.navigate('/login', { replace: true });
  }));
  return (
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
      <Suspense><Toasts /></Suspense>
    </QueryClientProvider>
  );
}
