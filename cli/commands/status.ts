import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import { Source } from '#core/contract/source.ts';
import type { Api } from '../api.ts';
import type { CliCommand, Context } from '../command.ts';
import { paint } from '../render/output.ts';
import { sourceLine, standing } from '../render/source-line.ts';

const Page = z.object({ docs: z.array(Source), next: z.string().nullable() });

/** All pages of the library that the filter lets through. */
export async function allSources(api: Api, filter: Record<string, string>): Promise<Source[]> {
  const all: Source[] = [];
  let cursor: string | null = null;
  do {
    const page: z.infer<typeof Page> = await api.get(`sources?${new URLSearchParams({ ...filter, limit: '100', ...(cursor ? { cursor } : {}) })}`, Page);
    all.push(...page.docs);
    cursor = page.next;
  } while (cursor);
  return all;
}

function show({ out }: Context, sources: readonly Source[]): void {
  for (const source of sources) { out.record(source); out.line(sourceLine(source)); }
  const count = (state: string) => sources.filter((source) => standing(source) === state).length;
  out.line(paint('bold', `${count('ready')} ready · ${count('working')} working · ${count('failed')} failed`));
}

export const status: CliCommand = {
  describe: (program) => program.command('status').argument('[id...]', 'sources; all that are being read or failed without one')
    .description('How sources are doing')
    .option('-w, --watch', 'follow until nothing is being read any more'),
  async run(context, ids, options) {
    const api = await context.api();
    const look = async (): Promise<Source[]> => (ids.length > 0
      ? Promise.all(ids.map((id) => api.get(`sources/${SourceId.safeParse(id).data ?? encodeURIComponent(id)}`, Source)))
      : [...await allSources(api, { status: 'processing' }), ...await allSources(api, { status: 'failed' })]);
    let sources = await look();
    if (options['watch']) {
      const { promise: stopped, resolve: stop } = Promise.withResolvers<'stop'>();
      context.signal.addEventListener('abort', () => stop('stop'), { once: true });
      while (sources.some((source) => standing(source) === 'working')) {
        context.out.note(`${sources.filter((source) => standing(source) === 'working').length} working …`);
        if (await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 1000))]) === 'stop') return 130;
        sources = await look();
      }
    }
    if (sources.length === 0) context.out.line('Nothing is being read, and nothing failed. `gloss list` shows the library.');
    else show(context, sources);
    return ids.length > 0 && sources.some((source) => standing(source) === 'failed') ? 1 : 0;
  },
};

export const list: CliCommand = {
  describe: (program) => program.command('list').description('Sources of the library')
    .option('--type <type>', 'youtube, pdf or web').option('-t, --thread <thread>', 'of one thread, by title, address or id'),
  async run(context, _args, options) {
    const api = await context.api();
    let sources = await allSources(api, typeof options['type'] === 'string' ? { type: options['type'] } : {});
    if (typeof options['thread'] === 'string') {
      const { threadCalled } = await import('../thread-called.ts');
      const held = new Set((await threadCalled(api, options['thread'])).thread_sources.map((it) => it.source));
      sources = sources.filter((source) => held.has(source._id));
    }
    if (sources.length === 0) context.out.line('There is nothing here yet. Add a source: gloss add URL');
    else show(context, sources);
    return 0;
  },
};
