/**
 * Finds breached passwords by SHA-1 in the format of Have I Been Pwned: in a local file, so that
 * nothing is sent, or by requesting all hashes with the same first five digits. If neither is
 * available, the built-in list decides, and the log says so.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Log } from '#config/log.ts';
import { unsuitablePassword } from './common-passwords.ts';

export interface BreachedPasswords {
  /** Faults: `bad_request`. */
  assertNot(password: string): Promise<void>;
}
export interface BreachedPorts {
  /** sorted hashes */
  file?: string | undefined;
  /** `url` is the address to which the first five digits are appended */
  range?: { url: string; fetch: typeof fetch } | undefined;
  log: Log;
}

const DIGITS = 5;
const TIMEOUT_MS = 2_000;
/** maximum size of a response, which normally has about 40 kB */
const MOST_BYTES = 2 ** 20;
/** `HASH` or `HASH:COUNT`, with the line end */
const LONGEST_LINE = 80;
const HASH_DIGITS = 40;

/**
 * Finds the line that begins with the hash, by bisection, because the file may have a billion
 * lines.
 */
export async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path);
  try {
    const at = Buffer.alloc(2 * LONGEST_LINE);
    /** Returns the first complete line that begins at `from` or later. */
    const lineFrom = async (from: number): Promise<string | undefined> => {
      const { bytesRead } = await file.read(at, 0, at.length, Math.max(0, from - 1));
      const text = at.toString('latin1', 0, bytesRead);
      const start = from === 0 ? 0 : text.indexOf('\n') + 1;
      const line =
        from !== 0 && start === 0 ? '' : text.slice(start, start + HASH_DIGITS).toUpperCase();
      return /^[0-9A-F]{40}$/.test(line) ? line : undefined;
    };
    let [low, high] = [0, (await file.stat()).size];
    if (high > 0 && (await lineFrom(0)) === undefined)
      throw new Error('it does not begin with a SHA-1');
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await lineFrom(middle);
      if (line === hash) return true;
      if (line === undefined || line > hash) high = middle;
      else low = middle + 1;
    }
    return false;
  } finally {
    await file.close();
  }
}

async function isAmongThose(
  hash: string,
  { url, fetch: ask }: NonNullable<BreachedPorts['range']>,
): Promise<boolean> {
  const [head, rest] = [hash.slice(0, DIGITS), hash.slice(DIGITS)];
  // Requests padding, so that the length of the response reveals nothing.
  const answer = await ask(`${url}/${head}`, {
    headers: { 'Add-Padding': 'true', 'User-Agent': 'Gloss' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok || !answer.body) throw new Error(`it answered ${answer.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new Error('it said too much');
    parts.push(part);
  }
  const lines = Buffer.concat(parts)
    .toString('latin1')
    .split(/\r?\n/)
    .map((line) => line.split(':'));
  if (!lines.some(([tail]) => /^[0-9A-F]{35}$/i.test(tail ?? '')))
    throw new Error('it did not answer with hashes');
  return lines.some(([tail = '', count = '0']) => tail.toUpperCase() === rest && Number(count) > 0);
}

export function createBreachedPasswords({ file, range, log }: BreachedPorts): BreachedPasswords {
  const asked = async (name: string, look: () => Promise<boolean>): Promise<boolean> =>
    look().catch((error: unknown) => {
      log.warn(
        { err: error },
        `${name} could not be asked for breached passwords: the list of common ones decides`,
      );
      return false;
    });
  return {
    async assertNot(password) {
      const hash = createHash('sha1')
        .update(password.normalize('NFKC'))
        .digest('hex')
        .toUpperCase();
      const isKnown =
        (file !== undefined &&
          (await asked('GLOSS_BREACHED_PASSWORDS_FILE', () => isInFile(file, hash)))) ||
        (range !== undefined &&
          (await asked('GLOSS_BREACHED_PASSWORDS_URL', () => isAmongThose(hash, range))));
      if (isKnown)
        throw unsuitablePassword('This one is known from accounts that were broken into.');
    },
  };
}
