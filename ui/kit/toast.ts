/**
 * Toasts from the first load on: what shows them comes later, and what was said before then is said
 * then.
 */
interface Action {
  label: string;
  onClick: () => void;
}
type Kind = 'success' | 'error' | 'info';
/**
 * `more`: a second line. `onGone`: once it is not shown any more, however it went, but for its
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

/** `bring` is called whenever something is to be said and nothing is there to show it. */
export function onUnsaid(bring: () => void): () => void {
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
