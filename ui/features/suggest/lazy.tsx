/** Actions below an answer, which come with the first answer, and prompts, with the first use of the box. */
import { lazy } from 'react';

export const BottomPrompts = lazy(() =>
  import('./bottom-prompts.tsx').then((it) => ({ default: it.BottomPrompts })),
);
export const FollowUp = lazy(() =>
  import('./follow-up.tsx').then((it) => ({ default: it.FollowUp })),
);
