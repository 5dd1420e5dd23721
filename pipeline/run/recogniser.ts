/** Recognises text on rendered pages with tesseract, one process per page. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { runChild } from '#pipeline/net/child.ts';
import { createConcurrencyLimit } from '#pipeline/net/concurrency-limit.ts';
import { findExecutable } from '#pipeline/net/find-executable.ts';
import { removeScratch, scratchFolder } from '#pipeline/net/scratch-folder.ts';
import type { RecognisedLine } from '#pipeline/sources/contract.ts';
import type { PageRecogniser } from '#pipeline/stages/stage-parser.ts';

const TIMEOUT_MS = 120_000;
const MAX_STDOUT_BYTES = 20_000_000;
/** Words below this confidence are mostly specks and pictures. */
const LEAST_CONFIDENCE = 20;
const PLACES = ['/usr/bin/tesseract', '/usr/local/bin/tesseract', '/opt/homebrew/bin/tesseract'];

export interface Recogniser extends PageRecogniser {
  /**
   * Returns version and path, and the languages that are not installed. Throws if it does not run.
   */
  about(): Promise<{ version: string; path: string; lacking: string[] }>;
}
/**
 * `languages` as tesseract names them: `eng`, `deu+fra`. `atOnce`: processes; default as many as
 * there are processors, but two at most.
 */
export interface RecogniserOptions {
  languages: string;
  path: string;
  atOnce?: number;
}

/** Returns undefined if tesseract isn't installed. */
export function createRecogniser({
  languages,
  path,
  atOnce = Math.min(2, availableParallelism()),
}: RecogniserOptions): Recogniser | undefined {
  const file = findExecutable({
    configured: undefined,
    names: ['tesseract'],
    path,
    places: PLACES,
  });
  if (file === undefined) return undefined;
  const takePlace = createConcurrencyLimit(atOnce);

  const ask = async (...args: string[]): Promise<string[]> => {
    const { stdout, stderr } = await runChild(file, {
      args,
      cwd: dirname(file),
      env: { PATH: dirname(file) },
      timeoutMs: 10_000,
      maxStdoutBytes: 100_000,
    });
    return `${stdout}\n${stderr}`.split('\n').map((line) => line.trim());
  };

  return {
    async about() {
      const [said, installed] = await Promise.all([ask('--version'), ask('--list-langs')]);
      return {
        version: said.find((line) => line.startsWith('tesseract')) ?? 'tesseract',
        path: file,
        lacking: languages.split('+').filter((it) => !installed.includes(it)),
      };
    },
    async lines(png, { signal }) {
      const leave = await takePlace();
      try {
        signal.throwIfAborted();
        return await recognise(file, languages, png, signal);
      } finally {
        leave();
      }
    },
  };
}

async function recognise(
  file: string,
  languages: string,
  png: Uint8Array,
  signal: AbortSignal,
): Promise<RecognisedLine[]> {
  const folder = await scratchFolder('ocr');
  try {
    const image = join(folder, 'page.png');
    await writeFile(image, png);
    const { exitCode, stdout, stderr } = await runChild(file, {
      // Threads within a page cost more than they gain; pages run in parallel instead.
      args: [image, 'stdout', '-l', languages, '--psm', '3', 'tsv'],
      cwd: folder,
      env: { OMP_THREAD_LIMIT: '1', PATH: dirname(file) },
      timeoutMs: TIMEOUT_MS,
      maxStdoutBytes: MAX_STDOUT_BYTES,
      signal,
    });
    if (exitCode !== 0)
      throw new Fault('corrupt_file', {
        message: 'A page could not be recognised.',
        cause: stderr.slice(0, 2_000),
      });
    return linesOf(stdout);
  } finally {
    await removeScratch(folder);
  }
}

const PAGE = '1';
const WORD = '5';

/**
 * Parses tesseract's table: level, page, block, paragraph, line, word, left, top, width, height,
 * confidence, text.
 */
export function linesOf(tsv: string): RecognisedLine[] {
  const lines = new Map<string, RecognisedLine>();
  let [across, down] = [1, 1];
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text] =
      row.split('\t');
    if (level === PAGE) {
      across = Number(width) || 1;
      down = Number(height) || 1;
    }
    if (level !== WORD || Number(confidence) < LEAST_CONFIDENCE || (text ?? '').trim() === '')
      continue;
    const word = {
      text: (text ?? '').trim(),
      x: Number(left) / across,
      y: Number(top) / down,
      width: Number(width) / across,
      height: Number(height) / down,
    };
    const key = `${block ?? ''}.${paragraph ?? ''}.${line ?? ''}`;
    const open = lines.get(key);
    if (!open) {
      lines.set(key, {
        x: word.x,
        y: word.y,
        width: word.width,
        height: word.height,
        words: [word],
      });
      continue;
    }
    open.words.push(word);
    const [right, bottom] = [
      Math.max(open.x + open.width, word.x + word.width),
      Math.max(open.y + open.height, word.y + word.height),
    ];
    open.x = Math.min(open.x, word.x);
    open.y = Math.min(open.y, word.y);
    open.width = right - open.x;
    open.height = bottom - open.y;
  }
  return [...lines.values()];
}
