import { lazy, Suspense } from 'react';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';

const load = () => import('#ui/kit/tooltips.tsx').then((it) => ({ default: it.Tooltips }));
const Tooltips = lazy(load);

/** Tooltips come after the first screen: nothing else depends on them. */
export function TooltipHost() {
  const [isLoaded] = useDeferredLoad(load);
  return (
    isLoaded && (
      <Suspense>
        <Tooltips />
      </Suspense>
    )
  );
}
