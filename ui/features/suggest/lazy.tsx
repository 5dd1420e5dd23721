/** Loads the actions below an answer with the first answer. */
import { lazy } from 'react';

export const FollowUp = lazy(() =>
  import('./follow-up.tsx').then((it) => ({ default: it.FollowUp })),
);
