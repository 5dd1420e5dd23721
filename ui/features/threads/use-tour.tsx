/** The tour of the sample thread: advances with the person's actions. */
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { SAMPLE_TITLE, type Thread } from '#core/contract/thread.ts';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';
import type { Pane } from './pane-commands.ts';
import type { TourStep } from './tour.tsx';

const loadTour = () => import('./tour.tsx').then((it) => ({ default: it.Tour }));
const Tour = lazy(loadTour);

interface Tour {
  /** the next step; undefined in other threads */
  tour: ReactNode;
  /** Returns the action, which counts as the step when it is done. */
  counts: <A extends unknown[], R>(step: TourStep, act: (...given: A) => R) => (...given: A) => R;
}

export function useTour(
  { title }: Pick<Thread, 'title'>,
  isOwner: boolean,
  onPane: (pane: Pane) => void,
): Tour {
  const [done, setDone] = useState<ReadonlySet<TourStep>>(new Set());
  const counts = useCallback<Tour['counts']>(
    (step, act) =>
      (...given) => {
        setDone((before) => (before.has(step) ? before : new Set([...before, step])));
        return act(...given);
      },
    [],
  );
  // Loads after the first screen.
  const [isLoaded] = useDeferredLoad(loadTour);
  const tour = isLoaded && isOwner && title === SAMPLE_TITLE && (
    <Suspense>
      <Tour done={done} onPane={onPane} />
    </Suspense>
  );
  return { tour, counts };
}
