/** The stored form of the passage fields that only hits need: a compressed JSON array. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Chunk } from '../contract.ts';

export type PassageBody = Pick<Chunk, 'heading' | 'text' | 'locator' | 'pieces'>;

/** A window of 4 kB holds most passages; a larger one takes a quarter longer to set up. */
const COMPRESSION = { windowBits: 12, memLevel: 5 };
const decoder = new TextDecoder();

export const packBody = ({ heading, text, locator, pieces }: PassageBody): Uint8Array =>
  deflateRawSync(JSON.stringify([heading, text, locator, pieces]), COMPRESSION);

/** Not validated: only `packBody` creates them. */
export function unpackBody(bytes: Uint8Array): PassageBody {
  const [heading, text, locator, pieces] = JSON.parse(decoder.decode(inflateRawSync(bytes))) as [
    string,
    string,
    Chunk['locator'],
    Chunk['pieces'],
  ];
  return { heading, text, locator, pieces };
}
