/**
 * The emails of Gloss, sent over SMTP, or logged if no server is set. Links use the configured
 * address only.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
export interface Mailer {
  /** Sends in the background; failures are retried three times, then logged. */
  send(mail: Mail): void;
  /** Resolves when no email is being sent. */
  close(): Promise<void>;
}
const WAITS_MS = [0, 2_000, 20_000];

export function createMailer(
  { smtpUrl, from = 'Gloss <gloss@localhost>' }: Settings['mail'],
  log: Log,
): Mailer {
  const connect = () =>
    import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl, { from }));
  let connected: ReturnType<typeof connect> | undefined;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  async function deliver(mail: Mail): Promise<void> {
    if (smtpUrl === undefined) {
      log.info(
        { to: mail.to, subject: mail.subject, text: mail.text },
        'Email not sent; set GLOSS_SMTP_URL to send emails',
      );
      return;
    }
    for (const [tried, wait] of WAITS_MS.entries()) {
      try {
        await pause(wait, undefined, { signal: closing.signal });
        await (await (connected ??= connect())).sendMail({
          ...mail,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return;
      } catch (error) {
        if (tried === WAITS_MS.length - 1 || closing.signal.aborted)
          log.error({ err: error, to: mail.to, subject: mail.subject }, 'Could not send an email');
      }
      if (closing.signal.aborted) return;
    }
  }
  return {
    send(mail) {
      const sending = deliver(mail).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
      (await connected)?.close();
    },
  };
}

const letter = (...lines: string[]): string => `${lines.join('\n\n')}\n\nGloss\n`;
const NOT_BY_YOU = 'If this wasn’t you, set a new password now and check your account settings:';

const STILL = 'These still sign you in. Delete any you don’t recognise in the settings:';

const clock = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
/** Formats “24 Nov 2026, 09:41 UTC”, because the time zone of the reader is unknown. */
const timeText = (moment: Date): string => `${clock.format(moment)} UTC`;
export const dayText = (moment: Date): string => day.format(moment);

/** When something was done, and with which browser or program. */
export interface Deed {
  at: Date;
  /** name of the browser or program */
  agent: string | null;
}
function deedText({ at, agent }: Deed): string {
  const browser = agent === null ? 'an unknown browser or program' : oneLine(agent);
  return `When: ${timeText(at)}\nWith: ${browser}`;
}
/** The recipient of an email about a new credential, and the page to set a new password. */
export interface SecurityMail {
  to: string;
  name: string;
  forgot: string;
}
/** `scope` and `expiresAt` are set for personal tokens. */
export interface NewToken {
  name: string;
  scope: 'read' | 'write';
  expiresAt: string | null;
}

function powersOf({ scope, expiresAt }: NewToken): string {
  const until =
    expiresAt === null ? ', and it never expires' : ` until ${dayText(new Date(expiresAt))}`;
  return `A program that has it can ${scope === 'read' ? 'read' : 'read and change'} everything in your account${until}.`;
}

export const mails = {
  verify: (to: string, name: string, link: string, signedUpAt: Date): Mail => ({
    to,
    subject: 'Confirm your email',
    text: letter(
      `Hello ${oneLine(name)},`,
      `someone signed up to Gloss with this address as “${oneLine(name)}” on ${timeText(signedUpAt)}. ` +
        `If that was you, open this link within a day to confirm it:\n${link}`,
      'If you didn’t sign up, or not at that time, ignore this email and don’t open the link: ' +
        'it confirms that sign-up and its password.',
    ),
  }),
  neverConfirmed: (to: string, signUp: string): Mail => ({
    to,
    subject: 'Your email isn’t confirmed yet',
    text: letter(
      'Hello,',
      'someone requested a new password for this address, but it has no confirmed Gloss account. ' +
        `If you want one, sign up again and open the link in the email that follows:\n${signUp}`,
      'If this was not you, ignore this email.',
    ),
  }),
  alreadyThere: (to: string, name: string, forgot: string): Mail => ({
    to,
    subject: 'You already have an account',
    text: letter(
      `Hello ${oneLine(name)},`,
      'someone, perhaps you, signed up with this address, which already has an account. Sign in as usual. ' +
        `If you forgot your password, set a new one:\n${forgot}`,
      'If this was not you, ignore this email. Nothing was changed.',
    ),
  }),
  reset: (to: string, name: string, link: string): Mail => ({
    to,
    subject: 'Set a new password',
    text: letter(
      `Hello ${oneLine(name)},`,
      `open this link within ten minutes to set a new password:\n${link}`,
      'If this was not you, ignore this email.',
    ),
  }),
  passwordChanged: (to: string, name: string, forgot: string): Mail => ({
    to,
    subject: 'Your password was changed',
    text: letter(
      `Hello ${oneLine(name)},`,
      'your password was changed. You were signed out everywhere else, ' +
        'and personal tokens that you did not choose to keep were deleted.',
      `If this was not you, set a new password now:\n${forgot}`,
    ),
  }),
  /** `left`: the remaining sign-in methods. */
  passwordReset: (to: string, name: string, forgot: string, left: readonly string[]): Mail => ({
    to,
    subject: 'Your password was changed',
    text: letter(
      `Hello ${oneLine(name)},`,
      'your password was changed with the link in our email. ' +
        'You were signed out everywhere, and all personal tokens were deleted.',
      ...(left.length === 0
        ? []
        : [`${STILL}\n${left.map((it) => `- ${oneLine(it)}`).join('\n')}`]),
      `If this was not you, set a new password now:\n${forgot}`,
    ),
  }),
  tokenMade: ({ to, name, forgot }: SecurityMail, token: NewToken, deed: Deed): Mail => ({
    to,
    subject: 'A personal token was created for your account',
    text: letter(
      `Hello ${oneLine(name)},`,
      `the token “${oneLine(token.name)}” was created. ${powersOf(token)}`,
      deedText(deed),
      `If this was not you, set a new password now. That deletes the token too:\n${forgot}`,
    ),
  }),
  passkeyAdded: ({ to, name, forgot }: SecurityMail, passkey: string, deed: Deed): Mail => ({
    to,
    subject: 'A passkey was added to your account',
    text: letter(
      `Hello ${oneLine(name)},`,
      `the passkey “${oneLine(passkey)}” now signs you in without a password.`,
      deedText(deed),
      `If this was not you, set a new password now and choose to remove all passkeys:\n${forgot}`,
    ),
  }),
  identityLinked: ({ to, name, forgot }: SecurityMail, provider: string, at: Date): Mail => ({
    to,
    subject: 'Another sign-in was linked to your account',
    text: letter(
      `Hello ${oneLine(name)},`,
      `an account at ${oneLine(provider)} with this address now signs you in to Gloss.`,
      `When: ${timeText(at)}`,
      `If this was not you, set a new password now and choose to remove linked sign-ins:\n${forgot}`,
    ),
  }),
  passkeyDeleted: (to: string, name: string, passkey: string, forgot: string): Mail => ({
    to,
    subject: 'A passkey was deleted from your account',
    text: letter(
      `Hello ${name},`,
      `you can no longer sign in with the passkey “${oneLine(passkey)}”. ${NOT_BY_YOU}\n${forgot}`,
    ),
  }),
  secondFactorOn: (to: string, name: string, forgot: string): Mail => ({
    to,
    subject: 'Two-factor authentication is on',
    text: letter(
      `Hello ${name},`,
      `from now on you sign in with your password and a code from your app. You were signed out everywhere else. ${NOT_BY_YOU}\n${forgot}`,
      'If you can’t sign in any more, ask the person who runs this server to reset your two-factor authentication.',
    ),
  }),
  secondFactorOff: (to: string, name: string, forgot: string): Mail => ({
    to,
    subject: 'Two-factor authentication is off',
    text: letter(
      `Hello ${name},`,
      `you now sign in with your password only. You were signed out everywhere else. ${NOT_BY_YOU}\n${forgot}`,
    ),
  }),
  secondFactorReset: (to: string, name: string, forgot: string): Mail => ({
    to,
    subject: 'Your two-factor authentication was reset',
    text: letter(
      `Hello ${name},`,
      `the person who runs this server removed your authenticator app, recovery codes and passkeys, and signed you out everywhere. You now sign in with your password only. Set up two-factor authentication again in the settings. If you didn’t ask for this, set a new password now:\n${forgot}`,
    ),
  }),
  recoveryCodesMade: (to: string, name: string, forgot: string): Mail => ({
    to,
    subject: 'You have new recovery codes',
    text: letter(
      `Hello ${name},`,
      `ten recovery codes were created. The earlier ones no longer work. ${NOT_BY_YOU}\n${forgot}`,
    ),
  }),
  recoveryCodeUsed: (to: string, name: string, left: number, forgot: string): Mail => ({
    to,
    subject: 'A recovery code was used',
    text: letter(
      `Hello ${name},`,
      `you signed in with a recovery code. You have ${left === 1 ? '1 code' : `${left} codes`} left. If you lost your app, set it up again in the settings. ${NOT_BY_YOU}\n${forgot}`,
    ),
  }),
  invited: (to: string, by: string, title: string, role: string, link: string): Mail => ({
    to,
    subject: `${oneLine(by)} shared “${oneLine(title)}” with you`,
    text: letter(
      'Hello,',
      `${oneLine(by)} invited you to “${oneLine(title)}” as ${role === 'editor' ? 'an editor' : 'a viewer'}:\n${link}`,
      `Sign in or sign up with this address, ${to}, to open it.`,
    ),
  }),
};
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);
