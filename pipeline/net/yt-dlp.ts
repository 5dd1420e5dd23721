import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { InfoOptions, YtDlp } from './contract.ts';
import type { EgressProxy, Lease } from './egress-proxy.ts';
import type { Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { createPacedLeases } from './paced-leases.ts';
import { closedFault, ytDlpWarningFault } from './yt-dlp-faults.ts';
import { findYtDlp, type YtDlpProgram } from './yt-dlp-program.ts';

const MOST_TRAFFIC_BYTES = 200 * 2 ** 20;
const MOST_SOUND_BYTES = 500 * 2 ** 20;
/** The job's deadline is usually earlier. */
const SOUND_TIMEOUT_MS = 30 * 60_000;

/** No config files are read, no programs run, no cookies used; all connections go through the proxy. */
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
/** Writes no files. A page without playable formats still has text. */
const ASK_ARGS: readonly string[] = ['--skip-download', '--ignore-no-formats-error'];
/**
 * The smallest format is enough for speech. Downloaded by yt-dlp itself, because an external
 * downloader would bypass the proxy.
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
 * `sound` downloads the audio of a page's video into `folder` and returns the file. Faults as of
 * `info`; `no_transcript` without audio.
 */
export interface YtDlpWithSound extends YtDlp {
  sound(url: string, options: { folder: string; signal?: AbortSignal }): Promise<string>;
}

export function createYtDlp({ gate, proxy, pace, ...places }: YtDlpOptions): YtDlpWithSound {
  const program = findYtDlp(places);
  const leases = createPacedLeases({ gate, proxy, pace });
  const request: typeof leases.request = async (address, options, maxBytes, ask) => {
    gate.parse(address);
    if (program.path === undefined) throw new Fault('ytdlp_missing');
    return leases.request(address, options, maxBytes, ask);
  };
  return {
    path: program.path,
    info: (address, options) =>
      request(address, options, MOST_TRAFFIC_BYTES, (url, lease) =>
        readInfo(program, url, lease, options),
      ),
    sound: (address, options) =>
      request(address, options, MOST_SOUND_BYTES, (url, lease) =>
        downloadSound(program, url, lease, options),
      ),
    version: program.version,
  };
}

/** A refusal by the gate explains a failure better than the resulting message. */
const explain = (lease: Lease, fault: Fault): Fault =>
  lease.refusals
    .values()
    .find(({ code }) => code === 'blocked_address' || code === 'too_large' || code === 'offline') ??
  fault;

/** Faults: those of the site, the gate or yt-dlp; those of `YtDlp.info`. */
async function readInfo(
  { run, faultOf }: YtDlpProgram,
  url: URL,
  lease: Lease,
  { flat = false, maxEntries, dates = false, signal }: InfoOptions,
): Promise<unknown> {
  const { exitCode, stdout, stderr } = await run(
    [
      ...FIXED_ARGS,
      ...ASK_ARGS,
      ...(flat ? ['--yes-playlist', '--flat-playlist'] : ['--no-playlist']),
      ...(maxEntries === undefined
        ? []
        : ['--playlist-items', maxEntries === 0 ? '0' : `1:${maxEntries}`]),
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
  const hasNothingToPlay = (shape.data._type ?? 'video') === 'video' && !shape.data.formats?.length;
  const fault = hasNothingToPlay
    ? (ytDlpWarningFault(stderr) ?? closedFault(shape.data))
    : undefined;
  // The start time of a video is in its metadata.
  if (fault && !(fault.code === 'live_not_ended' && shape.data.live_status))
    throw explain(lease, fault);
  return info;
}

async function downloadSound(
  { run, faultOf }: YtDlpProgram,
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
      new Fault('no_transcript', { message: "Couldn't get this video's audio." }),
    );
  return join(folder, name);
}
