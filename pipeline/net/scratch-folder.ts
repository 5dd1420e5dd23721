import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Creates an empty folder for a child process. Its name contains our pid, so that a later process
 * can delete the folders of a killed one.
 */
export async function scratchFolder(
  kind: 'chromium' | 'ytdlp' | 'parts' | 'sound' | 'ocr' | 'frame',
): Promise<string> {
  const name = new RegExp(`^gloss-${kind}-(\\d+)-`);
  for (const entry of await readdir(tmpdir())) {
    const pid = name.exec(entry)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await removeScratch(join(tmpdir(), entry));
  }
  return mkdtemp(join(tmpdir(), `gloss-${kind}-${process.pid}-`));
}

/**
 * Files that can't be removed now (still being written, or owned by another user) are left to a
 * later sweep and don't fail the job.
 */
export const removeScratch = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(
    () => undefined,
  );
