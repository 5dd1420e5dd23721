import { delimiter, dirname } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { runChild, type ChildResult } from './child.ts';
import type { YtDlp } from './contract.ts';
import type { EgressProxy, Lease } from './egress-proxy.ts';
import { findExecutable } from './find-executable.ts';
import { portOf, type Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';
import { ytDlpFault, ytDlpWarningFault } from './yt-dlp-faults.ts';

const TIMEOUT_MS = 90_000;
const MOST_STDOUT_BYTES = 50 * 2 ** 20;
const MOST_TRAFFIC_BYTES = 200 * 2 ** 20;

/** Nothing from the disk, nothing to it, nothing run, no cookies, and one way out. A page without playable formats still has its text. */
const FIXED_ARGS: readonly string[] = [
  '--ignore-config', '--no-plugin-dirs', '--no-exec', '--no-cache-dir', '--no-cookies', '--no-cookies-from-browser', '--no-remote-components',
  '--no-update', '--skip-download', '--ignore-no-formats-error', '--xff', 'never', '--color', 'no_color', '--socket-timeout', '20', '--retries', '2', '--extractor-retries', '2',
];
const Playable = z.object({ formats: z.array(z.unknown()).nullish(), _type: z.string().optional() });

export interface YtDlpOptions { gate: Gate; proxy: EgressProxy; pace: Pace; configuredPath: string | undefined; path: string; timeoutMs?: number }

export function createYtDlp({ gate, proxy, pace, configuredPath, path, timeoutMs = TIMEOUT_MS }: YtDlpOptions): YtDlp {
  const file = findExecutable({ configured: configuredPath, names: ['yt-dlp'], path, places: ['/usr/bin/yt-dlp', '/usr/local/bin/yt-dlp', '/opt/homebrew/bin/yt-dlp'] });
  let version: Promise<string> | undefined;

  async function run(args: readonly string[], signal: AbortSignal | undefined): Promise<ChildResult> {
    if (file === undefined) throw new Fault('ytdlp_missing');
    const home = await scratchFolder('ytdlp');
    try {
      return await runChild(file, {
        args, cwd: home, signal, timeoutMs, maxStdoutBytes: MOST_STDOUT_BYTES,
        env: {
          HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8', PYTHONIOENCODING: 'utf-8', PYTHONNOUSERSITE: '1',
          PATH: [path, dirname(process.execPath)].filter(Boolean).join(delimiter),
        },
      });
    } catch (cause) {
      if (cause instanceof Error && 'syscall' in cause) throw new Fault('ytdlp_missing', { cause });
      throw cause;
    } finally {
      await removeScratch(home);
    }
  }

  /** A refusal at the gate explains a failure better than the sentence it led to. */
  const explain = (lease: Lease, fault: Fault): Fault => lease.refusals.values().find((refusal) => refusal.code === 'blocked_address' || refusal.code === 'too_large') ?? fault;

  async function read(url: URL, lease: Lease, options: { signal?: AbortSignal; flat?: boolean }): Promise<unknown> {
    const { exitCode, stdout, stderr } = await run([
      ...FIXED_ARGS, ...(options.flat ? ['--yes-playlist', '--flat-playlist'] : ['--no-playlist']),
      '--js-runtimes', `node:${process.execPath}`, '--proxy', lease.url, '-J', '--', url.href,
    ], options.signal);
    if (exitCode !== 0) throw explain(lease, ytDlpFault(stderr));
    let info: unknown;
    try { info = JSON.parse(stdout); } catch (cause) { throw new Fault('provider_failed', { message: 'yt-dlp answered with something that is not JSON. Update it, then retry.', cause }); }
    const shape = Playable.safeParse(info);
    if (!shape.success) throw explain(lease, ytDlpFault(stderr));
    const hasNothingToPlay = (shape.data._type ?? 'video') === 'video' && !shape.data.formats?.length;
    const fault = hasNothingToPlay ? ytDlpWarningFault(stderr) : undefined;
    if (fault) throw explain(lease, fault);
    return info;
  }

  return {
    path: file,
    async info(address, options) {
      const url = gate.parse(address);
      if (file === undefined) throw new Fault('ytdlp_missing');
      const isPaced = !gate.isAllowed(url.hostname, portOf(url));
      const leave = isPaced ? await pace.enter(url.host, options.signal) : () => undefined;
      const lease = await proxy.lease({ maxBytes: MOST_TRAFFIC_BYTES });
      try {
        const info = await read(url, lease, options);
        if (isPaced) pace.succeed(url.host);
        return info;
      } catch (error) {
        if (!isPaced || !(error instanceof Fault) || error.code !== 'rate_limited') throw error;
        // A site that has noticed us is left alone by every job, not asked again by the next one.
        throw new Fault('rate_limited', { cause: error, details: error.details, retryAfterS: pace.hold(url.host) });
      } finally {
        lease.close();
        leave();
      }
    },
    version: () => (version ??= run(['--ignore-config', '--version'], undefined).then(
      ({ stdout }) => stdout.trim(),
      (error: unknown) => { version = undefined; throw error; },
    )),
  };
}
