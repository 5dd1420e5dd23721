import { InvalidArgumentError, Option } from 'commander';
import { placeLabel, placeOf, placeQuery } from '#core/contract/locator.ts';
import { SearchResult } from '#core/contract/search.ts';
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
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw new InvalidArgumentError('It must be a number from 1 to 100.');
  return limit;
}

export const search: CliCommand = {
  describe: (program) => program.command('search').argument('<query...>', 'words; "a phrase" in quotes').description('Find passages in the sources')
    .option('-t, --thread <thread>', 'within one thread, by title, address or id').addOption(new Option('--type <type>', 'of one type').choices(SourceType.options))
    .option('-n, --limit <n>', 'how many, 1 to 100', parseLimit, 10),
  async run({ out, api }, words, options) {
    const server = await api();
    const thread = typeof options['thread'] === 'string' ? await threadCalled(server, options['thread']) : undefined;
    const query = new URLSearchParams({
      q: words.join(' '), limit: String(options['limit']),
      ...(thread ? { threadId: thread._id } : {}), ...(typeof options['type'] === 'string' ? { type: options['type'] } : {}),
    });
    const { hits, took_ms } = await server.get(`search?${query}`, SearchResult);
    const width = Math.min(SNIPPET_COLUMNS, (out.columns ?? SNIPPET_COLUMNS) - 2);
    for (const hit of hits) {
      const place = placeOf(hit.place);
      const link = hit.thread_url && !server.hosted ? `${server.url}/t/${hit.thread_url}${placeQuery(hit.source_id, hit.place.medium, place)}` : undefined;
      out.record({ ...hit, link });
      const label = placeLabel(hit.place.medium, place);
      const title = oneLine(hit.title);
      out.line(`${paint('bold', out.columns === undefined ? title : cut(title, out.columns - label.length - 4))} ${paint('dim', `· ${label}`)}`);
      for (const pieces of snippet(hit.text, hit.highlights, { width, lines: SNIPPET_LINES })) {
        out.line(`  ${pieces.map(({ text, hit: found }) => (found ? paint(['bold', 'yellow'], text) : text)).join('')}`);
      }
      out.line(`  ${paint('dim', link ?? hit.source_id)}`);
      out.line();
    }
    if (hits.length === 0) out.remark('Nothing found. Try fewer or other words.');
    else if (!out.json) out.remark(paint('dim', `${hits.length} ${hits.length === 1 ? 'passage' : 'passages'} in ${took_ms} ms`, out.live ? process.stdout : process.stderr));
    return 0;
  },
};
