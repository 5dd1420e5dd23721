import type { z } from 'zod';
import { Thread, ThreadCard, ThreadPage } from '#core/contract/thread.ts';
import { findThread } from '#api/client/find-thread.ts';
import type { Api } from '#api/client/client.ts';
import { addInputs, expandInputs } from '../add-inputs.ts';
import type { CliCommand, Context } from '../command.ts';
import { confirmDeletion } from '../keyboard.ts';
import { oneLine, paint } from '../render/output.ts';

const WHICH = 'thread by title, address or id';
const countedSources = (count: number): string => `${count} ${count === 1 ? 'source' : 'sources'}`;

/** The fields of a thread in lists: ids of its sources instead of the sources. */
const threadRecord = ({ thread_sources, ...thread }: ThreadCard) => {
  const { _id, url, title, visibility, createdAt, updatedAt } = thread;
  return {
    _id,
    url,
    title,
    visibility,
    createdAt,
    updatedAt,
    sources: thread_sources.map(({ source }) => source),
  };
};

const addressOf = (server: Api, { url }: Pick<ThreadCard, 'url'>): string =>
  server.hosted ? url : `${server.url}/t/${url}`;

export const threads: CliCommand = {
  describe: (program) =>
    program
      .command('threads')
      .description('List threads, newest first')
      .addHelpText('after', '\nIn a pipe, the columns are: id, title, number of sources, address'),
  async run({ out, api }) {
    const server = await api();
    let found = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: z.infer<typeof ThreadPage> = await server.get(
        `threads?${new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })}`,
        ThreadPage,
      );
      for (const thread of page.docs) {
        const [title, address] = [oneLine(thread.title), addressOf(server, thread)];
        out.record(threadRecord(thread));
        if (out.live)
          out.line(
            `${paint('bold', title)}  ${countedSources(thread.thread_sources.length)}\n  ${paint('dim', address)}`,
          );
        else out.line([thread._id, title, thread.thread_sources.length, address].join('\t'));
      }
      found += page.docs.length;
      cursor = page.next;
    }
    if (found === 0)
      out.remark('There are no threads yet. Create one: gloss thread new "My reading"');
    return 0;
  },
};

function show({ out }: Context, server: Api, thread: ThreadCard): void {
  out.record(threadRecord(thread));
  out.line(`${paint('bold', oneLine(thread.title))}  ${addressOf(server, thread)}`);
}

const create: CliCommand = {
  describe: (program) =>
    program.command('new').argument('<title...>', 'its title').description('Create a thread'),
  async run(context, title) {
    const server = await context.api();
    show(context, server, await server.send('POST', 'threads', { title: title.join(' ') }, Thread));
    return 0;
  },
};

const add: CliCommand = {
  describe: (program) =>
    program
      .command('add')
      .argument('<thread>', WHICH)
      .argument('<id, url or file...>', 'library sources or new ones')
      .description('Add sources to a thread')
      .option('--no-wait', 'return as soon as new ones are queued')
      .addHelpText(
        'after',
        '\nExample:\n  gloss list --tag memory | cut -f1 | xargs gloss thread add "Spaced practice"',
      ),
  async run(context, [name = '', ...given], options) {
    const waits = options['wait'] !== false;
    const thread = await findThread(await context.api({ work: waits }), name);
    return addInputs(context, thread, await expandInputs(given), waits);
  },
};

const rename: CliCommand = {
  describe: (program) =>
    program
      .command('rename')
      .argument('<thread>', WHICH)
      .argument('<title...>', 'its new title')
      .description('Rename a thread'),
  async run(context, [name = '', ...title]) {
    const server = await context.api();
    const { _id } = await findThread(server, name);
    const renamed = await server.send(
      'PATCH',
      `threads/${_id}`,
      { title: title.join(' ') },
      ThreadCard,
    );
    show(context, server, renamed);
    return 0;
  },
};

const remove: CliCommand = {
  describe: (program) =>
    program
      .command('rm')
      .argument('<thread>', WHICH)
      .description('Delete a thread with its notes and answers; its sources stay in the library')
      .option('-y, --yes', "don't ask for confirmation; required without a terminal"),
  async run({ out, api, signal }, [name = ''], options) {
    const server = await api();
    const { _id, title, thread_sources: held } = await findThread(server, name);
    const kept =
      held.length === 0 ? '' : ` Its ${countedSources(held.length)} will stay in the library.`;
    const isAgreed =
      options['yes'] === true ||
      (await confirmDeletion(
        () => `Delete the thread “${oneLine(title)}” with its notes and answers?${kept}`,
        signal,
        'unasked',
      ));
    if (isAgreed === 'unasked') {
      out.problem(
        `This deletes the thread “${oneLine(title)}” with its notes and answers. To confirm, add --yes.`,
      );
      return 2;
    }
    if (!isAgreed) {
      out.note('Nothing was deleted.');
      return 0;
    }
    await server.send('DELETE', `threads/${_id}`, {}, Thread.pick({ _id: true }));
    out.record({ _id, deleted: true });
    out.line(`deleted ${_id}`);
    return 0;
  },
};

export const thread: CliCommand = {
  under: [create, add, rename, remove],
  describe: (program) =>
    program
      .command('thread')
      .description('Create a thread, add sources to one, rename or delete it'),
  run: ({ command }) => command.help({ error: true }),
};
