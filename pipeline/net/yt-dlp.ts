import { readdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { runChild, type ChildResult } from './child.ts';
import type { InfoOptions, YtDlp } from './contract.ts';
import type { EgressProxy, Lease } from './egress-proxy.ts';
import { findExecutable } from './find-executable.ts';
import { portOf, type Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';
import { closedFault, ytDlpFault, ytDlpWarningFault } from './yt-dlp-faults.ts';

const TIMEOUT_MS = 90_000;
/**
 * Read as JSON in the server, whose loop it holds for about 10 ms a megabyte; 5,000 videos of a
 * list take 5 MB.
 */
const MOST_STDOUT_BYTES = 20 * 2 ** 20;
const MOST_TRAFFIC_BYTES = 200 * 2 ** 20;
const MOST_SOUND_BYTES = 500 * 2 ** 20;
/** The job's own deadline comes first. */
const SOUND_TIMEOUT_MS = 30 * 60_000;
/**
 * A site that has noticed us is asked once in so many seconds, until it has not minded for six
 * hours.
 */
const SLOW_S = { least: 5, most: 10 };
const SLOW_FOR_MS = 6 * 3_600_000;

/** Nothing from the disk, nothing run, no cookies, and one way out. */
const FIXED_ARGS: readonly string[] = [
  '--ignore-config',
  '--no-plugin-dirs',
  '--no-exec',
  '--no-cache-dir',
  '--no-cookies',
  '--no-cookies-from-browser',
  '--no-remote-components',
  '--no-update',
  '--xff',
  'never',
  '--color',
  'no_color',
  '--socket-timeout',
  '20',
  '--retries',
  '2',
  '--extractor-retries',
  '2',
];
/** Nothing to the disk. A page without playable formats still has its text. */
const ASK_ARGS: readonly string[] = ['--skip-download', '--ignore-no-formats-error'];
/**
 * Speech needs no more; by yt-dlp itself, since a program that it starts would find another way
 * out.
 */
const SOUND_ARGS: readonly string[] = [
  '--no-playlist',
  '-f',
  'ba[abr>=32][abr<=96]/ba/wa/b',
  '--downloader',
  'native',
  '--ffmpeg-location',
  '/nonexistent',
  '--fixup',
  'never',
  '--no-part',
  '--no-mtime',
  '--no-progress',
  '-o',
  'sound.%(ext)s',
];
const Playable = z.object({
  formats: z.array(z.unknown()).nullish(),
  _type: z.string().optional(),
  live_status: z.string().nullish(),
  availability: z.string().nullish(),
  age_limit: z.number().nullish(),
});

export interface YtDlpOptions {
  gate: Gate;
  proxy: EgressProxy;
  pace: Pick<Pace, 'enter' | 'hold' | 'succeed'>;
  configuredPath: string | undefined;
  path: string;
  timeoutMs?: number;
}

/**
 * `sound` writes the sound of a page's video into `folder` and returns the file. Faults as of
 * `info`; `no_transcript` where there is none.
 */
export interface YtDlpWithSound extends YtDlp {
  sound(url: string, options: { folder: string; signal?: AbortSignal }): Promise<string>;
}

export function createYtDlp({
  gate,
  proxy,
  pace,
  configuredPath,
  path,
  timeoutMs = TIMEOUT_MS,
}: YtDlpOptions): YtDlpWithSound {
  const file = findExecutable({
    configured: configuredPath,
    names: ['yt-dlp'],
    path,
    places: ['/usr/bin/yt-dlp', '/usr/local/bin/yt-dlp', '/opt/homebrew/bin/yt-dlp'],
  });
  let known: Promise<string> | undefined;

  /** hosts that have noticed us, and when last */
  const noticedAt = new Map<string, number>();

  async function run(
    args: readonly string[],
    more: { signal: AbortSignal | undefined; folder?: string; withinMs?: number },
  ): Promise<ChildResult> {
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
  /** What cannot be explained is worth a look at the version. */
  async function faultOf(stderr: string): Promise<Fault> {
    const fault = ytDlpFault(stderr, undefined);
    if (fault.code !== 'provider_failed' && fault.code !== 'ytdlp_missing') return fault;
    const found = await version().catch(() => '');
    return ytDlpFault(stderr, /^\d{4}\.\d{2}\.\d{2}/.test(found) ? found : undefined);
  }
  /** A refusal at the gate explains a failure better than the sentence it led to. */
  const explain = (lease: Lease, fault: Fault): Fault =>
    lease.refusals
      .values()
      .find((refusal) => refusal.code === 'blocked_address' || refusal.code === 'too_large') ??
    fault;

  async function read(
    url: URL,
    lease: Lease,
    { flat = false, most, dates = false, signal }: InfoOptions,
  ): Promise<unknown> {
    const { exitCode, stdout, stderr } = await run(
      [
        ...FIXED_ARGS,
        ...ASK_ARGS,
        ...(flat ? ['--yes-playlist', '--flat-playlist'] : ['--no-playlist']),
        ...(most === undefined ? [] : ['--playlist-items', most === 0 ? '0' : `1:${most}`]),
        ...(dates ? ['--extractor-args', 'youtubetab:approximate_date'] : []),
        '--js-runtimes',
        `node:${process.execPath}`,
        '--proxy',
        lease.url,
        '-J',
        '--',
        url.href,
      ],
      { signal },
    );
    if (exitCode !== 0) throw explain(lease, await faultOf(stderr));
    let info: unknown;
    try {
      info = JSON.parse(stdout);
    } catch (cause) {
      throw new Fault('provider_failed', {
        message: 'yt-dlp answered with something that is not JSON. Update it, then retry.',
        cause,
      });
    }
    const shape = Playable.safeParse(info);
    if (!shape.success) throw explain(lease, await faultOf(stderr));
    const hasNothingToPlay =
      (shape.data._type ?? 'video') === 'video' && !shape.data.formats?.length;
    const fault = hasNothingToPlay
      ? (ytDlpWarningFault(stderr) ?? closedFault(shape.data))
      : undefined;
    // When a video begins stands in what is known of it.
    if (fault && !(fault.code === 'live_not_ended' && shape.data.live_status))
      throw explain(lease, fault);
    return info;
  }

  async function download(
    url: URL,
    lease: Lease,
    { folder, signal }: { folder: string; signal?: AbortSignal },
  ): Promise<string> {
    const { exitCode, stderr } = await run(
      [
        ...FIXED_ARGS,
        ...SOUND_ARGS,
        '--js-runtimes',
        `node:${process.execPath}`,
        '--proxy',
        lease.url,
        '--',
        url.href,
      ],
      { signal, folder, withinMs: SOUND_TIMEOUT_MS },
    );
    if (exitCode !== 0) throw explain(lease, await faultOf(stderr));
    const name = (await readdir(folder)).find((entry) => entry.startsWith('sound.'));
    if (name === undefined)
      throw explain(
        lease,
        new Fault('no_transcript', { message: 'This video has no sound that could be had.' }),
      );
    return join(folder, name);
  }

  /**
   * One request in its turn. A site that has noticed us is left alone by every job, and then asked
   * slowly.
   */
  async function paced<T>(
    address: string,
    { signal, companion = false }: Pick<InfoOptions, 'signal' | 'companion'>,
    maxBytes: number,
    ask: (url: URL, lease: Lease) => Promise<T>,
  ): Promise<T> {
    const url = gate.parse(address);
    if (file === undefined) throw new Fault('ytdlp_missing');
    const isPaced = !gate.isAllowed(url.hostname, portOf(url));
    const isSlow = Date.now() - (noticedAt.get(url.host) ?? -Infinity) < SLOW_FOR_MS;
    const everyS = isSlow ? SLOW_S.least + Math.random() * (SLOW_S.most - SLOW_S.least) : undefined;
    const leave = isPaced
      ? await pace.enter(url.host, signal, { everyS, companion })
      : () => undefined;
    const lease = await proxy.lease({ maxBytes });
    try {
      const answer = await ask(url, lease);
      if (isPaced) pace.succeed(url.host);
      return answer;
    } catch (error) {
      if (!isPaced || !(error instanceof Fault) || error.code !== 'rate_limited') throw error;
      noticedAt.set(url.host, Date.now());
      throw new Fault('rate_limited', {
        cause: error,
        details: error.details,
        retryAfterS: pace.hold(url.host),
      });
    } finally {
      lease.close();
      leave();
    }
  }

  return {
    path: file,
    info: (address, options) =>
      paced(address, options, MOST_TRAFFIC_BYTES, (url, lease) => read(url, lease, options)),
    sound: (address, options) =>
      paced(address, options, MOST_SOUND_BYTES, (url, lease) => download(url, lease, options)),
    version,
  };
}
