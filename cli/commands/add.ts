import { FILES_IN_WORDS } from '#core/kinds.ts';
import { findThread } from '#api/client/find-thread.ts';
import { addInputs, expandInputs } from '../add-inputs.ts';
import type { CliCommand } from '../command.ts';

export const add: CliCommand = {
  describe: (program) =>
    program
      .command('add')
      .argument(
        '<url or file...>',
        `addresses, ${FILES_IN_WORDS.or} files, folders of them; a playlist or channel is its videos`,
      )
      .description('Add sources, and follow them until they are ready')
      .option(
        '-t, --thread <thread>',
        'thread by title, address or id; created if it does not exist',
        'Inbox',
      )
      .option('--no-wait', 'return as soon as they are queued')
      .addHelpText(
        'after',
        '\nExamples:\n  gloss add https://example.org/article paper.pdf --thread "My reading"\n  gloss add ~/papers --thread Papers --json\n  gloss add "https://www.youtube.com/playlist?list=PL…" --thread Lectures\nPart of a long list: gloss import URL --since 2026-01-01 --max 50',
      ),
  async run(context, args, options) {
    const waits = options['wait'] !== false;
    const api = await context.api({ work: waits });
    const inputs = await expandInputs(args);
    return addInputs(
      context,
      await findThread(api, String(options['thread']), true),
      inputs,
      waits,
    );
  },
};
