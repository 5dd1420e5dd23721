import type { Context } from 'koa';

/**
 * `until`: when the page must renew the session; `outside`: the state of a sign-in at the single
 * sign-on provider; `signup`: which sign-up this browser made, until its address is confirmed.
 */
const NAMES = {
  session: 'gloss_session',
  refresh: 'gloss_refresh',
  until: 'gloss_until',
  outside: 'gloss_outside',
  signup: 'gloss_signup',
} as const;
type Which = keyof typeof NAMES;

/**
 * Sets the cookies of a signed-in browser: unreadable for scripts except for a time, and limited to
 * this host if TLS is used.
 */
export function cookieJar(secure: boolean) {
  const nameOf = (which: Which): string => `${secure ? '__Host-' : ''}${NAMES[which]}`;
  return {
    /** Reads a value from a `Cookie` header. */
    read(which: Which, header: string | undefined): string | undefined {
      for (const pair of header?.split(';') ?? []) {
        const [name, value] = pair.trim().split('=', 2);
        if (name === nameOf(which)) return value;
      }
      return undefined;
    },
    set(koa: Context, which: Which, value: string, expiresAt: Date | null): void {
      const until = expiresAt ? `; Expires=${expiresAt.toUTCString()}` : '';
      koa.append(
        'Set-Cookie',
        `${nameOf(which)}=${value}; Path=/${which === 'until' ? '' : '; HttpOnly'}; SameSite=Lax${secure ? '; Secure' : ''}${until}`,
      );
    },
    clear(koa: Context, ...which: Which[]): void {
      for (const one of which.length > 0 ? which : (['session', 'refresh', 'until'] as const))
        this.set(koa, one, '', new Date(0));
    },
  };
}
export type CookieJar = ReturnType<typeof cookieJar>;
