/** Gets the bytes of a source that is one file. */
import type { SourceFile } from '#core/kinds.ts';
import type { Fetched, FetchInput } from './contract.ts';
import { fileNameOf, titleOfFile } from './file-name.ts';

const FETCH_TIMEOUT_MS = 120_000;

interface FileOptions {
  /** the name of the part that stores the bytes */
  part: string;
  file: Pick<SourceFile, 'type' | 'extension'>;
  maxBytes: number;
  /** Throws a fault for bytes that no reader could open. */
  check(bytes: Uint8Array): void;
}

/** From an upload, a response or the address. Faults: those of `check` and of the guarded fetch. */
export async function fetchFile(
  { url, response, upload, signal, net, report }: FetchInput,
  { part, file: { type, extension }, maxBytes, check }: FileOptions,
): Promise<Fetched> {
  signal.throwIfAborted();
  const answer = upload
    ? undefined
    : (response ??
      (await net.fetch(url, {
        maxBytes,
        timeoutMs: FETCH_TIMEOUT_MS,
        signal,
        headers: { accept: `${type},*/*;q=0.5` },
      })));
  const bytes = upload?.bytes ?? answer?.bytes ?? new Uint8Array();
  check(bytes);
  report(1, 1);
  const finalUrl = answer?.url ?? url;
  const name = upload?.name ?? fileNameOf(finalUrl, answer?.headers);
  const isNamedByPerson = upload && !upload.name.toLowerCase().endsWith(`.${extension}`);
  return {
    finalUrl,
    facts: { title: titleOfFile(name, extension) },
    parts: [{ name: part, contentType: type, bytes }],
    // A title that a person gave stays; a file's name gives way to the title in the file.
    notes: { named: isNamedByPerson ? 'person' : 'file' },
  };
}
