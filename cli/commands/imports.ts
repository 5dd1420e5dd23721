import { Import, ImportItem } from '#core/contract/import.ts';
import type { CliCommand, Context } from '../command.ts';
import { followImport, howToFollow } from '../import/follow-import.ts';
import { toNamedImport, eachImport, findImport, isOpen } from '../import/known-imports.ts';
import { checkReceiptPath } from '../import/receipt-file.ts';
import { doneText, importLine, itemLine, finishedText } from '../render/import-line.ts';
import { oneLine, paint } from '../render/output.ts';

const WHICH = 'an import: its id, the start of its id, or last';

const show: CliCommand = {
  describe: (program) =>
    program
      .command('show')
      .argument('<id>', WHICH)
      .description('Show the receipt: the result of each line')
      .option('--failed', 'failed lines only')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: line, state, link or file, title, result, next step\n\nExamples:\n  gloss imports show last --failed\n  gloss imports show 0198a000 --json > receipt.jsonl',
      ),
  async run({ out, api }, [id = ''], options) {
    const server = await api();
    const it = await findImport(server, id);
    if (out.live) out.line(`${importLine(it, out.columns)}\n`);
    let shown = 0;
    for await (const item of server.lines(`imports/${it._id}/receipt`, ImportItem)) {
      if (options['failed'] === true && item.state !== 'failed') continue;
      shown += 1;
      out.record(item);
      out.line(itemLine(item, out.columns));
    }
    if (shown === 0) out.remark(options['failed'] === true ? 'Nothing failed.' : 'It is empty.');
    else if (!out.live && !out.json) out.note(`${oneLine(it.name)}: ${finishedText(it)}`);
    else if (options['failed'] === true) out.remark(`\nRetry them: gloss imports retry ${it._id}`);
    return 0;
  },
};

const watch: CliCommand = {
  describe: (program) =>
    program
      .command('watch')
      .argument('<id>', WHICH)
      .description('Follow an import until it is done')
      .option('--receipt <file>', 'write the result of each line, as JSON lines'),
  async run(context, [id = ''], options) {
    const receipt = typeof options['receipt'] === 'string' ? options['receipt'] : undefined;
    if (receipt !== undefined) await checkReceiptPath(receipt);
    const server = await context.api({ work: true });
    const it = await findImport(server, id);
    if (it.state === 'paused')
      context.out.note(`It is paused. Resume it:\ngloss imports resume ${it._id}`);
    return followImport(context, await toNamedImport(server, it), { receipt, fromStart: false });
  },
};

const SAID = {
  pause: 'Paused',
  resume: 'Resumed',
  cancel: 'Cancelled',
  retry: 'Retrying what failed',
} as const;
type Steering = keyof typeof SAID;
const ABOUT = {
  pause: 'Pause it; sources in progress are finished',
  resume: 'Resume it after a pause',
  cancel: 'Cancel what has not started; added sources stay',
  retry: 'Retry the failed lines',
} as const satisfies Record<Steering, string>;

/** Returns the reason if there is nothing to do. */
function pointless(what: Steering, it: Import): string | undefined {
  if (what === 'retry') return it.failed === 0 ? 'It has no failed lines.' : undefined;
  if (!isOpen(it)) return it.state === 'done' ? 'It is already done.' : 'It was already cancelled.';
  if (what === 'pause' && it.state === 'paused') return 'It is already paused.';
  return what === 'resume' && it.state === 'running' ? 'It is not paused.' : undefined;
}

async function steer({ out, api }: Context, what: Steering, id: string): Promise<0> {
  const server = await api();
  const before = await findImport(server, id);
  const nothing = pointless(what, before);
  const after =
    nothing === undefined
      ? await server.send('POST', `imports/${before._id}/${what}`, {}, Import)
      : before;
  out.record(after);
  if (nothing !== undefined) out.note(nothing);
  else if (out.live)
    out.line(`${paint('bold', SAID[what])}: ${oneLine(after.name)} · ${doneText(after)}`);
  else out.line(importLine(after, undefined));
  if (nothing === undefined && (what === 'resume' || what === 'retry')) {
    out.note(howToFollow(server, after._id));
  } else if (nothing === undefined && what === 'pause')
    out.note(`Resume it: gloss imports resume ${after._id}`);
  return 0;
}
const steering = (what: Steering): CliCommand => ({
  describe: (program) => program.command(what).argument('<id>', WHICH).description(ABOUT[what]),
  run: (context, [id = '']) => steer(context, what, id),
});

export const imports: CliCommand = {
  under: [
    show,
    watch,
    steering('pause'),
    steering('resume'),
    steering('cancel'),
    steering('retry'),
  ],
  describe: (program) =>
    program
      .command('imports')
      .description('Show imports, their progress and receipts')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: id, state, entries done, entries in all, added, already added, skipped, failed, start, name, what it waits for\n\nExamples:\n  gloss imports\n  gloss imports show last --failed\n  gloss imports retry last',
      ),
  async run({ out, api }) {
    let found = 0;
    for await (const it of eachImport(await api())) {
      found += 1;
      out.record(it);
      out.line(importLine(it, out.columns));
    }
    if (found === 0) out.remark('Nothing was imported yet. Import a file: gloss import FILE');
    return 0;
  },
};
