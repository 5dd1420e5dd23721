import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';

/** `server.json`: where the running server is. */
export const ServerNote = z.object({
  url: z.string(),
  pid: z.int(),
  version: z.string(),
  startedAt: z.string(),
});
export type ServerNote = z.infer<typeof ServerNote>;

const isCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code;

/** Returns the paths of all files in the data folder. */
export const pathsOf = (root: string) => ({
  database: join(root, 'gloss.sqlite'),
  index: join(root, 'index.sqlite'),
  ownIndex: join(root, 'own-index.sqlite'),
  files: join(root, 'files'),
  copies: join(root, 'copies'),
  blocked: join(root, 'blocked'),
});

/** Creates a folder with its parents. Node's recursive option never returns below `/proc`. */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    if (isCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return;
    if (!isCode(error, 'ENOENT')) throw error;
    await makeFolder(dirname(path));
    await make().catch((problem: unknown) => {
      if (!isCode(problem, 'EEXIST')) throw problem;
    });
  }
}

/**
 * Opens the data folder, which has all files of the embedded default. Faults: `unreachable` if it
 * can't be used.
 */
export async function openDataDir(root: string) {
  try {
    await makeFolder(join(root, 'files'));
  } catch (error) {
    throw new Fault('unreachable', {
      message: `Couldn't use the data folder ${root}. Set GLOSS_DATA_DIR to a folder you can write to.`,
      cause: error,
    });
  }
  /** Creates a secret once. A second process reads the first one's. */
  async function secret(name: string): Promise<string> {
    const path = join(root, name);
    try {
      const file = await open(path, 'wx', 0o600);
      const made = randomBytes(32).toString('base64url');
      await file.writeFile(made);
      await file.sync();
      await file.close();
      return made;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      return (await readFile(path, 'utf8')).trim();
    }
  }
  const note = join(root, 'server.json');
  return {
    ...pathsOf(root),
    secret: () => secret('secret'),
    ownerToken: () => secret('owner-token'),
    /** Records that something was done once for this folder. */
    once: (name: string) => ({
      isDone: () =>
        access(join(root, name)).then(
          () => true,
          () => false,
        ),
      done: () => writeFile(join(root, name), ''),
    }),
    writeNote: (value: ServerNote) =>
      writeFile(note, `${JSON.stringify(value)}\n`, { mode: 0o600 }),
    async dropNote(): Promise<void> {
      const mine = await readNote(root);
      if (mine?.pid === process.pid) await rm(note, { force: true });
    },
  };
}
export type DataDir = Awaited<ReturnType<typeof openDataDir>>;

/** Returns the content of `server.json`, even if that server no longer runs. */
export async function readNote(root: string): Promise<ServerNote | undefined> {
  try {
    return ServerNote.parse(JSON.parse(await readFile(join(root, 'server.json'), 'utf8')));
  } catch (error) {
    if (isCode(error, 'ENOENT') || error instanceof SyntaxError || error instanceof z.ZodError)
      return undefined;
    throw error;
  }
}
export async function readOwnerToken(root: string): Promise<string | undefined> {
  try {
    return (await readFile(join(root, 'owner-token'), 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
