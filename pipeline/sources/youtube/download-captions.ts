import { Fault, isWaitFault } from '#core/contract/faults.ts';
import type { FetchInput } from '#pipeline/sources/contract.ts';
import { unlessUnreadable } from '#pipeline/sources/unless-unreadable.ts';
import type { Candidate } from './choose-captions.ts';
import { CAPTION_TEXT_READING } from './video-readings.ts';

const MAX_CAPTION_BYTES = 20_000_000;

/**
 * Downloads the first candidate with text. Faults: rate limits and unreachable sites, which are
 * retried later; a missing file is skipped.
 */
export async function downloadCaptions(
  candidates: Candidate[],
  { net, readBytes, signal, report }: FetchInput,
): Promise<{ candidate: Candidate; bytes: Uint8Array } | undefined> {
  for (const [index, candidate] of candidates.slice(0, 12).entries()) {
    report(index, candidates.length);
    const bytes = await read(candidate).catch((error: unknown) => {
      if (
        error instanceof Fault &&
        !signal.aborted &&
        !isWaitFault(error) &&
        error.code !== 'timed_out'
      )
        return undefined;
      throw error;
    });
    if (bytes === undefined) continue;
    const spoken = readBytes(CAPTION_TEXT_READING, { format: candidate.format, bytes }, { signal });
    if (await unlessUnreadable(spoken, false, signal)) return { candidate, bytes };
  }
  return undefined;

  async function read({ file }: Candidate): Promise<Uint8Array | undefined> {
    if (file.data !== undefined) return new TextEncoder().encode(file.data);
    return file.url === undefined
      ? undefined
      : (await net.fetch(file.url, { maxBytes: MAX_CAPTION_BYTES, signal, companion: true })).bytes;
  }
}
