import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import { ApiError } from '#ui/client/api.ts';
import { keys, useKnownViewer } from '#ui/client/queries.ts';
import { isOfAccount, useFirstTimeZone } from '#ui/features/account/index.ts';
import { ShellSkeleton } from './shell.tsx';

const FactorDue = lazy(() =>
  import('#ui/features/settings/second-factor-due-page.tsx').then((it) => ({
    default: it.SecondFactorDuePage,
  })),
);
const isDue = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_due';

/**
 * The page, or the set-up of a second factor if the server requires one, because it refuses
 * everything else until then.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const { pathname } = useLocation();
  // Same query as the screens; this only reads its data.
  const me = useKnownViewer();
  const [unread, setUnread] = useState(false);
  useFirstTimeZone();
  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        if (
          event.type === 'updated' &&
          event.action.type === 'error' &&
          isDue(event.action.error) &&
          !cache.getQueryData<Me>(keys.me)?.second_factor.due
        )
          void cache.invalidateQueries({ queryKey: keys.me });
      }),
    [cache],
  );
  if (!me || isOfAccount(pathname) || !(me.second_factor.due || unread)) return children;
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <FactorDue
        me={me}
        onEnabled={() => setUnread(true)}
        onDone={() => {
          setUnread(false);
          void cache.resetQueries();
        }}
      />
    </Suspense>
  );
}
