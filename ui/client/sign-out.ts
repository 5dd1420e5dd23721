/**
 * Signing out covers the whole page. Callers provide the screen to show meanwhile, because it can't
 * be loaded afterwards.
 */
import type { ComponentType } from 'react';

export interface SignOutProps {
  everywhere: boolean;
  /** ids of tokens to keep */
  keepTokens?: readonly string[] | undefined;
  /** cancelled, or finished */
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
