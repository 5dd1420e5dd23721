/**
 * Actions below an answer, loaded with the first answer, and prompts, loaded when the box is first
 * used.
 */
import { lazy } from 'react';

export const BottomPrompts = lazy(() =>
  import('./bottom-prompts.tsx').then((it) => ({ default: it.BottomPrompts })),
);
export const FollowUp = lazy(() =>
  import('./follow-up.tsx').then((it) => ({ default: it.FollowUp })),
);
