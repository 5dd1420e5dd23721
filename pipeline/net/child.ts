import { spawn } from 'node:child_process';
import { Fault } from '#core/contract/faults.ts';

export interface ChildOptions {
  args: readonly string[];
  cwd: string;
  /** the complete environment; the child inherits nothing */
  env: Record<string, string>;
  timeoutMs: number;
  maxStdoutBytes: number;
  signal?: AbortSignal | undefined;
  uid?: number | undefined;
  gid?: number | undefined;
}
export interface ChildResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

const MOST_STDERR_BYTES = 256 * 1024;

/**
 * Ends a process and everything it started; it must have been spawned `detached`, so that its pid
 * names its group.
 */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    const isGone =
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ESRCH' || error.code === 'EPERM');
    if (!isGone) throw error;
  }
}

/**
 * Runs a program to its end, without a shell, in a separate process group that is killed as a
 * whole. Faults: `timed_out`, `too_large` (stdout). Rejects with the signal's reason if aborted,
 * and with the system's error if the program can't be started.
 */
export async function runChild(file: string, options: ChildOptions): Promise<ChildResult> {
  options.signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<ChildResult>();
  const child = spawn(file, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid }),
    ...(options.gid !== undefined && { gid: options.gid }),
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let stdoutBytes = 0;
  let stderrBytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    stdoutBytes += chunk.length;
    if (stdoutBytes > options.maxStdoutBytes)
      reject(new Fault('too_large', { details: { maxBytes: options.maxStdoutBytes } }));
    else stdout.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderrBytes += chunk.length;
    if (stderrBytes <= MOST_STDERR_BYTES) stderr.push(chunk);
  });
  child.once('error', reject);
  child.once('close', (exitCode) =>
    resolve({
      exitCode,
      stdout: Buffer.concat(stdout).toString(),
      stderr: Buffer.concat(stderr).toString(),
    }),
  );
  const timer = setTimeout(() => reject(new Fault('timed_out')), options.timeoutMs);
  const onAbort = (): void => reject(options.signal?.reason);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
    // Also kills processes left in the group after a clean exit.
    killGroup(child.pid);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
