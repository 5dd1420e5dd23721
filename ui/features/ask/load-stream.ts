import { ApiError, NETWORK_ERROR } from '#ui/client/api.ts';

/**
 * The code that reads answers, which the chat box preloads before the first question. Throws an
 * `ApiError` if it can't be loaded, so that the question is retried like without a connection.
 */
export const loadStream = () =>
  import('#ui/client/answer-stream.ts').catch((error: unknown) => {
    console.warn('The code that reads answers did not load.', error);
    throw new ApiError('unreachable', NETWORK_ERROR, 0);
  });
