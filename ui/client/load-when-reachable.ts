import { waitUntilOnline } from './network-status.ts';
import { setReachable } from './reachability.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
/** A hanging server accepts the request and never answers. */
const PROBE_TIMEOUT_MS = 5000;
const NEVER = new AbortController().signal;

/** Whether the server accepts requests now. */
async function isServerReady(): Promise<boolean> {
  try {
    const response = await fetch('/api/ready', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.ok;
  } catch (error) {
    console.debug('The server does not answer.', error);
    return false;
  }
}

/** Reloads failed style sheets, because the bundler requests each only once. */
function reloadFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

/**
 * Loads code of the page; after a failure, retries when the server is reachable. `onAway` gets true
 * while it isn't, and false afterwards. Rejects if loading fails twice although the server
 * responds.
 */
export async function loadWhenReachable<T>(
  load: () => Promise<T>,
  onAway: (isAway: boolean) => void,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load();
    } catch (error) {
      for (let tries = 0; !(await isServerReady()); tries += 1) {
        failures = 0;
        setReachable(false);
        onAway(true);
        await waitUntilOnline(Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS), NEVER);
      }
      setReachable(true);
      onAway(false);
      if (failures > 0) throw error;
      reloadFailedStyles();
    }
  }
}
