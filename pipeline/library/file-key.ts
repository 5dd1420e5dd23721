import { Fault } from '#core/contract/faults.ts';
import { sha256 } from '#config/sha256.ts';

export function fileKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9/._-]{0,400}$/.test(key) || key.includes('..'))
    throw new Fault('bad_request', { message: 'That is not a file key.' });
  return key;
}
export function blobKey(bytes: Uint8Array): { key: string; size: number; hash: string } {
  const hash = sha256(bytes);
  return { key: `blobs/${hash.slice(0, 2)}/${hash.slice(2)}`, size: bytes.byteLength, hash };
}
/** Finds the file keys in a text, such as a row. */
export const keysIn = (text: string): string[] =>
  text.match(/\b(?:blobs|uploads|checkpoints)\/[a-z0-9/._-]+/g) ?? [];
