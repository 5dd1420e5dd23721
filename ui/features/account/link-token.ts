import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';

const Held = z.object({ token: z.string() });

/**
 * The token of an email's link, from its query or its fragment, which browsers don't send to
 * servers. It is removed from the address immediately, so that it doesn't appear in the history or
 * screenshots. It survives a reload.
 */
export function useLinkToken(): string {
  const { pathname, search, hash, state } = useLocation() as {
    pathname: string;
    search: string;
    hash: string;
    state: unknown;
  };
  const go = useNavigate();
  const given =
    new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token');
  useEffect(() => {
    if (given) void go(pathname, { replace: true, state: { token: given } });
  }, [given, go, pathname]);
  return given ?? Held.safeParse(state).data?.token ?? '';
}
