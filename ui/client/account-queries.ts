/** Queries of the account screens, which the first load doesn't need. */
import { useQuery } from '@tanstack/react-query';
import { accountApi } from './account-api.ts';
import { keys } from './queries.ts';

/** The sign-in options only change with the server's settings. */
export const useSignInOptions = () =>
  useQuery({
    queryKey: keys.signIn,
    queryFn: ({ signal }) => accountApi.options(signal),
    staleTime: Infinity,
  });
