import { Option } from 'commander';
import { ImportFormat, type ListingLimits } from '#core/contract/import.ts';
import { FILES_IN_WORDS } from '#core/kinds.ts';
import type { CliCommand } from '../command.ts';
import { followImport, leaveToServer } from '../import/follow-import.ts';
import { openInput } from '../import/input.ts';
import { newestOpenImport } from '../import/known-imports.ts';
import { parseMax, parseSince } from '../parse-limits.ts';
import { checkReceiptPath } from '../import/receipt-file.ts';
import { startImport } from '../import/start-import.ts';

export const importSources: CliCommand = {
  describe: (program) =>
    program
      .command('import')
      .argument(
        '[file or url]',
        `an export, a list of links, a folder of ${FILES_IN_WORDS.and} files, a playlist or feed; - is standard input`,
      )
      .description('Import many sources at once')
      .addOption(
        new Option('-f, --format <format>', 'format of the file')
          .choices(ImportFormat.options)
          .default('auto'),
      )
      .option('-t, --thread <thread>', 'thread by title, address or id (default: the library only)')
      .option('--dry-run', 'show what would be imported, and stop')
      .option('-y, --yes', "don't ask")
      .option('--resume', 'continue an interrupted import; without a file, the last one')
      .option('--receipt <file>', 'write the result of each line, as JSON lines')
      .option(
        '--since <date>',
        'playlists, channels and feeds: only entries since this day',
        parseSince,
      )
      .option(
        '--max <n>',
        'playlists, channels and feeds: maximum number of entries, newest first',
        parseMax,
      )
      .option(
        '--no-wait',
        'return as soon as the import has started; with --json: its _id, its total number of lines, and resumed (true if it continues an earlier run)',
      )
      .addHelpText(
        'after',
        `
Reads lists of links, bookmarks of any browser, OPML, RSS and Atom, exports of
Pocket, Raindrop, Readwise, Instapaper, Karakeep, Linkwarden, Omnivore, wallabag
and Pinboard; and what gloss export wrote of threads. Run it again after an interruption, and it
continues where it stopped.

Examples:
  gloss import bookmarks.html --dry-run
  gloss import pocket.csv --thread "To read" --receipt receipt.jsonl
  pbpaste | gloss import - --thread Inbox
  gloss import ~/papers
  gloss import ~/vault/gloss/my-reading-1a2b3c
  gloss import "https://www.youtube.com/@channel" --since 2026-01-01 --max 50`,
      ),
  async run(context, [named], options) {
    const { out, signal } = context;
    const receipt = typeof options['receipt'] === 'string' ? options['receipt'] : undefined;
    if (receipt !== undefined) await checkReceiptPath(receipt);
    if (named === undefined) {
      if (options['resume'] !== true) {
        out.problem(
          'Name what to import: gloss import FILE, a folder, an address, or - for standard input.\nContinue the last import: gloss import --resume',
        );
        return 2;
      }
      const open = await newestOpenImport(await context.api({ work: options['wait'] !== false }));
      if (open) return followImport(context, open, { receipt, fromStart: false });
      out.remark('No import is running. `gloss imports` lists them.');
      return 0;
    }
    const { findExports, importExports } = await import('../import/thread-export.ts');
    const exports = options['format'] === 'auto' ? await findExports(named) : undefined;
    if (exports) return importExports(context, exports, { dryRun: options['dryRun'] === true });
    if (named === '-' && process.stdin.isTTY) out.note('Paste links, one per line; Ctrl-D ends.');
    const limits: ListingLimits = {
      ...(typeof options['since'] === 'string' ? { since: options['since'] } : {}),
      ...(typeof options['max'] === 'number' ? { max: options['max'] } : {}),
    };
    const begun = await startImport(context, {
      input: await openInput(named, signal),
      format: ImportFormat.parse(options['format']),
      limits,
      waits: options['wait'] !== false,
      ...(typeof options['thread'] === 'string' ? { thread: options['thread'] } : {}),
      dryRun: options['dryRun'] === true,
      yes: options['yes'] === true || options['resume'] === true,
    });
    if (!begun) return 0;
    return options['wait'] === false
      ? leaveToServer(context, begun)
      : followImport(context, begun, { receipt, fromStart: !begun.resumed });
  },
};
