import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { SourceUses } from '#core/contract/library.ts';
import { Source } from '#core/contract/source.ts';
import type { Api } from '#api/client/client.ts';
import type { CliCommand } from '../command.ts';
import { forEachSource } from '../for-each-source.ts';
import { confirmDeletion } from '../keyboard.ts';
import { truncate, cellWidth } from '../render/terminal-cells.ts';
import { oneLine } from '../render/output.ts';
import { shownTitle } from '../render/source-line.ts';

const MOST_NAMED = 10;
/** titles are not truncated below this width */
const LEAST_TITLE = 20;

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** `“Sea otters” · in “Biology” and “Inbox”`; nothing if the source does not exist. */
async function usedIn(api: Api, id: string, columns: number): Promise<string[]> {
  const found = await Promise.all([
    api.get(`sources/${id}`, Source),
    api.get(`sources/${id}/uses`, SourceUses),
  ]).catch((error: unknown) => {
    if (error instanceof Fault && (error.code === 'absent' || error.code === 'bad_request'))
      return undefined;
    throw error;
  });
  if (!found) return [];
  const [source, { threads }] = found;
  const where =
    threads.length === 0
      ? 'in no thread'
      : `in ${listed.format(threads.map(({ title }) => `“${oneLine(title)}”`))}`;
  const room = Math.max(LEAST_TITLE, columns - cellWidth(where) - 7);
  return [`  “${truncate(shownTitle(source), room)}” · ${where}`];
}

/** Names what would be deleted, and the threads that would lose it. */
async function question(api: Api, ids: readonly string[]): Promise<string> {
  const named = await Promise.all(
    ids
      .slice(0, MOST_NAMED)
      .map((id) => usedIn(api, encodeURIComponent(id), process.stderr.columns)),
  );
  const more = ids.length - Math.min(ids.length, MOST_NAMED);
  return [
    ...named.flat(),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    `Permanently delete ${ids.length === 1 ? 'this source' : `these ${ids.length} sources`} from the library and every thread?`,
  ].join('\n');
}

export const rm: CliCommand = {
  describe: (program) =>
    program
      .command('rm')
      .argument('<id...>', 'sources')
      .description('Permanently delete sources from the library and every thread')
      .option('-y, --yes', "don't ask for confirmation (scripts are never asked)"),
  async run(context, ids, options) {
    const { out } = context;
    const api = await context.api();
    const isAgreed =
      options['yes'] === true ||
      (await confirmDeletion(() => question(api, ids), context.signal, true));
    if (!isAgreed) {
      out.note('Nothing was deleted.');
      return 0;
    }
    return forEachSource(context, ids, async (id) => {
      await api.send('DELETE', `sources/${encodeURIComponent(id)}`, {}, z.unknown());
      out.record({ id, deleted: true });
      out.line(`deleted ${id}`);
    });
  },
};
