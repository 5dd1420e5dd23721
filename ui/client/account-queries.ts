/** What the account's own screens ask; the first load does without. */
import { useQuery } from '@tanstack/react-query';
import { accountApi } from './account-api.ts';
import { keys } from './queries.ts';

/** How one signs in here: it changes with the server's settings alone. */
export const useSignInOptions = () =>
  useQuery({
    queryKey: keys.signIn,
    queryFn: ({ signal }) => accountApi.options(signal),
    staleTime: Infinity,
  });
