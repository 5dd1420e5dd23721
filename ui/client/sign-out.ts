/**
 * Signing out goes over the whole page. Who begins it brings along what is shown meanwhile, for
 * nothing more may be there to load it from.
 */
import type { ComponentType } from 'react';

export interface SignOutProps {
  everywhere: boolean;
  /** ids of tokens that go on */
  keepTokens?: readonly string[] | undefined;
  /** one stays after all, or has left */
  onDone: () => void;
  /** nothing of the page may be shown any more */
  onGone: () => void;
}
export interface SignOutRequest {
  show: ComponentType<SignOutProps>;
  everywhere: boolean;
  keepTokens?: readonly string[];
}

let begin: ((it: SignOutRequest) => void) | undefined;
export function onSignOut(listener: (it: SignOutRequest) => void): () => void {
  begin = listener;
  return () => {
    if (begin === listener) begin = undefined;
  };
}
export const beginSignOut = (it: SignOutRequest): void => begin?.(it);
