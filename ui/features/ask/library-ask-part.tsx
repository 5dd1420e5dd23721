import { lazy, Suspense, type ComponentProps } from 'react';
import { Skeleton } from '#ui/kit/empty-state.tsx';

const Loaded = lazy(() => import('./library-ask.tsx').then((it) => ({ default: it.LibraryAsk })));

/** A question to the library, loaded when it is first asked. */
export const LibraryAsk = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={<Skeleton className="h-36 rounded-card!" />}>
    <Loaded {...props} />
  </Suspense>
);
