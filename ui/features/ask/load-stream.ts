import { ApiError, NETWORK_ERROR } from '#ui/client/api.ts';

/**
 * The code that reads answers; the chat box fetches it ahead of the first question. An `ApiError`
 * where it cannot be fetched, so that the question is tried again as without a connection.
 */
export const loadStream = () =>
  import('#ui/client/stream.ts').catch((error: unknown) => {
    console.warn('The code that reads answers did not load.', error);
    throw new ApiError('unreachable', NETWORK_ERROR, 0);
  });
