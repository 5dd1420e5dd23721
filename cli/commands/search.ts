import { InvalidArgumentError, Option } from 'commander';
import { positionLabel, positionOf, locatorQuery } from '#core/contract/locator.ts';
import { SearchResult, type PersonalSearchHit } from '#core/contract/search.ts';
import { SourceType } from '#core/contract/source.ts';
import type { CliCommand } from '../command.ts';
import { cut } from '../render/fit.ts';
import { oneLine, paint } from '../render/output.ts';
import { snippet } from '../render/snippet.ts';
import { threadCalled } from '#api/client/thread-called.ts';

const SNIPPET_LINES = 3;
/** what a line of a snippet holds in a pipe, and at most on a wide terminal */
const SNIPPET_COLUMNS = 100;

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new InvalidArgumentError('It must be a number from 1 to 100.');
  return limit;
}

function parseDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a day as 2026-01-31.');
  return text;
}

const FILTERS = ['type', 'tag', 'channel', 'from', 'to', 'in'] as const;
const OWN = {
  clip: 'clip',
  note: 'your notes',
  answer: 'an answer',
  post: 'your post',
} as const satisfies Record<PersonalSearchHit['kind'], string>;

export const search: CliCommand = {
  describe: (program) =>
    program
      .command('search')
      .argument('<query...>', 'words; "a phrase" in quotes')
      .description('Find passages in the sources, and what you wrote or were answered')
      .option('-t, --thread <thread>', 'within one thread, by title, address or id')
      .addOption(new Option('--type <type>', 'of one type').choices(SourceType.options))
      .option('--tag <tag>', 'of sources with this tag')
      .option('--channel <name>', 'of this channel or site')
      .option('--from <date>', 'of sources added on this day or later, as 2026-01-31', parseDay)
      .option('--to <date>', 'or earlier', parseDay)
      .option('--in <what>', 'a list of sources, clips, notes, answers, posts (default: all)')
      .option('-n, --limit <n>', 'how many, 1 to 100', parseLimit, 10)
      .addHelpText(
        'after',
        '\nExamples:\n  gloss search spaced practice --type youtube\n  gloss search \'"forgetting curve"\' --in sources --json',
      ),
  async run({ out, api }, words, options) {
    const server = await api();
    const thread =
      typeof options['thread'] === 'string'
        ? await threadCalled(server, options['thread'])
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
    const { hits, own, reduced, took_ms } = await server.get(`search?${query}`, SearchResult);
    const width = Math.min(SNIPPET_COLUMNS, (out.columns ?? SNIPPET_COLUMNS) - 2);
    const show = (
      title: string,
      label: string,
      text: string,
      highlights: readonly [number, number][],
      below: string,
    ) => {
      out.line(
        `${paint('bold', out.columns === undefined ? title : cut(title, out.columns - label.length - 4))} ${paint('dim', `· ${label}`)}`,
      );
      for (const pieces of snippet(text, highlights, { width, lines: SNIPPET_LINES })) {
        out.line(
          `  ${pieces.map(({ text: piece, hit: found }) => (found ? paint(['bold', 'yellow'], piece) : piece)).join('')}`,
        );
      }
      out.line(`  ${paint('dim', below)}`);
      out.line();
    };
    for (const hit of hits) {
      const place = positionOf(hit.place);
      const link =
        hit.thread_url && !server.hosted
          ? `${server.url}/t/${hit.thread_url}${locatorQuery(hit.source_id, hit.place.medium, place)}`
          : undefined;
      out.record({ ...hit, link });
      show(
        oneLine(hit.title),
        positionLabel(hit.place.medium, place),
        hit.text,
        hit.highlights,
        link ?? hit.source_id,
      );
    }
    for (const hit of own) {
      out.record(hit);
      show(
        oneLine(hit.title),
        OWN[hit.kind],
        hit.text,
        hit.highlights,
        server.hosted ? hit._id : `${server.url}/t/${hit.thread_url}`,
      );
    }
    if (reduced !== undefined) out.note(reduced);
    if (hits.length + own.length === 0)
      out.remark(
        reduced === undefined
          ? 'Nothing found. Try fewer or other words.'
          : 'Nothing found in what could be searched.',
      );
    else if (!out.json)
      out.remark(
        paint(
          'dim',
          `${hits.length} ${hits.length === 1 ? 'passage' : 'passages'}${own.length > 0 ? ` and ${own.length} of your own` : ''} in ${took_ms} ms`,
          out.live ? process.stdout : process.stderr,
        ),
      );
    return 0;
  },
};
