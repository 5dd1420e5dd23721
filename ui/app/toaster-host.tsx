import { lazy, Suspense, useEffect } from 'react';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';
import { onPendingToast } from '#ui/kit/toast.ts';

const load = () => import('./overlays.tsx').then((it) => ({ default: it.Overlays }));
const Overlays = lazy(load);

/** Loads before it is needed, because an unreachable server could not send it. */
export function ToasterHost() {
  const [here, now] = useDeferredLoad(load);
  useEffect(() => onPendingToast(now), [now]);
  return (
    here && (
      <Suspense>
        <Overlays />
      </Suspense>
    )
  );
}
