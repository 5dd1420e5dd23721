import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '#ui/client/api.ts';
import { Button } from '#ui/kit/button.tsx';
import { Logo } from '#ui/kit/logo.tsx';

/** Personal mode: one owner, signed in by a link that their own terminal prints. */
export function LoginPage() {
  const go = useNavigate();
  const cache = useQueryClient();
  const used = useSearchParams()[0].get('link') === 'used';
  const look = async () => {
    try { await api.me(); } catch (error) { console.info('Not signed in yet.', error); return; }
    await cache.invalidateQueries();
    void go('/', { replace: true });
  };
  useEffect(() => {
    document.title = 'Sign in · Gloss';
    // The link opens in another tab; this one follows when it is looked at again.
    const back = () => { if (document.visibilityState === 'visible') void look(); };
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
  });
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-104">
        <Logo className="size-11!" />
        {used && <p role="alert" className="mt-6 rounded-control bg-warn-soft px-3 py-2.5 text-sm">This link was already used, or is too old. Make a new one.</p>}
        <h1 className="mt-6 text-2xl font-semibold tracking-tight">Sign in to Gloss</h1>
        <p className="mt-2.5 text-ink-soft text-pretty">This workspace belongs to one person, on their own machine. Run this in the terminal where Gloss is installed:</p>
        <pre className="mt-5 rounded-card border border-line bg-sunken px-4 py-3.5 font-mono text-[0.9375rem]"><span aria-hidden className="text-ink-faint select-none">$ </span><code>gloss open</code></pre>
        <p className="mt-4 text-sm text-ink-soft text-pretty">It opens a sign-in link in your browser and prints it too. A link works once. In a checkout, the command is <code className="font-mono text-[0.8125rem] text-ink">scripts/gloss open</code>.</p>
        <Button look="primary" className="mt-7" onClick={() => void look()}>I have opened the link</Button>
      </div>
    </main>
  );
}
