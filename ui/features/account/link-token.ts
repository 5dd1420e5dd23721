import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';

const Held = z.object({ token: z.string() });

/**
 * The secret of a mail's link, from its query or its fragment, which browsers don't send to
 * servers. It is removed from the address at once, so that it is in no history and no screenshot. A
 * reload still has it.
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
