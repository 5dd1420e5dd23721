/**
 * The browser's session, which lasts minutes and is renewed while the page is in use, by one tab
 * for all of them.
 */
import { z } from 'zod';
import { SignedIn } from '#core/contract/account.ts';
import { createStoredItem, createStoredText } from '#ui/storage/stored-item.ts';

/**
 * The expiry of the session, from the server; undefined when signed out, or signed in by a link.
 */
const UNTIL = 'gloss_until';
/** over TLS, no other site can set it */
const SURE = '__Host-';
/**
 * Written to notify other tabs, and never read: a tab does not see another's storage immediately,
 * while cookies are the same for all tabs at any time.
 */
const heldUntil = createStoredText('gloss-session-until', z.string(), { fallback: undefined });
/** renewed this much earlier, so that no request meets the expiry */
const EARLY_MS = 60_000;

export type Renewal = 'renewed' | 'ended' | 'unreachable';
const Body = z.object({ data: SignedIn });

export const sessionUntil = (): number | undefined => {
  const cookies = new Map(
    document.cookie.split('; ').map((it): [string, string] => {
      const [name = '', value = ''] = it.split('=');
      return [name, value];
    }),
  );
  const at = Date.parse(cookies.get(SURE + UNTIL) ?? cookies.get(UNTIL) ?? '');
  return Number.isNaN(at) ? undefined : at;
};
/** Called after the server has signed this browser in, or renewed the session. */
export function holdSession(until: string): void {
  over = false;
  heldUntil.write(until);
}
export function forgetSession(): void {
  for (const start of ['', SURE])
    document.cookie = `${start}${UNTIL}=; Path=/; Max-Age=0${start && '; Secure'}`;
}

/** The server said that there is no session; it is not asked again before a sign-in. */
let over = false;

async function askForAnother(before: number | undefined): Promise<Renewal> {
  const validUntil = sessionUntil();
  // Another tab was first.
  if (validUntil !== undefined && validUntil !== before && validUntil > Date.now())
    return 'renewed';
  if (over && validUntil === undefined) return 'ended';
  let response: Response;
  try {
    response = await fetch('/api/auth/refresh', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
  } catch {
    return 'unreachable';
  }
  if (response.status >= 500) return 'unreachable';
  const body = Body.safeParse(response.ok ? await response.json() : undefined);
  if (!body.success) {
    forgetSession();
    over = true;
    return 'ended';
  }
  holdSession(body.data.data.expiresAt);
  return 'renewed';
}

let renewing: Promise<Renewal> | undefined;
/** `before`: the expiry at the time of the rejected request; a newer session needs no renewal. */
export function renewSession(before: number | undefined): Promise<Renewal> {
  const once = () => askForAnother(before);
  // Only secure pages have locks; elsewhere the server tolerates two tabs at once.
  const locks = navigator.locks as LockManager | undefined;
  renewing ??= (locks ? locks.request('gloss-session', once) : once()).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

const SignOutBody = z.object({ everywhere: z.boolean(), keepTokens: z.array(z.string()) });
const dueSignOut = createStoredItem('gloss-leave-due', SignOutBody, { fallback: undefined });
/** A pending sign-out is sent to the server before any other request. */
export function queueSignOut(everywhere: boolean, keepTokens: readonly string[]): void {
  forgetSession();
  dueSignOut.write({ everywhere, keepTokens: [...keepTokens] });
}
async function leaveNow(body: z.infer<typeof SignOutBody>): Promise<void> {
  // If this request can't reach the server, the next ones can't either.
  const response = await fetch('/api/auth/logout', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (response && response.status < 500) dueSignOut.remove();
}

/**
 * Before a request: renews an expired session first, because a shared thread would respond as to a
 * visitor.
 */
export async function ensureSession(): Promise<void> {
  const due = dueSignOut.read();
  if (due) await leaveNow(due);
  const until = sessionUntil();
  if (renewing) await renewing;
  else if (until !== undefined && until <= Date.now()) await renewSession(until);
}

/** Renews the session while the page is visible, also for frames, sockets and event streams. */
export function keepSessionFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const until = sessionUntil();
    if (until === undefined || document.visibilityState !== 'visible') return;
    const dueInMs = until - EARLY_MS - Date.now();
    if (dueInMs > 0) timer = setTimeout(look, dueInMs);
    else
      void renewSession(until).then((it) => {
        if (it === 'renewed') look();
        else if (it === 'unreachable') timer = setTimeout(look, EARLY_MS);
      });
  };
  document.addEventListener('visibilitychange', look);
  const unsubscribe = heldUntil.subscribe(look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    unsubscribe();
  };
}

let onEnd: (() => void) | undefined;
/** Calls `listener` for every request rejected for lack of a session. */
export function onSessionEnd(listener: () => void): () => void {
  onEnd = listener;
  return () => {
    if (onEnd === listener) onEnd = undefined;
  };
}
export const notifySessionEnd = (): void => onEnd?.();
