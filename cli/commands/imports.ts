import { Fault } from '#core/contract/faults.ts';
import { Import, ImportItem } from '#core/contract/import.ts';
import type { CliCommand, Context } from '../command.ts';
import { followImport, howToFollow } from '../import/follow-import.ts';
import { toNamedImport, eachImport, importCalled, isOpen } from '../import/known-imports.ts';
import { checkReceiptPlace } from '../import/receipt-file.ts';
import { doneText, importLine, itemLine, finishedText } from '../render/import-line.ts';
import { oneLine, paint } from '../render/output.ts';

const WHICH = 'an import: its id, the beginning of it, or last';

const show: CliCommand = {
  describe: (program) =>
    program
      .command('show')
      .argument('<id>', WHICH)
      .description('The receipt: what came of each line')
      .option('--failed', 'only what failed')
      .addHelpText(
        'after',
        '\nExamples:\n  gloss imports show last --failed\n  gloss imports show 0198a000 --json > receipt.jsonl',
      ),
  async run({ out, api }, [id = ''], options) {
    const server = await api();
    const it = await importCalled(server, id);
    if (out.live) out.line(`${importLine(it, out.columns)}\n`);
    let shown = 0;
    for await (const item of server.lines(`imports/${it._id}/receipt`, ImportItem)) {
      if (options['failed'] === true && item.state !== 'failed') continue;
      shown += 1;
      out.record(item);
      out.line(itemLine(item, out.columns));
    }
    if (shown === 0)
      out.remark(options['failed'] === true ? 'Nothing failed.' : 'It holds nothing.');
    else if (!out.live && !out.json) out.note(`${oneLine(it.name)}: ${finishedText(it)}`);
    else if (options['failed'] === true)
      out.remark(`\nTry just those again: gloss imports retry ${it._id}`);
    return 0;
  },
};

const watch: CliCommand = {
  describe: (program) =>
    program
      .command('watch')
      .argument('<id>', WHICH)
      .description('Follow it until it is done')
      .option('--receipt <file>', 'write what came of each line, as JSON lines'),
  async run(context, [id = ''], options) {
    const receipt = typeof options['receipt'] === 'string' ? options['receipt'] : undefined;
    if (receipt !== undefined) await checkReceiptPlace(receipt);
    const server = await context.api({ work: true });
    const it = await importCalled(server, id);
    if (it.state === 'paused')
      context.out.note(`It is paused. Go on:\ngloss imports resume ${it._id}`);
    return followImport(context, await toNamedImport(server, it), { receipt, fromStart: false });
  },
};

const SAID = {
  pause: 'Paused',
  resume: 'Going on',
  cancel: 'Cancelled',
  retry: 'Trying again what failed',
} as const;
type Steering = keyof typeof SAID;
const ABOUT = {
  pause: 'Begin nothing more of it; what is being read is finished',
  resume: 'Go on after a pause',
  cancel: 'Drop what was not begun; what was added stays',
  retry: 'Try again what failed, and only that',
} as const satisfies Record<Steering, string>;

/** Returns the reason if there is nothing to do. */
function pointless(what: Steering, it: Import): string | undefined {
  if (what === 'retry') return it.failed === 0 ? 'Nothing failed in it.' : undefined;
  if (!isOpen(it)) return it.state === 'done' ? 'It is done already.' : 'It was cancelled already.';
  if (what === 'pause' && it.state === 'paused') return 'It is paused already.';
  return what === 'resume' && it.state === 'running' ? 'It is not paused.' : undefined;
}

async function steer({ out, api }: Context, what: Steering, id: string): Promise<0> {
  const server = await api();
  const before = await importCalled(server, id);
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
    out.note(`Go on: gloss imports resume ${after._id}`);
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
      .argument('[verb...]')
      .description('Imports: how far they are, their receipts')
      .addHelpText(
        'after',
        '\nExamples:\n  gloss imports\n  gloss imports show last --failed\n  gloss imports retry last',
      ),
  async run({ out, api }, verb) {
    if (verb.length > 0)
      throw new Fault('bad_request', {
        message: `gloss imports ${oneLine(verb[0] ?? '')} is nothing it knows. It knows show, watch, pause, resume, cancel and retry.`,
      });
    let found = 0;
    for await (const it of eachImport(await api())) {
      found += 1;
      out.record(it);
      out.line(importLine(it, out.columns));
    }
    if (found === 0) out.remark('Nothing was imported yet. Begin: gloss import FILE');
    return 0;
  },
};
