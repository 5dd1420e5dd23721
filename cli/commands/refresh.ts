import { setTimeout as wait } from 'node:timers/promises';
import { Option } from 'commander';
import type { SourceId } from '#core/contract/id.ts';
import { Source } from '#core/contract/source.ts';
import { StartedRefresh, RefreshReport, SourceDiff } from '#core/contract/version.ts';
import type { Api } from '#api/client/client.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { reportSourceFault } from '../report-source-fault.ts';
import {
  heldLines,
  newAddress,
  refreshLine,
  reportLines,
  type Refreshed,
} from '../render/refresh-line.ts';

const LOOK_MS = 300;
/** The pause between two requests, as a multiple of the time that a request takes. */
const PAUSE_PER_LOOK = 2;
const AT_ONCE = 8;

async function eachOf<T>(items: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(one));
}

/** The outcome for a source that finished processing, compared with its previous version. */
async function outcomeOf(api: Api, source: Source, before: number): Promise<Refreshed> {
  if (source.refreshError) return { source, outcome: source.refreshing ? 'waits' : 'kept' };
  if (source.held) return { source, outcome: 'held' };
  if (source.version === before) return { source, outcome: 'unchanged' };
  const [{ added, removed, changed }, report] = await Promise.all([
    api.get(`sources/${source._id}/diff?from=${before}&to=${source.version}`, SourceDiff),
    api.get(`sources/${source._id}/report?version=${source.version}`, RefreshReport),
  ]);
  return { source, outcome: 'changed', counts: { added, removed, changed }, report };
}

/** Follows sources until all are settled, or wait for their site. */
async function follow(
  { out, signal }: Context,
  api: Api,
  begun: ReadonlyMap<SourceId, number>,
): Promise<Refreshed[]> {
  const open = new Map(begun);
  const done: Refreshed[] = [];
  while (open.size > 0 && !signal.aborted) {
    const startedAt = Date.now();
    await eachOf([...open], async ([id, before]) => {
      const source = await api.get(`sources/${id}`, Source);
      if (source.refreshing && !source.refreshError) return;
      const refreshed = await outcomeOf(api, source, before);
      open.delete(id);
      done.push(refreshed);
      out.record({
        _id: id,
        outcome: refreshed.outcome,
        version: source.version,
        ...(source.refreshError ? { error: source.refreshError } : {}),
        ...(source.held ? { held: source.held } : {}),
        ...(newAddress(source) ? { moved: source.moved } : {}),
        ...(refreshed.counts ?? {}),
        ...(refreshed.report ? { report: refreshed.report } : {}),
      });
      out.line(refreshLine(refreshed, out.columns));
    });
    if (open.size > 0)
      await wait(Math.max(LOOK_MS, (Date.now() - startedAt) * PAUSE_PER_LOOK), undefined, {
        signal,
      }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }
  return done;
}

interface Begun {
  versions: Map<SourceId, number>;
  failures: number;
}

/** `accept`: accepts held versions instead of refreshing. */
async function beginNamed(
  context: Context,
  api: Api,
  ids: readonly string[],
  accept: boolean,
): Promise<Begun> {
  const versions: Begun['versions'] = new Map();
  let failures = 0;
  for (const id of ids) {
    try {
      const { _id, version } = await api.get(`sources/${encodeURIComponent(id)}`, Source);
      if (accept) await api.send('POST', `sources/${_id}/held`, { accept }, Source);
      else await api.send('POST', `sources/${_id}/refresh`, {}, Source);
      versions.set(_id, version);
    } catch (error) {
      reportSourceFault(context, id, error, { _id: id });
      failures += 1;
    }
  }
  return { versions, failures };
}

async function beginMany({ out }: Context, api: Api, which: 'due' | 'all'): Promise<Begun> {
  const { begun, uploads } = await api.send('POST', 'sources/refresh', { which }, StartedRefresh);
  if (uploads > 0 && which === 'all')
    out.note(
      `${uploads} uploaded ${uploads === 1 ? 'file has' : 'files have'} no address to refresh.`,
    );
  return { versions: new Map(begun.map(({ _id, version }) => [_id, version])), failures: 0 };
}

function sum({ out }: Context, done: readonly Refreshed[]): void {
  const count = (outcome: Refreshed['outcome']) =>
    done.filter((it) => it.outcome === outcome).length;
  out.remark(
    [
      [count('changed'), 'changed'],
      [count('unchanged'), 'unchanged'],
      [count('held'), 'held for review'],
      [count('kept'), 'not refreshed'],
      [count('waits'), 'waiting for a slow site'],
    ]
      .filter(([n]) => Number(n) > 0)
      .map(([n, word]) => `${n} ${word}`)
      .join(' · '),
  );
  for (const line of reportLines(done, out.columns)) out.line(line);
  for (const line of heldLines(done)) out.remark(line);
}

/** Discards the held versions of the named sources. Returns how many failed. */
async function discard(context: Context, api: Api, ids: readonly string[]): Promise<number> {
  let failures = 0;
  for (const id of ids) {
    try {
      const path = `sources/${encodeURIComponent(id)}/held`;
      const source = await api.send('POST', path, { accept: false }, Source);
      context.out.record({ _id: source._id, outcome: 'discarded', version: source.version });
      context.out.line(`${source._id}\tdiscarded`);
    } catch (error) {
      reportSourceFault(context, id, error, { _id: id });
      failures += 1;
    }
  }
  return failures;
}

export const refresh: CliCommand = {
  describe: (program) =>
    program
      .command('refresh')
      .argument('[id...]', 'sources')
      .description('Refresh sources and list notes whose cited text changed')
      .addOption(new Option('--due', 'sources due by their schedule').conflicts('all'))
      .option('--all', 'all sources with an address')
      .addOption(
        new Option('--accept', 'use the new version held for review').conflicts([
          'due',
          'all',
          'discard',
        ]),
      )
      .addOption(
        new Option('--discard', 'keep the old version instead of the held one').conflicts([
          'due',
          'all',
        ]),
      )
      .option('--no-wait', 'return as soon as it is started')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: id, outcome (changed, unchanged, held, kept, waits), title, message',
      ),
  async run(context, ids, options): Promise<ExitCode> {
    const { out, signal } = context;
    const which = options['due'] ? 'due' : options['all'] ? 'all' : undefined;
    if ((ids.length === 0) === (which === undefined)) {
      out.problem(
        which
          ? 'Name sources, or use --due or --all; not both.'
          : 'Name a source, or use --due or --all.',
      );
      return 2;
    }
    const isWaiting = options['wait'] !== false;
    const api = await context.api({ work: isWaiting });
    if (options['discard']) return (await discard(context, api, ids)) > 0 ? 1 : 0;
    const { versions, failures } = which
      ? await beginMany(context, api, which)
      : await beginNamed(context, api, ids, options['accept'] === true);
    if (versions.size === 0 && failures === 0)
      out.remark(which === 'due' ? 'Nothing is due.' : 'There is nothing to refresh.');
    if (!isWaiting) {
      for (const id of versions.keys()) {
        out.record({ _id: id, outcome: 'begun' });
        out.line(id);
      }
      if (api.hosted && versions.size > 0)
        out.note('Queued. No server is running. Start one to process them: gloss start');
      return failures > 0 ? 1 : 0;
    }
    const done = await follow(context, api, versions);
    if (signal.aborted) return 130;
    if (done.length > 0) sum(context, done);
    return failures > 0 || done.some((it) => it.outcome === 'kept') ? 1 : 0;
  },
};
