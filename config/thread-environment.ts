import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a thread: nothing but where its process keeps compiled code (the folder above
 * that of this Node's version).
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const cacheFolder = getCompileCacheDir();
  return cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheFolder) };
}
