import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/**
 * Returns the first executable: the configured one (no other is tried then), one on `path`, or one
 * in a usual folder.
 */
export function findExecutable(options: {
  configured: string | undefined;
  names: readonly string[];
  path: string;
  places?: readonly string[];
}): string | undefined {
  if (options.configured !== undefined) {
    const file = options.configured.includes('/') ? resolve(options.configured) : undefined;
    if (file !== undefined) return isExecutable(file) ? file : undefined;
  }
  const names = options.configured === undefined ? options.names : [options.configured];
  const folders = options.path.split(delimiter).filter(Boolean);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(options.configured === undefined ? (options.places ?? []) : []),
  ];
  return candidates.find(isExecutable);
}
