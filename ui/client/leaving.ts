/** Signing out goes over the whole page. Who begins it brings along what is shown meanwhile, for nothing more may be there to load it from. */
import type { ComponentType } from 'react';

export interface LeavingProps {
  everywhere: boolean /** ids of tokens that go on */;
  keepTokens?: readonly string[] | undefined /** one stays after all, or has left */;
  onDone: () => void /** nothing of the page may be shown any more */;
  onGone: () => void;
}
export interface Leave {
  show: ComponentType<LeavingProps>;
  everywhere: boolean;
  keepTokens?: readonly string[];
}

let begin: ((it: Leave) => void) | undefined;
export function onLeave(listener: (it: Leave) => void): () => void {
  begin = listener;
  return () => {
    if (begin === listener) begin = undefined;
  };
}
export const beginLeaving = (it: Leave): void => begin?.(it);
