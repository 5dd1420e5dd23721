import { InvalidArgumentError, Option } from 'commander';
import { positionOf, locatorQuery } from '#core/contract/locator.ts';
import { SearchResult } from '#core/contract/search.ts';
import { SourceType } from '#core/contract/source.ts';
import { IN_VALUES, IS_VALUES } from '#core/text/search-query.ts';
import type { CliCommand } from '../command.ts';
import { paint, type Output } from '../render/output.ts';
import { showPassage, showPersonalHit, showSource } from '../render/search-hits.ts';
import { findThread } from '#api/client/find-thread.ts';

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new InvalidArgumentError('It must be a number from 1 to 100.');
  return limit;
}

function parseDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a day like 2026-01-31.');
  return text;
}

const FILTERS = ['type', 'tag', 'channel', 'from', 'to', 'in'] as const;
const listed = (values: readonly string[]): string => values.join(', ');
const OPERATORS = `
Operators, combined with words and with each other; a minus before tag:, folder:, site: or is: excludes:
  tag:x                  with this tag; several must all match
  folder:"Work/Reading"  in this folder or one below it
  site:example.org       of this site, its subdomains, or a channel
  after:2026-01-31       saved on this day or later; also 2026-01 or 2026
  before:2026-01-31      saved before this day
  is:failed              or ${listed(IS_VALUES.filter((it) => it !== 'failed'))}
  in:notes               or ${listed(IN_VALUES.filter((it) => it !== 'notes'))}
Operators without words list the sources that match, the last saved first.

Examples:
  gloss search spaced practice --type youtube
  gloss search '"forgetting curve" in:sources' --json
  gloss search tag:memory after:2026-01
  gloss search -- is:gone -tag:archived

In a pipe, sources found by your own title, note, tags or highlights, or by operators alone, have the
columns: id, state, day saved, title, what matched, text, address.`;

function parseThread(text: string): string {
  // Commander reads `-tag:x` as `-t ag:x`.
  if (text.startsWith('ag:'))
    throw new InvalidArgumentError(`Write operators with a minus after two: -- -t${text}`);
  return text;
}

export const search: CliCommand = {
  describe: (program) =>
    program
      .command('search')
      .argument('<query...>', 'words, "a phrase" in quotes, operators such as tag:x')
      .description('Search sources, and your notes, tags, clips, answers and posts')
      .option('-t, --thread <thread>', 'within one thread, by title, address or id', parseThread)
      .addOption(new Option('--type <type>', 'of one type').choices(SourceType.options))
      .option('--tag <tag>', 'sources with this tag')
      .option('--channel <name>', 'sources from this channel or site')
      .option('--from <date>', 'saved on this day or later, like 2026-01-31', parseDay)
      .option('--to <date>', 'or earlier', parseDay)
      .option('--in <what>', 'a list of sources, clips, notes, answers, posts (default: all)')
      .option('-n, --limit <n>', 'number of results, 1 to 100', parseLimit, 10)
      .addHelpText('after', OPERATORS),
  async run({ out, api }, words, options) {
    const server = await api();
    const thread =
      typeof options['thread'] === 'string'
        ? await findThread(server, options['thread'])
        : undefined;
    const query = new URLSearchParams({
      q: words.join(' '),
      limit: String(options['limit']),
      ...(thread ? { threadId: thread._id } : {}),
      ...Object.fromEntries(
        FILTERS.flatMap((name) =>
          typeof options[name] === 'string' ? [[name, options[name]]] : [],
        ),
      ),
    });
    const result = await server.get(`search?${query}`, SearchResult);
    /** Undefined where the server ends with this command. */
    const pageAt = (path: string) => (server.hosted ? undefined : `${server.url}${path}`);
    for (const source of result.sources) {
      out.record({ kind: 'source', ...source, link: pageAt(`/library/${source.source_id}`) });
      showSource(out, source);
    }
    for (const hit of result.hits) {
      const place = positionOf(hit.place);
      const page = hit.thread_url ? `/t/${hit.thread_url}` : `/library/${hit.source_id}`;
      const link = pageAt(`${page}${locatorQuery(hit.source_id, hit.place.medium, place)}`);
      out.record({ ...hit, link });
      showPassage(out, hit, link ?? hit.source_id);
    }
    for (const hit of result.own) {
      const link = pageAt(`/t/${hit.thread_url}`);
      out.record({ ...hit, link });
      showPersonalHit(out, hit, link ?? hit._id);
    }
    summarise(out, result);
    return 0;
  },
};

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function summarise(out: Output, result: SearchResult): void {
  const { sources, sources_total: total, hits, own, reduced, problems, took_ms } = result;
  for (const sentence of [...problems, ...(reduced === undefined ? [] : [reduced])])
    out.note(sentence);
  const found = [
    ...(total !== undefined && total > sources.length
      ? [`${sources.length} of ${total} sources`]
      : counted(sources.length, 'source', 'sources')),
    ...counted(hits.length, 'passage', 'passages'),
    ...counted(own.length, 'result in your notes', 'results in your notes'),
  ];
  if (found.length === 0)
    out.remark(
      reduced === undefined
        ? 'No results. Try fewer or different keywords.'
        : 'No results in the part that could be searched.',
    );
  else if (!out.json)
    out.remark(
      paint(
        'dim',
        `${found.join(', ')} in ${took_ms} ms`,
        out.live ? process.stdout : process.stderr,
      ),
    );
}
