import { Fault, isWaitFault } from '#core/contract/faults.ts';
import type { FetchInput } from '#pipeline/sources/contract.ts';
import { withParseFallback } from '#pipeline/sources/with-parse-fallback.ts';
import type { Candidate } from './choose-captions.ts';
import { CAPTION_CONTENT_READING } from './video-readings.ts';

const MAX_CAPTION_BYTES = 20_000_000;

export interface DownloadedCaptions {
  track?: { candidate: Candidate; bytes: Uint8Array };
  /** no candidate holds speech, and one holds marks of sounds such as `[Music]` */
  hasSoundsOnly: boolean;
}

/**
 * Downloads the first candidate with speech. Faults: rate limits and unreachable sites, which are
 * retried later; a missing file is skipped.
 */
export async function downloadCaptions(
  candidates: Candidate[],
  { net, readBytes, signal, report }: FetchInput,
): Promise<DownloadedCaptions> {
  let hasSoundsOnly = false;
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
    const reading = readBytes(
      CAPTION_CONTENT_READING,
      { format: candidate.format, bytes },
      { signal },
    );
    const content = await withParseFallback(reading, 'nothing', signal);
    if (content === 'speech') return { track: { candidate, bytes }, hasSoundsOnly: false };
    hasSoundsOnly ||= content === 'sounds';
  }
  return { hasSoundsOnly };

  async function read({ file }: Candidate): Promise<Uint8Array | undefined> {
    if (file.data !== undefined) return new TextEncoder().encode(file.data);
    return file.url === undefined
      ? undefined
      : (await net.fetch(file.url, { maxBytes: MAX_CAPTION_BYTES, signal, companion: true })).bytes;
  }
}
