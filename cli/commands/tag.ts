import { Option } from 'commander';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { SourceId } from '#core/contract/id.ts';
import { BulkResult, MAX_BULK_SOURCES } from '#core/contract/library.ts';
import { Source, SourceFlag } from '#core/contract/source.ts';
import type { Api } from '#api/client/client.ts';
import type { CliCommand, Context } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';
import { shownTitle } from '../render/source-line.ts';

/** the maximum of `GET sources?ids=` */
const MOST_IDS_IN_QUERY = 50;
const NO_SOURCE = 'Source not found. List sources: gloss list';

const collect = (tag: string, before: string[] = []): string[] => [...before, tag];

function* inGroups<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** The fields of `PATCH sources/:id`; empty text clears a field. */
const FIELDS = { title: 'ownTitle', note: 'ownNote', folder: 'folder', date: 'addedAt' } as const;

interface Change {
  add: string[];
  remove: string[];
  flag: string[];
  unflag: string[];
  fields: Partial<Record<(typeof FIELDS)[keyof typeof FIELDS], string | null>>;
}

function changeOf(args: readonly string[], options: Record<string, unknown>): Change {
  const listed = (name: string): string[] => z.array(z.string()).catch([]).parse(options[name]);
  const plus = args.filter((arg) => arg.startsWith('+')).map((arg) => arg.slice(1));
  const fields = Object.entries(FIELDS).flatMap(([option, field]) => {
    const value = z.string().optional().parse(options[option]);
    return value === undefined ? [] : [[field, value.trim() || null]];
  });
  return {
    add: [...plus, ...listed('add')],
    remove: listed('remove'),
    flag: listed('flag'),
    unflag: listed('unflag'),
    fields: Object.fromEntries(fields),
  };
}

function wrongUsage(named: readonly string[], change: Change): string | undefined {
  const { add, remove, flag, unflag, fields } = change;
  if (named.length === 0) return 'Name sources: gloss tag ID… +TAG -TAG';
  if (Object.keys(fields).length + [add, remove, flag, unflag].flat().length === 0)
    return 'Name tags: +TAG adds one, -TAG removes one. gloss tag --help shows what else to change.';
  if (fields.ownTitle && named.length > 1) return '--title takes one source.';
  return undefined;
}

type Failures = { _id: string; message: string }[];

/** Returns what changed, of at most `MAX_BULK_SOURCES`, and the sources that failed. */
async function changeSources(
  api: Api,
  ids: readonly SourceId[],
  { add, remove, flag, unflag, fields }: Change,
): Promise<{ done: readonly SourceId[]; failures: Failures }> {
  const failures: Failures = [];
  let rest = ids;
  const bulk = async (body: object): Promise<void> => {
    const { done, left } = await api.send(
      'POST',
      'sources/many',
      { ids: rest, ...body },
      BulkResult,
    );
    failures.push(...left);
    rest = done;
  };
  if (Object.keys(fields).length > 0) {
    const done: SourceId[] = [];
    for (const id of rest) {
      try {
        await api.send('PATCH', `sources/${id}`, fields, Source);
        done.push(id);
      } catch (error) {
        // Invalid values fail for every source.
        if (!(error instanceof Fault) || error.code !== 'absent') throw error;
        failures.push({ _id: id, message: NO_SOURCE });
      }
    }
    rest = done;
  }
  if (rest.length > 0 && flag.length + unflag.length > 0)
    await bulk({ what: 'flag', add: flag, remove: unflag });
  if (rest.length > 0 && add.length + remove.length > 0) await bulk({ what: 'tag', add, remove });
  return { done: rest, failures };
}

