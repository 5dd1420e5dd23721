import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { BrowserRouter, useNavigate } from 'react-router';
import { keys, makeQueryClient } from '#ui/client/queries.ts';
import { onSignOut, type SignOutRequest } from '#ui/client/sign-out.ts';
import { keepSessionFresh, onSessionEnd } from '#ui/client/session.ts';
import { isOfAccount, loginPath } from '#ui/features/account/index.ts';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { Router } from './router.tsx';
import { ToasterHost } from './toaster-host.tsx';

const SignedOut = lazy(() =>
  import('#ui/features/account/signed-out-page.tsx').then((it) => ({ default: it.SignedOut })),
);
/** may be shared, so signed-out people can see it */
const SHARED = /^\/t\//;

export const App = () => (
  <BrowserRouter>
    <Page />
  </BrowserRouter>
);

function Page() {
  const navigate = useNavigate();
  const [cache] = useState(makeQueryClient);
  const [signedOut, setSignedOut] = useState(false);
  const [leave, setLeave] = useState<SignOutRequest>();
  const [gone, setGone] = useState(false);
  const stay = useCallback(() => setLeave(undefined), []);
  const hide = useCallback(() => setGone(true), []);
  useEffect(keepSessionFresh, []);
  useEffect(() => onSignOut(setLeave), []);
  useEffect(
    () =>
      onSessionEnd(() => {
        if (isOfAccount(location.pathname)) return;
        // People who were working here stay on their screen after their session expires.
        if (cache.getQueryData(keys.me)) setSignedOut(true);
        else if (!SHARED.test(location.pathname)) void navigate(loginPath(), { replace: true });
      }),
    [cache, navigate],
  );
  return (
    <QueryClientProvider client={cache}>
      {!gone && (
        <SecondFactorGate>
          <Router />
        </SecondFactorGate>
      )}
      {leave && (
        <leave.show
          everywhere={leave.everywhere}
          keepTokens={leave.keepTokens}
          onDone={stay}
          onGone={hide}
        />
      )}
      <ToasterHost />
      {signedOut && (
        <Suspense>
          <SignedOut onBack={() => setSignedOut(false)} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}
