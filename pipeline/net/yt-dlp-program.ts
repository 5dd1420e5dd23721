/** The yt-dlp program: runs it in a child process, and interprets its version and errors. */
import { delimiter, dirname } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { runChild, type ChildResult } from './child.ts';
import { findExecutable } from './find-executable.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';
import { ytDlpFault } from './yt-dlp-faults.ts';

const TIMEOUT_MS = 90_000;
/**
 * The server parses it as JSON, which blocks the event loop for about 10 ms per MB; 5,000 entries
 * of a listing take 5 MB.
 */
const MOST_STDOUT_BYTES = 20 * 2 ** 20;

interface RunOptions {
  signal: AbortSignal | undefined;
  /** the working folder; default: the temporary home of the run */
  folder?: string;
  /** overrides the program's default timeout */
  withinMs?: number;
}

export interface YtDlpProgram {
  /** undefined where yt-dlp isn't installed */
  path: string | undefined;
  /** Faults: `ytdlp_missing`, `too_large`, `timed_out`. A failed run resolves, with its exit code. */
  run(args: readonly string[], options: RunOptions): Promise<ChildResult>;
  version(): Promise<string>;
  /** Returns the fault for the error output of a failed run. */
  faultOf(stderr: string): Promise<Fault>;
}

export function findYtDlp({
  configuredPath,
  path,
  timeoutMs = TIMEOUT_MS,
}: {
  configuredPath: string | undefined;
  /** folders in which commands are searched */
  path: string;
  timeoutMs?: number | undefined;
}): YtDlpProgram {
  const file = findExecutable({
    configured: configuredPath,
    names: ['yt-dlp'],
    path,
    places: ['/usr/bin/yt-dlp', '/usr/local/bin/yt-dlp', '/opt/homebrew/bin/yt-dlp'],
  });
  let known: Promise<string> | undefined;

  async function run(args: readonly string[], more: RunOptions): Promise<ChildResult> {
    if (file === undefined) throw new Fault('ytdlp_missing');
    const home = await scratchFolder('ytdlp');
    const withinMs = more.withinMs ?? timeoutMs;
    try {
      return await runChild(file, {
        args,
        cwd: more.folder ?? home,
        signal: more.signal,
        timeoutMs: withinMs,
        maxStdoutBytes: MOST_STDOUT_BYTES,
        env: {
          HOME: home,
          XDG_CONFIG_HOME: home,
          XDG_CACHE_HOME: home,
          TMPDIR: home,
          LC_ALL: 'C.UTF-8',
          PYTHONIOENCODING: 'utf-8',
          PYTHONNOUSERSITE: '1',
          PATH: [path, dirname(process.execPath)].filter(Boolean).join(delimiter),
        },
      });
    } catch (cause) {
      if (cause instanceof Error && 'syscall' in cause) throw new Fault('ytdlp_missing', { cause });
      if (cause instanceof Fault && cause.code === 'too_large')
        throw new Fault('too_large', {
          message: `What yt-dlp says of this address is larger than ${MOST_STDOUT_BYTES / 2 ** 20} MB, so it is not read. For a long list, add its videos in parts.`,
          cause,
        });
      if (cause instanceof Fault && cause.code === 'timed_out')
        throw new Fault('timed_out', {
          message: `yt-dlp did not answer within ${Math.round(withinMs / 1000)} seconds. Try again later; if it stays so, update yt-dlp.`,
          cause,
        });
      throw cause;
    } finally {
      await removeScratch(home);
    }
  }

  const version = (): Promise<string> =>
    (known ??= run(['--ignore-config', '--version'], { signal: undefined }).then(
      ({ stdout }) => stdout.trim(),
      (error: unknown) => {
        known = undefined;
        throw error;
      },
    ));
  /** The version explains some faults that the output doesn't. */
  async function faultOf(stderr: string): Promise<Fault> {
    const fault = ytDlpFault(stderr, undefined);
    if (fault.code !== 'provider_failed' && fault.code !== 'ytdlp_missing') return fault;
    const found = await version().catch(() => '');
    return ytDlpFault(stderr, /^\d{4}\.\d{2}\.\d{2}/.test(found) ? found : undefined);
  }

  return { path: file, run, version, faultOf };
}
