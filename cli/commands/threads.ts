import type { z } from 'zod';
import { Thread, ThreadPage } from '#core/contract/thread.ts';
import type { CliCommand } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';

const counted = (count: number): string => `${count} ${count === 1 ? 'source' : 'sources'}`;

export const threads: CliCommand = {
  describe: (program) => program.command('threads').description('Threads, newest first'),
  async run({ out, api }) {
    const server = await api();
    let found = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: z.infer<typeof ThreadPage> = await server.get(
        `threads?${new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })}`,
        ThreadPage,
      );
      for (const thread of page.docs) {
        const [title, address] = [oneLine(thread.title), `${server.url}/t/${thread.url}`];
        out.record(thread);
        if (out.live)
          out.line(
            `${paint('bold', title)}  ${counted(thread.thread_sources.length)}\n  ${paint('dim', server.hosted ? thread.url : address)}`,
          );
        else
          out.line(
            [
              thread._id,
              title,
              thread.thread_sources.length,
              server.hosted ? thread.url : address,
            ].join('\t'),
          );
      }
      found += page.docs.length;
      cursor = page.next;
    }
    if (found === 0) out.remark('There is no thread yet. Make one: gloss thread new "My reading"');
    return 0;
  },
};

export const thread: CliCommand = {
  describe: (program) =>
    program
      .command('thread')
      .argument('<new>', 'the word new')
      .argument('<title...>', 'its title')
      .description('Make a thread: gloss thread new TITLE'),
  async run({ out, api }, [verb, ...title]) {
    if (verb !== 'new') {
      out.problem('Write: gloss thread new TITLE');
      return 2;
    }
    const server = await api();
    const made = await server.send('POST', 'threads', { title: title.join(' ') }, Thread);
    out.record(made);
    out.line(
      `${paint('bold', oneLine(made.title))}  ${server.hosted ? made.url : `${server.url}/t/${made.url}`}`,
    );
    return 0;
  },
};
