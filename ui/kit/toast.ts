/**
 * Toasts from the first load on: the toaster loads later and then shows earlier messages.
 */
interface Action {
  label: string;
  onClick: () => void;
}
type Kind = 'success' | 'error' | 'info';
/**
 * `more`: a second line. `onGone`: called when it is no longer shown, for any reason except its
 * action
 */
interface ToastOptions {
  more?: string;
  action?: Action;
  onGone?: () => void;
}
type Show = (kind: Kind, text: string, options?: ToastOptions) => void;

let show: Show | undefined;
let call: (() => void) | undefined;
const unsaid: Parameters<Show>[] = [];

/** Calls `bring` whenever there is a message but no toaster. */
export function onPendingToast(bring: () => void): () => void {
  call = bring;
  if (unsaid.length > 0) bring();
  return () => {
    call = undefined;
  };
}

export function attachToaster(now: Show): void {
  show = now;
  for (const pending of unsaid.splice(0)) now(...pending);
}

const say =
  (kind: Kind) =>
  (text: string, options?: ToastOptions): void => {
    if (show) {
      show(kind, text, options);
      return;
    }
    unsaid.push([kind, text, options]);
    call?.();
  };

export const toast = { success: say('success'), error: say('error'), info: say('info') };
