/**
 * Creates Web views, which show pages as they looked at their sites, when they are first opened,
 * and stores them.
 */
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import {
  findWebView,
  readReaderView,
  type Database,
  type FileStore,
  type Library,
  type SourceRow,
} from '#pipeline/library/index.ts';
import { AssetsArtifact, ExtractArtifact, FetchArtifact } from './contract.ts';
import { withCopies } from './snapshot-copies.ts';
import type { StageParser } from './stage-parser.ts';

export interface WebViewPorts {
  database: Database;
  library: Library;
  files: FileStore;
  parser: Pick<StageParser, 'archive'>;
  log: Log;
}

/**
 * Returns a function that reads the sanitised HTML of a source's web view. People who open one at
 * once wait for the same work. Faults: `not_ready`, `absent`, and `unavailable` while it closes.
 */
export function createWebViews(ports: WebViewPorts): (source: SourceRow) => Promise<string> {
  const making = new Map<string, Promise<string>>();
  return async (source) => {
    const { of, key } = await findWebView(ports.library, source);
    if (key !== undefined) return new TextDecoder().decode(await ports.files.read(key));
    const id = `${of.id} ${of.version}`;
    const made = making.get(id) ?? makeAndStore(ports, of).finally(() => making.delete(id));
    making.set(id, made);
    return made;
  };
}

async function makeAndStore(ports: WebViewPorts, source: SourceRow): Promise<string> {
  const { database, library, files, log } = ports;
  const html = await make(ports, source);
  try {
    const { key } = await files.putBlob(new TextEncoder().encode(html));
    await database.write(async (transaction) => {
      const { id, version } = source;
      const saved = AssetsArtifact.safeParse(await library.artifacts.find(id, version, 'assets'));
      if (saved.success)
        await library.artifacts.save(
          id,
          version,
          'assets',
          { ...saved.data, webKey: key } satisfies AssetsArtifact,
          transaction,
        );
    });
  } catch (error) {
    // The view can be displayed anyway, and is created again next time.
    log.warn({ sourceId: source.id, err: error }, 'a web view is not stored');
  }
  return html;
}

/** Creates the view without assets if it fails with them; if that fails too, uses the Reader view. */
async function make(ports: WebViewPorts, source: SourceRow): Promise<string> {
  const find = (stage: 'fetch' | 'extract' | 'assets') =>
    ports.library.artifacts.find(source.id, source.version, stage);
  const fetched = FetchArtifact.safeParse(await find('fetch')).data;
  const extracted = ExtractArtifact.safeParse(await find('extract')).data;
  const assets = AssetsArtifact.safeParse(await find('assets')).data;
  const readerView = () => readReaderView(ports.library, ports.files, source);
  if (!fetched) return readerView();
  const makeWith = ({ notes, parts }: Pick<AssetsArtifact, 'notes' | 'parts'>) =>
    archive(ports, source, {
      ...fetched,
      notes: { ...fetched.notes, ...extracted?.notes, ...notes },
      parts: [...fetched.parts, ...parts],
    });
  const unless =
    <T>(otherwise: () => Promise<T>) =>
    (error: unknown): Promise<T> => {
      if (!(error instanceof Fault) || error.code === 'unavailable') throw error;
      ports.log.info({ sourceId: source.id, err: error }, 'a web view could not be made');
      return otherwise();
    };
  const none = { notes: { resources: [] }, parts: [] };
  return makeWith(assets ?? none)
    .catch(unless(() => makeWith(none)))
    .catch(unless(readerView));
}

async function archive(
  { files, parser }: Pick<WebViewPorts, 'files' | 'parser'>,
  source: SourceRow,
  { finalUrl, facts, notes, parts }: FetchArtifact,
): Promise<string> {
  return withCopies(
    files,
    parts.map(({ key }) => key),
    (paths) =>
      parser.archive(
        source.kind,
        {
          url: finalUrl,
          facts,
          notes,
          parts: parts.map(({ name }, n) => ({ name, path: paths[n] ?? '' })),
        },
        { signal: new AbortController().signal, report: () => undefined },
      ),
  );
}
