/**
 * A frame of a page's video at a given time: from the video itself if ffmpeg is installed, else
 * from the storyboard pictures of its site.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault, toFault } from '#core/contract/faults.ts';
import { runChild } from './child.ts';
import type { GuardedFetch, VideoFrame, VideoFrames, YtDlp } from './contract.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { findExecutable } from './find-executable.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';
import { VIDEO_FORMATS, FFMPEG_PLACES } from './sound-pieces.ts';

const TIMEOUT_MS = 45_000;
/** ffmpeg seeks to the time and reads only that part and the index. */
const MOST_BYTES = 60 * 2 ** 20;
const MOST_SHEET_BYTES = 5 * 2 ** 20;
const MOST_LINES = 1080;
const PROTOCOLS = 'http,https,tls,tcp,httpproxy,crypto';

const positive = z.number().positive();
const Film = z.object({
  url: z.url({ protocol: /^https?$/ }),
  protocol: z.string().default('https'),
  vcodec: z.string().nullish(),
  height: z.number().nullish(),
});
const Sheets = z.object({
  protocol: z.literal('mhtml'),
  width: positive,
  height: positive,
  rows: positive,
  columns: positive,
  fragments: z.array(z.object({ url: z.url({ protocol: /^https?$/ }), duration: positive })).min(1),
});
const Info = z.object({
  url: z.string().optional(),
  duration: z.number().nullish(),
  formats: z.array(z.unknown()).nullish(),
});

/** The position of a frame within the storyboard sheets. */
function tileAt(
  { fragments, rows, columns }: z.infer<typeof Sheets>,
  atS: number,
): { url: string; row: number; column: number; atS: number } | undefined {
  let fromS = 0;
  for (const [n, { url, duration }] of fragments.entries()) {
    if (atS < fromS + duration || n === fragments.length - 1) {
      const everyS = (fragments[0]?.duration ?? duration) / (rows * columns);
      const tile = Math.max(
        0,
        Math.min(
          rows * columns - 1,
          Math.ceil(duration / everyS) - 1,
          Math.floor((atS - fromS) / everyS),
        ),
      );
      return {
        url,
        row: Math.floor(tile / columns),
        column: tile % columns,
        atS: fromS + tile * everyS,
      };
    }
    fromS += duration;
  }
  return undefined;
}

export interface FrameOptions {
  ytdlp: Pick<YtDlp, 'info'>;
  proxy: Pick<EgressProxy, 'lease'>;
  fetch: GuardedFetch;
  path: string;
  places?: readonly string[];
}

export function createVideoFrames({
  ytdlp,
  proxy,
  fetch,
  path,
  places = FFMPEG_PLACES,
}: FrameOptions): VideoFrames {
  const ffmpeg = findExecutable({ configured: undefined, names: ['ffmpeg'], path, places });
  let last: Promise<unknown> = Promise.resolve();

  async function ofFilm(
    url: string,
    atS: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    if (ffmpeg === undefined)
      throw new Fault('absent', {
        message: "Capturing a frame needs ffmpeg, and Gloss didn't find it.",
      });
    const folder = await scratchFolder('frame');
    const lease = await proxy.lease({ maxBytes: MOST_BYTES });
    try {
      const into = join(folder, 'frame.jpg');
      const { exitCode, stderr } = await runChild(ffmpeg, {
        args: frameArguments(url, atS, into),
        // With this, every connection goes through the proxy, which checks the gate.
        cwd: folder,
        env: { PATH: path, HOME: folder, LC_ALL: 'C.UTF-8', http_proxy: lease.url, no_proxy: '' },
        timeoutMs: TIMEOUT_MS,
        maxStdoutBytes: 2 ** 20,
        signal,
      });
      const bytes = exitCode === 0 ? await readFile(into).catch(() => undefined) : undefined;
      if (!bytes?.length)
        throw (
          lease.refusals
            .values()
            .find((it) => it.code === 'blocked_address' || it.code === 'too_large') ??
          new Fault('absent', {
            message: 'The video has no frame at this time.',
            details: { said: stderr.trim().slice(-300) },
          })
        );
      return bytes;
    } finally {
      lease.close();
      await removeScratch(folder);
    }
  }

  async function frame(
    address: string,
    { atS, signal }: { atS: number; signal?: AbortSignal },
  ): Promise<VideoFrame> {
    const info = Info.parse(
      await ytdlp.info(address, { companion: true, ...(signal && { signal }) }),
    );
    const { films, sheets } = formatsOf(info);
    const film = films.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))[0];
    const moment = Math.max(0, Math.min(atS, (info.duration ?? Infinity) - 0.5));
    try {
      if (!film) throw new Fault('absent', { message: "Couldn't read the video from its site." });
      return { jpeg: await ofFilm(film.url, moment, signal), atS: moment, isOfFilm: true };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      return frameOfSheets(fetch, sheets, moment, signal).catch(() => {
        throw toFault(cause);
      });
    }
  }
  return {
    // One at a time, because each starts a process and sends requests to the site.
    frame(address, options) {
      const next = last.then(() => frame(address, options));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

/** The video formats that ffmpeg can open, and the storyboard sheets. */
function formatsOf(info: z.infer<typeof Info>): {
  films: z.infer<typeof Film>[];
  sheets: z.infer<typeof Sheets>[];
} {
  const all = [...(info.formats ?? []), ...(info.formats?.length ? [] : [info])];
  const films = all
    .flatMap((it) => Film.safeParse(it).data ?? [])
    .filter(
      (it) =>
        it.vcodec !== 'none' && /^https?$/.test(it.protocol) && (it.height ?? 0) <= MOST_LINES,
    );
  const sheets = all.flatMap((it) => Sheets.safeParse(it).data ?? []);
  return { films, sheets };
}

/** Arguments of ffmpeg for one frame of a video as JPEG. */
function frameArguments(url: string, atS: number, into: string): string[] {
  return [
    '-nostdin',
    '-hide_banner',
    '-loglevel',
    'error',
    '-protocol_whitelist',
    PROTOCOLS,
    '-format_whitelist',
    VIDEO_FORMATS,
    '-ss',
    String(atS),
    '-i',
    url,
    '-map',
    '0:v:0',
    '-an',
    '-frames:v',
    '1',
    '-q:v',
    '2',
    '-f',
    'image2',
    '-update',
    '1',
    '-y',
    into,
  ];
}

/** The storyboard frame for a time. Faults: `absent`, those of `fetch`. */
async function frameOfSheets(
  fetch: GuardedFetch,
  sheets: readonly z.infer<typeof Sheets>[],
  atS: number,
  signal: AbortSignal | undefined,
): Promise<VideoFrame> {
  const best = sheets.toSorted((a, b) => b.width - a.width)[0];
  const tile = best && tileAt(best, atS);
  if (!best || !tile)
    throw new Fault('absent', { message: 'The site has no preview images of this video.' });
  const { bytes } = await fetch(tile.url, {
    maxBytes: MOST_SHEET_BYTES,
    companion: true,
    ...(signal && { signal }),
  });
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(bytes)
    .extract({
      left: tile.column * best.width,
      top: tile.row * best.height,
      width: best.width,
      height: best.height,
    })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { jpeg, atS: tile.atS, isOfFilm: false };
}
