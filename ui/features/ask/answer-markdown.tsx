/** An answer's Markdown with its chips; the Markdown parser is loaded with the first answer. */
import { lazy, Suspense, type ComponentProps } from 'react';
import { Skeleton } from '#ui/kit/empty-state.tsx';

const loadModule = () => import('./answer-text.tsx');
const loadText = () => loadModule().then((it) => ({ default: it.AnswerText }));
export const loadActions = () =>
  import('./answer-actions.tsx').then((it) => ({ default: it.AnswerActions }));
/** Preloads before the first answer is shown. */
export const preloadAnswerText = () => Promise.all([loadText(), loadActions()]);
const Loaded = lazy(loadText);
const LoadedSpoken = lazy(() => loadModule().then((it) => ({ default: it.SpokenText })));

export const Lines = () => (
  <div className="space-y-2.5 py-1">
    <Skeleton className="h-4 w-11/12" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-3/5" />
  </div>
);

export const AnswerText = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={<Lines />}>
    <Loaded {...props} />
  </Suspense>
);

export const SpokenText = (props: ComponentProps<typeof LoadedSpoken>) => (
  <Suspense>
    <LoadedSpoken {...props} />
  </Suspense>
);
