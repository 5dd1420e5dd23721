import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { runChild } from './child.ts';
import { findExecutable } from './find-executable.ts';

/** length of a piece in s, and its overlap with the next, so that no word is split */
export const PIECE_S = 600;
export const OVERLAP_S = 4;
/** about a day; longer recordings are cut off */
const MOST_PIECES = 150;
export const FFMPEG_PLACES = [
  '/usr/bin/ffmpeg',
  '/usr/local/bin/ffmpeg',
  '/opt/homebrew/bin/ffmpeg',
];
const CUT_TIMEOUT_MS = 120_000;
const MOST_PIECE_BYTES = 20 * 2 ** 20;

/**
 * Formats that video sites serve. Playlist formats are excluded, because ffmpeg would open the
 * addresses in them.
 */
export const VIDEO_FORMATS =
  'aac,ac3,asf,avi,flac,flv,matroska,webm,mov,mp4,m4a,mp3,mpegts,ogg,opus,wav';

export interface SoundCutter {
  /** path of ffmpeg */
  readonly path: string | undefined;
  /** Throws `no_transcript` without ffmpeg, with a message that says so. */
  assertThere(): void;
  /**
   * Cuts a file into pieces: mono, 16 kHz, at a bit rate for speech. Returns their number. Faults:
   * `no_transcript` without audio.
   */
  cut(
    file: string,
    options: {
      folder: string;
      signal?: AbortSignal;
      keep(piece: number, bytes: Uint8Array): Promise<void>;
    },
  ): Promise<number>;
}

/** `path`: folders in which ffmpeg is searched; only these if `places` is empty. */
export function createSoundCutter({
  path,
  places = FFMPEG_PLACES,
  pieceS = PIECE_S,
}: {
  path: string;
  places?: readonly string[];
  pieceS?: number;
}): SoundCutter {
  const ffmpeg = findExecutable({ configured: undefined, names: ['ffmpeg'], path, places });

  function found(): string {
    if (ffmpeg === undefined)
      throw new Fault('no_transcript', {
        message:
          "This video has no captions. Gloss needs ffmpeg to transcribe it and didn't find it. Install it, then retry.",
      });
    return ffmpeg;
  }

  /** Returns the length of the written piece in s. */
  async function cutOne(
    file: string,
    into: string,
    piece: number,
    folder: string,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { exitCode, stdout, stderr } = await runChild(found(), {
      args: pieceArguments(file, into, piece * pieceS, pieceS + OVERLAP_S),
      cwd: folder,
      env: { PATH: path, HOME: folder, LC_ALL: 'C.UTF-8' },
      timeoutMs: CUT_TIMEOUT_MS,
      maxStdoutBytes: 2 ** 20,
      signal,
    });
    if (exitCode !== 0)
      throw new Fault('no_transcript', {
        message: 'This video has no captions and no readable audio.',
        details: { said: stderr.trim().slice(-300) },
      });
    return Number([...stdout.matchAll(/^out_time_us=(\d+)/gm)].at(-1)?.[1] ?? 0) / 1_000_000;
  }

  return {
    path: ffmpeg,
    assertThere: () => {
      found();
    },
    async cut(file, { folder, signal, keep }) {
      for (let piece = 0; piece < MOST_PIECES; piece += 1) {
        const into = join(folder, `piece-${piece}.ogg`);
        const seconds = await cutOne(file, into, piece, folder, signal);
        // Already part of the previous piece's overlap.
        if (piece > 0 && seconds <= OVERLAP_S) return piece;
        const bytes = await readFile(into);
        if (bytes.length > MOST_PIECE_BYTES) throw new Fault('too_large');
        await keep(piece, bytes);
        if (seconds < pieceS + OVERLAP_S - 0.5) return piece + 1;
      }
      return MOST_PIECES;
    },
  };
}

/** Arguments of ffmpeg for one piece of a file: mono, 16 kHz, Opus at 24 kbit/s. */
function pieceArguments(file: string, into: string, fromS: number, lengthS: number): string[] {
  return [
    '-nostdin',
    '-hide_banner',
    '-loglevel',
    'error',
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    VIDEO_FORMATS,
    '-ss',
    String(fromS),
    '-i',
    file,
    '-t',
    String(lengthS),
    '-map',
    '0:a:0',
    '-vn',
    '-sn',
    '-dn',
    '-map_metadata',
    '-1',
    '-ac',
    '1',
    '-ar',
    '16000',
    '-c:a',
    'libopus',
    '-application',
    'voip',
    '-compression_level',
    '3',
    '-b:a',
    '24k',
    '-f',
    'ogg',
    '-progress',
    'pipe:1',
    '-y',
    into,
  ];
}
