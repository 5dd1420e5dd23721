import { AuditPage, type AuditEntry } from '#core/contract/audit.ts';
import type { CliCommand } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';

const MOST_AT_ONCE = 200;

function entryLine(
  { at, user, action, outcome, object, address }: AuditEntry,
  live: boolean,
): string {
  const who = user ? (user.email ?? user._id) : '–';
  const what = oneLine(object ?? '');
  if (!live) return [at, who, action, outcome, what, address].join('\t');
  return `${paint('dim', at.slice(0, 19).replace('T', ' '))}  ${who}  ${paint('bold', action)}${outcome === 'ok' ? '' : paint('yellow', ` ${outcome}`)}  ${what}${paint('dim', `  ${address}`)}`;
}

export const audit: CliCommand = {
  describe: (program) =>
    program
      .command('audit')
      .description('Show who did what, when and from where, newest first')
      .option('--user <who>', 'by account email or id')
      .option('--action <name>', 'one action, or a prefix like sign-in')
      .option('-n <count>', 'maximum number of entries (default: 50)')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: time, user, action, outcome, object, address\n\nExample:\n  gloss audit --user ada@example.org --action sign-in -n 20',
      ),
  async run({ out, api }, _words, { user, action, n = '50' }) {
    const server = await api();
    let remaining = Math.max(1, Number(n) || 1);
    let found = 0;
    for (let cursor: string | null = ''; cursor !== null && remaining > 0; ) {
      const asked: URLSearchParams = new URLSearchParams({
        limit: String(Math.min(remaining, MOST_AT_ONCE)),
        ...(user === undefined ? {} : { user: String(user) }),
        ...(action === undefined ? {} : { action: String(action) }),
        ...(cursor === '' ? {} : { cursor }),
      });
      const { docs, next }: AuditPage = await server.get(`audit?${asked}`, AuditPage);
      for (const entry of docs) {
        out.record(entry);
        out.line(entryLine(entry, out.live));
      }
      found += docs.length;
      remaining -= docs.length;
      cursor = next;
    }
    if (found === 0) out.remark('No entries match.');
    return 0;
  },
};
