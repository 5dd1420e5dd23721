import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter, useNavigate } from 'react-router';
import { makeQueryClient } from '#ui/client/queries.ts';
import { Router } from './router.tsx';
import { ToasterHost } from './toaster-host.tsx';

export const App = () => <BrowserRouter><Page /></BrowserRouter>;

function Page() {
  const navigate = useNavigate();
  const [cache] = useState(() => makeQueryClient(() => {
    if (location.pathname !== '/login') void navigate('/login', { replace: true });
  }));
  return (
    <QueryClientProvider client={cache}>
      <Router />
      <ToasterHost />
    </QueryClientProvider>
  );
}
