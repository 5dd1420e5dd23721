/** The input of an import: a file, stdin, an address, or a folder of files. */
import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { Fault } from '#core/contract/faults.ts';

export type ImportInput =
  | { kind: 'bytes'; name: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'address'; name: string; url: string }
  | { kind: 'folder'; name: string; path: string };

/** maximum size that the server reads at once */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_NAME = 300;

const wrong = (message: string, cause?: unknown): Fault =>
  new Fault('bad_request', { message, cause });
const READING: Record<string, string> = {
  ENOENT: 'no such file.',
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
};

/** Faults: `bad_request` if there is nothing to read. */
export async function openInput(named: string, signal: AbortSignal): Promise<ImportInput> {
  if (named === '-')
    return {
      kind: 'bytes',
      name: 'standard input',
      bytes: checked(await readStdin(signal), 'Standard input'),
    };
  if (/^(https?|feed):/i.test(named))
    return { kind: 'address', name: named.slice(0, MAX_NAME), url: named };
  try {
    const info = await stat(named);
    const name = basename(resolve(named)).slice(0, MAX_NAME);
    if (info.isDirectory()) return { kind: 'folder', name, path: named };
    if (info.size > MAX_BYTES) throw wrong(tooLarge(named, info.size));
    await using file = await open(named);
    return { kind: 'bytes', name, bytes: checked(new Uint8Array(await file.readFile()), named) };
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const looksLikeAddress = code === 'ENOENT' && /^[\w-]+(\.[\w-]+)+\//.test(named);
    throw wrong(
      looksLikeAddress
        ? `File ${named} not found. Addresses start with https://.`
        : `Couldn't import ${named}: ${READING[code] ?? message}`,
      error,
    );
  }
}

async function readStdin(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of addAbortSignal(signal, process.stdin) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Rejects endless input before memory runs out.
    if (size > MAX_BYTES) throw wrong(tooLarge('Standard input', size));
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const tooLarge = (what: string, bytes: number): string =>
  `${what} is ${Math.ceil(bytes / 2 ** 20)} MB; the limit is ${MAX_BYTES / 2 ** 20} MB. Split it.`;
function checked(bytes: Uint8Array<ArrayBuffer>, what: string): Uint8Array<ArrayBuffer> {
  if (bytes.length > MAX_BYTES) throw wrong(tooLarge(what, bytes.length));
  if (bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)))
    throw wrong(`${what} is empty: there is nothing to import.`);
  return bytes;
}
