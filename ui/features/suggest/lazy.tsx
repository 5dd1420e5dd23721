/** What stands beneath an answer comes once there is one. */
import { lazy } from 'react';

export const FollowUp = lazy(() =>
  import('./follow-up.tsx').then((it) => ({ default: it.FollowUp })),
);
