/** Fetches the bytes of a source that is a single file. */
import { extensionsOf, type SourceFile } from '#core/kinds.ts';
import type { Fetched, FetchInput } from './contract.ts';
import { fileNameOf, titleOfFile } from './file-name.ts';

const FETCH_TIMEOUT_MS = 120_000;

interface FileOptions {
  /** the name of the part that stores the bytes */
  part: string;
  /** the file types of the kind */
  files: readonly [SourceFile, ...SourceFile[]];
  maxBytes: number;
  /** Throws a fault for bytes that no reader could open. */
  check(bytes: Uint8Array): void;
}

/** Fetches from an upload, a response or the address. Faults: those of `check` and of the guarded fetch. */
export async function fetchFile(
  { url, response, upload, signal, net, report }: FetchInput,
  { part, files, maxBytes, check }: FileOptions,
): Promise<Fetched> {
  signal.throwIfAborted();
  const answer = upload
    ? undefined
    : (response ??
      (await net.fetch(url, {
        maxBytes,
        timeoutMs: FETCH_TIMEOUT_MS,
        signal,
        headers: { accept: `${files.map((it) => it.type).join(',')},*/*;q=0.5` },
      })));
  const bytes = upload?.bytes ?? answer?.bytes ?? new Uint8Array();
  check(bytes);
  report(1, 1);
  const finalUrl = answer?.url ?? url;
  const name = upload?.name ?? fileNameOf(finalUrl, answer?.headers);
  const ending = files.flatMap(extensionsOf).find((it) => name?.toLowerCase().endsWith(`.${it}`));
  const wanted = upload?.type ?? answer?.contentType;
  const [first] = files;
  const { type, extension } =
    files.find((it) => it.type === wanted) ??
    files.find((it) => ending !== undefined && extensionsOf(it).includes(ending)) ??
    first;
  return {
    finalUrl,
    facts: { title: titleOfFile(name, ending ?? extension) },
    parts: [{ name: part, contentType: type, bytes }],
    // A title given by a person stays; a file name is replaced by the title in the file.
    notes: { named: upload && ending === undefined ? 'person' : 'file' },
  };
}
