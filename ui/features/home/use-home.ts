import { useQuery } from '@tanstack/react-query';
import { Home } from '#core/contract/home.ts';
import { call } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { positionsSent } from '#ui/client/sent-positions.ts';

/** What one goes on with, read again whenever Home is opened. */
export const useHome = () =>
  useQuery({
    queryKey: keys.home,
    async queryFn({ signal }) {
      // The thread that was just left has told where one was in it.
      await positionsSent();
      return call('home', Home, { signal });
    },
    staleTime: 0,
  });