/** The tags and the other changed fields. */
async function showChanged(
  { out }: Context,
  api: Api,
  ids: readonly SourceId[],
  { flag, unflag, fields }: Change,
): Promise<void> {
  const hasFlags = flag.length + unflag.length > 0;
  for (const some of inGroups(ids, MOST_IDS_IN_QUERY)) {
    const { docs } = await api.get(
      `sources?ids=${some.join(',')}`,
      z.object({ docs: z.array(Source) }),
    );
    for (const source of docs) {
      const { _id, tags = [], flags = [] } = source;
      const listed = tags.map(oneLine).join(', ');
      const changed = Object.values(FIELDS)
        .filter((field) => field in fields)
        .map((field) => [field, source[field] ?? null] as const);
      out.record({ _id, tags, ...Object.fromEntries(changed), ...(hasFlags ? { flags } : {}) });
      if (out.columns === undefined) {
        out.line(`${_id}\t${listed}`);
        continue;
      }
      out.line(`${shownTitle(source)}  ${paint('cyan', listed || 'no tags')}`);
      const facts = [
        ['note', 'ownNote' in fields ? (source.ownNote ?? 'none') : undefined],
        ['folder', 'folder' in fields ? (source.folder ?? 'none') : undefined],
        ['saved', 'addedAt' in fields ? (source.addedAt?.slice(0, 10) ?? 'no date') : undefined],
        ['flags', hasFlags ? flags.join(', ') || 'none' : undefined],
      ] as const;
      for (const [name, value] of facts)
        if (value !== undefined) out.line(`  ${paint('dim', name.padEnd(8))}${oneLine(value)}`);
    }
  }
}

/** Can be repeated, and takes one flag each, so that ids can follow. */
function flagOption(name: string, about: string): Option {
  const option = new Option(`--${name} <flag>`, about).choices(SourceFlag.options);
  const check = option.parseArg;
  return option.argParser((flag, before: string[] | undefined) => {
    check?.(flag, before);
    return collect(flag, before);
  });
}

export const tag: CliCommand = {
  describe: (program) =>
    program
      .command('tag')
      .argument('<id, +tag or -tag...>', 'sources, tags to add, tags to remove')
      .option('--add <tag>', 'the same as +tag', collect)
      .option('--remove <tag...>', 'the same as -tag; the only way for the tags q and h', collect)
      .option('--title <text>', 'your title for one source; "" restores the original')
      .option('--note <text>', 'your note; "" clears it')
      .option('--folder <path>', 'its folder, like Work/Rivers; "" clears it')
      .option('--date <date>', 'when you saved it, like 2026-03-31; "" clears it')
      .addOption(flagOption('flag', 'sets a flag'))
      .addOption(flagOption('unflag', 'clears a flag'))
      .description('Change your tags, title, note, folder, date and flags of sources')
      .addHelpText(
        'after',
        `
In a pipe, the columns are: id, tags with commas between them

Examples:
  gloss tag 0198a000-0000-7000-8000-000000000000 +memory -unread
  gloss tag 0198a000-0000-7000-8000-000000000000 --folder Work/Rivers --date 2026-03-31
  gloss list --site example.org | cut -f1 | xargs gloss tag +example`,
      ),
  async run(context, args, options) {
    const { out } = context;
    const change = changeOf(args, options);
    const named = args.filter((arg) => !arg.startsWith('+'));
    const wrong = wrongUsage(named, change);
    if (wrong !== undefined) {
      out.problem(wrong);
      return 2;
    }
    const ids = named.flatMap((id) => SourceId.safeParse(id).data ?? []);
    const failures: Failures = named
      .filter((id) => !SourceId.safeParse(id).success)
      .map((_id) => ({ _id, message: NO_SOURCE }));
    const api = await context.api();
    for (const some of inGroups(ids, MAX_BULK_SOURCES)) {
      const { done, failures: more } = await changeSources(api, some, change);
      failures.push(...more);
      await showChanged(context, api, done, change);
    }
    for (const { _id, message } of failures) {
      out.record({ _id, error: { code: 'absent', message } });
      out.problem(message, _id);
    }
    return failures.length > 0 ? 1 : 0;
  },
};

/** Commander parses `-tag` as options, so `gloss tag` rewrites it to `--remove=tag`. */
export function removalsAsOptions(args: readonly string[], commandAt: number): string[] {
  if (args[commandAt] !== 'tag') return [...args];
  const end = args.indexOf('--') === -1 ? args.length : args.indexOf('--');
  return args.map((arg, at) =>
    at > commandAt && at < end && /^-[^-]/.test(arg) && arg !== '-q' && arg !== '-h'
      ? `--remove=${arg.slice(1)}`
      : arg,
  );
}
