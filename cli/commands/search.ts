import { placeLabel, placeOf, placeQuery } from '#core/contract/locator.ts';
import { SearchResult, type SearchHit } from '#core/contract/search.ts';
import type { CliCommand } from '../command.ts';
import { paint, plain } from '../render/output.ts';
import { threadCalled } from '../thread-called.ts';

function marked({ text, highlights }: SearchHit): string {
  let at = 0;
  let line = '';
  for (const [start, end] of highlights) {
    line += plain(text.slice(at, start)) + paint(['bold', 'yellow'], plain(text.slice(start, end)));
    at = end;
  }
  return (line + plain(text.slice(at))).replace(/\s+/g, ' ');
}

export const search: CliCommand = {
  describe: (program) => program.command('search').argument('<query...>', 'words; "a phrase" in quotes').description('Find passages in the sources')
    .option('-t, --thread <thread>', 'within one thread').option('--type <type>', 'youtube, pdf or web').option('-n, --limit <n>', 'how many', '10'),
  async run({ out, api }, words, options) {
    const server = await api();
    const thread = typeof options['thread'] === 'string' ? await threadCalled(server, options['thread']) : undefined;
    const query = new URLSearchParams({
      q: words.join(' '), limit: String(options['limit']),
      ...(thread ? { threadId: thread._id } : {}), ...(typeof options['type'] === 'string' ? { type: options['type'] } : {}),
    });
    const { hits, took_ms } = await server.get(`search?${query}`, SearchResult);
    for (const hit of hits) {
      const place = placeOf(hit.place);
      const link = hit.thread_url ? `${server.url}/t/${hit.thread_url}${placeQuery(hit.source_id, hit.place.medium, place)}` : undefined;
      out.record({ ...hit, link });
      out.line(`${paint('bold', plain(hit.title))} ${paint('dim', `· ${placeLabel(hit.place.medium, place)}`)}`);
      out.line(`  ${marked(hit)}`);
      if (link) out.line(`  ${paint('dim', link)}`);
      out.line();
    }
    if (hits.length === 0) out.line('Nothing found. Try fewer or other words.');
    else out.line(paint('dim', `${hits.length} passages in ${took_ms} ms`));
    return 0;
  },
};
