/**
 * Settings that are secrets. Each may be read from a file, named by the setting with the suffix
 * `_FILE`, as provided by Docker, Kubernetes and vault agents.
 */
import { readFileSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';

export const SECRET_SETTINGS = [
  'GLOSS_SECRET',
  'GLOSS_SECRET_PREVIOUS',
  'GLOSS_DATABASE_URL',
  'GLOSS_DATABASE_PASSWORD',
  'GLOSS_REDIS_URL',
  'GLOSS_REDIS_PASSWORD',
  'GLOSS_SMTP_URL',
  'GLOSS_OIDC_CLIENT_SECRET',
  'OPENAI_API_KEY',
  'GLOSS_QDRANT_API_KEY',
  'GLOSS_S3_ACCESS_KEY_ID',
  'GLOSS_S3_SECRET_ACCESS_KEY',
  'GLOSS_TOKEN',
] as const;
export interface SecretFile {
  name: string;
  path: string;
}
type Given = Readonly<Record<string, string>>;

/**
 * Returns `given` with the contents of the files, and problems with the files without their
 * contents.
 */
export function withSecretFiles(given: Given): {
  values: Given;
  files: SecretFile[];
  wrong: string[];
} {
  const values: Record<string, string> = { ...given };
  const files: SecretFile[] = [];
  const wrong: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      wrong.push(`${name} and ${name}_FILE are both set, but only one of them may be`);
      continue;
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (value === '') {
        wrong.push(`${name}_FILE is ${JSON.stringify(path)}, but that file is empty`);
        continue;
      }
      values[name] = value;
      files.push({ name, path: resolve(path) });
    } catch (error) {
      wrong.push(
        `${name}_FILE is ${JSON.stringify(path)}, but it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      );
    }
  }
  return { values, files, wrong };
}

/**
 * File system types of Linux: tmpfs and ramfs. Secrets on these, or where Docker mounts secrets,
 * belong to one container and are readable by all its users.
 */
const IN_MEMORY = new Set([0x01021994, 0x858458f6]);
const isForOne = async (path: string): Promise<boolean> =>
  path.startsWith('/run/secrets/') || IN_MEMORY.has((await statfs(path)).type);
const [WRITABLE_BY_OTHERS, READABLE_BY_ALL] = [0o022, 0o004];

/** Returns the files that other users of this machine can read or write. Skips missing files. */
export async function openToOthers(
  files: readonly SecretFile[],
  isMounted = isForOne,
): Promise<SecretFile[]> {
  const open = await Promise.all(
    files.map(async ({ path }) => {
      const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
      if ((mode & WRITABLE_BY_OTHERS) !== 0) return true;
      return (mode & READABLE_BY_ALL) !== 0 && !(await isMounted(path));
    }),
  );
  return files.filter((_, at) => open[at]);
}
