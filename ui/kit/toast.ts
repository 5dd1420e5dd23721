/** Toasts from the first load on: what shows them comes after the page, and what was said before then is said then. */
interface Action { label: string; onClick: () => void }
type Kind = 'success' | 'error' | 'info';
type Show = (kind: Kind, text: string, action?: Action) => void;

let show: Show | undefined;
const unsaid: Parameters<Show>[] = [];

export function attachToaster(now: Show): void {
  show = now;
  for (const said of unsaid.splice(0)) now(...said);
}

const say = (kind: Kind) => (text: string, options?: { action?: Action }): void => {
  if (show) show(kind, text, options?.action);
  else unsaid.push([kind, text, options?.action]);
};

export const toast = { success: say('success'), error: say('error'), info: say('info') };
