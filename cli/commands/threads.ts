import { Thread, ThreadPage } from '#core/contract/thread.ts';
import type { CliCommand } from '../command.ts';
import { paint, plain } from '../render/output.ts';

export const threads: CliCommand = {
  describe: (program) => program.command('threads').description('Threads, newest first'),
  async run({ out, api }) {
    const server = await api();
    const { docs } = await server.get('threads?limit=100', ThreadPage);
    for (const thread of docs) {
      out.record(thread);
      out.line(`${paint('bold', plain(thread.title))}  ${thread.thread_sources.length} sources  ${paint('dim', `${server.url}/t/${thread.url}`)}`);
    }
    if (docs.length === 0) out.line('There is no thread yet. Make one: gloss thread new "My reading"');
    return 0;
  },
};

export const thread: CliCommand = {
  describe: (program) => program.command('thread').argument('<new>', '`new`').argument('<title...>', 'its title').description('Make a thread: gloss thread new TITLE'),
  async run({ out, api }, [verb, ...title]) {
    if (verb !== 'new') {
      out.note('Write: gloss thread new TITLE');
      return 2;
    }
    const server = await api();
    const made = await server.send('POST', 'threads', { title: title.join(' ') }, Thread);
    out.record(made);
    out.line(`${paint('bold', plain(made.title))}  ${server.url}/t/${made.url}`);
    return 0;
  },
};
