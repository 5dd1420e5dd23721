import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a worker thread: only the folder of compiled code (the parent of the one for
 * this Node version).
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const cacheFolder = getCompileCacheDir();
  return cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheFolder) };
}
