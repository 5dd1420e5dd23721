import {
  Account,
  AccountPage,
  CreatedAccount,
  NewPersonalToken,
  TokenScope,
} from '#core/contract/account.ts';
import { Option } from 'commander';
import type { z } from 'zod';
import type { CliCommand, Context } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';

const WHO = 'account email or id';
const leftOf = ({ questions_left: left }: Account): string =>
  left === null ? 'no limit' : `${left} ${left === 1 ? 'question' : 'questions'} left today`;

function accountLine(account: Account, live: boolean): string {
  const { email, name, plan, is_verified_user: confirmed } = account;
  if (!live)
    return [
      account._id,
      email,
      oneLine(name),
      plan,
      confirmed ? 'confirmed' : 'unconfirmed',
      leftOf(account),
    ].join('\t');
  return `${paint('bold', email)}  ${oneLine(name)} · ${plan} · ${leftOf(account)}${confirmed ? '' : paint('yellow', ' · email not confirmed')}`;
}

const add: CliCommand = {
  describe: (program) =>
    program
      .command('add')
      .argument('<email>', 'the address')
      .description('Create an account; prints a link to set its password')
      .option('--name <name>', 'their name (default: the email before the @)')
      .option('--plan <plan>', 'FREE, PRO …')
      .addHelpText(
        'after',
        '\nExample:\n  gloss users add ada@example.org --name "Ada Lovelace" --plan PRO',
      ),
  async run({ out, api, settings }, [email = ''], { name, plan }) {
    const server = await api();
    const answer = await server.send('POST', 'users', { email, name, plan }, CreatedAccount);
    // A server hosted by this command ends with it, so the link uses the configured server's
    // address.
    const made = server.hosted
      ? {
          ...answer,
          link: answer.link.replace(
            server.url,
            settings.publicUrl ?? `http://${settings.host}:${settings.port}`,
          ),
        }
      : answer;
    out.record(made);
    out.line(accountLine(made.user, out.live));
    out.line(
      out.live
        ? `Send them this link. It works once and expires in a day:\n${paint('cyan', made.link)}`
        : made.link,
    );
    return 0;
  },
};

const list: CliCommand = {
  describe: (program) =>
    program
      .command('list')
      .argument('[part]', 'part of an email')
      .description('List accounts, newest first')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: id, address, name, plan, confirmed or unconfirmed, questions left',
      ),
  run: (context, [query]) => listAccounts(context, query),
};

async function listAccounts({ out, api }: Context, query?: string): Promise<0> {
  const server = await api();
  let found = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof AccountPage> = await server.get(
      `users?${new URLSearchParams({ limit: '100', ...(query === undefined ? {} : { query }), ...(cursor === '' ? {} : { cursor }) })}`,
      AccountPage,
    );
    for (const account of page.docs) {
      out.record(account);
      out.line(accountLine(account, out.live));
    }
    found += page.docs.length;
    cursor = page.next;
  }
  if (found === 0) out.remark('No matching accounts.');
  return 0;
}

const plan: CliCommand = {
  describe: (program) =>
    program
      .command('plan')
      .argument('<who>', WHO)
      .argument('<plan>', 'FREE, PRO …')
      .description("Change an account's plan"),
  async run({ out, api }, [who = '', to = '']) {
    const account = await (await api()).send(
      'PATCH',
      `users/${encodeURIComponent(who)}`,
      { plan: to },
      Account,
    );
    out.record(account);
    out.line(accountLine(account, out.live));
    return 0;
  },
};

const signOut: CliCommand = {
  describe: (program) =>
    program
      .command('sign-out')
      .argument('<who>', WHO)
      .description('Sign someone out everywhere and delete their tokens')
      .option('--keep-tokens', 'keep their tokens')
      .addOption(new Option('--tokens', 'delete their tokens (the default)').hideHelp()),
  async run({ out, api }, [who = ''], { keepTokens }) {
    const account = await (await api()).send(
      'POST',
      `users/${encodeURIComponent(who)}/sign-out`,
      { tokens: keepTokens !== true },
      Account,
    );
    out.record(account);
    out.line(accountLine(account, out.live));
    return 0;
  },
};

const resetSecondFactor: CliCommand = {
  describe: (program) =>
    program
      .command('reset-second-factor')
      .argument('<who>', WHO)
      .description(
        "Reset someone's two-factor authentication: remove their app, recovery codes and passkeys, and end their sessions",
      )
      .addHelpText(
        'after',
        '\nTheir password alone signs them in then. Be sure who asks: they must be the person, not only their mailbox.',
      ),
  async run({ out, api }, [who = '']) {
    const account = await (await api()).send(
      'DELETE',
      `users/${encodeURIComponent(who)}/second-factor`,
      undefined,
      Account,
    );
    out.record(account);
    out.line(accountLine(account, out.live));
    return 0;
  },
};

const token: CliCommand = {
  describe: (program) =>
    program
      .command('token')
      .argument('<who>', WHO)
      .description('Create a personal token; it is shown only once')
      .option('--name <name>', 'what it is for', 'command line')
      .option('--read', 'read-only')
      .option('--days <days>', 'days until it expires (default: never)')
      .addHelpText(
        'after',
        '\nExample:\n  GLOSS_TOKEN=$(gloss users token ada@example.org --days 30) gloss list',
      ),
  async run({ out, api }, [who = ''], { name, read, days }) {
    const body = {
      name,
      scope: TokenScope.enum[read === true ? 'read' : 'write'],
      ...(days === undefined ? {} : { days: Number(days) }),
    };
    const made = await (await api()).send(
      'POST',
      `users/${encodeURIComponent(who)}/tokens`,
      body,
      NewPersonalToken,
    );
    out.record(made);
    out.line(made.token);
    out.remark("You won't see it again.");
    return 0;
  },
};

export const users: CliCommand = {
  describe: (program) =>
    program.command('users').description('Manage accounts, plans, sessions and tokens'),
  run: (context) => listAccounts(context),
  under: [add, list, plan, signOut, resetSecondFactor, token],
};
