import { lazy, Suspense, type ComponentProps } from 'react';
import { Skeleton } from '#ui/kit/empty-state.tsx';

const Loaded = lazy(() => import('./library-ask.tsx').then((it) => ({ default: it.LibraryAsk })));
const LoadedAnswer = lazy(() =>
  import('./library-answer.tsx').then((it) => ({ default: it.LibraryAnswer })),
);

/** A question to the library, loaded on first use. */
export const LibraryAsk = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={<Skeleton className="h-36 rounded-card!" />}>
    <Loaded {...props} />
  </Suspense>
);

/** The answer of the library to a question, loaded with the first one. */
export const LibraryAnswer = (props: ComponentProps<typeof LoadedAnswer>) => (
  <Suspense fallback={<Skeleton className="h-36 rounded-card!" />}>
    <LoadedAnswer {...props} />
  </Suspense>
);
