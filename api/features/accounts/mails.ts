/** The mails that Gloss sends, and how: over SMTP, or to the log where no server is set. Links are built from the configured address alone. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';

export interface Mail { to: string; subject: string; text: string }
export interface Mailer {
  /** Goes on in the background; what fails is tried three times, then logged. */ send(mail: Mail): void;
  /** Settles once nothing is under way. */ close(): Promise<void>;
}
const WAITS_MS = [0, 2_000, 20_000];

export function createMailer({ smtpUrl, from = 'Gloss <gloss@localhost>' }: Settings['mail'], log: Log): Mailer {
  const connect = () => import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl, { from }));
  let connected: ReturnType<typeof connect> | undefined;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  async function deliver(mail: Mail): Promise<void> {
    if (smtpUrl === undefined) {
      log.info({ to: mail.to, subject: mail.subject, text: mail.text }, 'A mail; set GLOSS_SMTP_URL to have it sent');
      return;
    }
    for (const [tried, wait] of WAITS_MS.entries()) {
      try {
        await pause(wait, undefined, { signal: closing.signal });
        await (await (connected ??= connect())).sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
        return;
      } catch (error) {
        if (tried === WAITS_MS.length - 1 || closing.signal.aborted) log.error({ err: error, to: mail.to, subject: mail.subject }, 'A mail could not be sent');
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
const NOT_YOU = 'If this was not you, there is nothing to do: leave the link alone.';

const NOT_BY_YOU = 'If this was not you, set a new password now and look at your account in the settings:';

export const mails = {
  verify: (to: string, name: string, link: string): Mail => ({ to, subject: 'Confirm your address', text: letter(`Hello ${name},`, `open this link within a day to confirm your address:\n${link}`, NOT_YOU) }),
  alreadyThere: (to: string, name: string, forgot: string): Mail => ({ to, subject: 'You have an account already', text: letter(`Hello ${name},`, `somebody, perhaps you, signed up with this address, which has an account already. Sign in as you did before. If you forgot your password, set a new one:\n${forgot}`, 'If this was not you, there is nothing to do: nothing was changed.') }),
  reset: (to: string, name: string, link: string): Mail => ({ to, subject: 'Set a new password', text: letter(`Hello ${name},`, `open this link within ten minutes to set a new password:\n${link}`, NOT_YOU) }),
  passwordChanged: (to: string, name: string, forgot: string): Mail => ({ to, subject: 'Your password was changed', text: letter(`Hello ${name},`, `your password was changed, and all other sessions were ended. If this was not you, set a new one now:\n${forgot}`) }),
  passkeyAdded: (to: string, name: string, passkey: string, forgot: string): Mail => ({ to, subject: 'A passkey was added to your account', text: letter(`Hello ${name},`, `the passkey “${oneLine(passkey)}” now signs you in. If this was not you, set a new password, then delete the passkey in the settings:\n${forgot}`) }),
  passkeyDeleted: (to: string, name: string, passkey: string, forgot: string): Mail => ({ to, subject: 'A passkey of your account was deleted', text: letter(`Hello ${name},`, `the passkey “${oneLine(passkey)}” signs you in no more. ${NOT_BY_YOU}\n${forgot}`) }),
  secondFactorOn: (to: string, name: string, forgot: string): Mail => ({ to, subject: 'Your second factor is set up', text: letter(`Hello ${name},`, `from now on a code of your app is asked for after your password, and all other sessions were ended. ${NOT_BY_YOU}\n${forgot}`, 'If you cannot sign in any more, ask whoever runs this server to reset your second factor.') }),
  secondFactorOff: (to: string, name: string, forgot: string): Mail => ({ to, subject: 'Your second factor was turned off', text: letter(`Hello ${name},`, `no code is asked for after your password any more, and all other sessions were ended. ${NOT_BY_YOU}\n${forgot}`) }),
  secondFactorReset: (to: string, name: string, forgot: string): Mail => ({ to, subject: 'Your second factor was reset', text: letter(`Hello ${name},`, `whoever runs this server took away your app, your recovery codes and your passkeys, and ended all sessions: your password alone signs you in. Set a second factor up again in the settings. If you did not ask for it, set a new password now:\n${forgot}`) }),
  recoveryCodesMade: (to: string, name: string, forgot: string): Mail => ({ to, subject: 'You have new recovery codes', text: letter(`Hello ${name},`, `ten recovery codes were made; those before are void. ${NOT_BY_YOU}\n${forgot}`) }),
  recoveryCodeUsed: (to: string, name: string, left: number, forgot: string): Mail => ({ to, subject: 'A recovery code was used', text: letter(`Hello ${name},`, `a recovery code signed you in; ${left} of them ${left === 1 ? 'is' : 'are'} left. If you lost your app, set it up anew in the settings. ${NOT_BY_YOU}\n${forgot}`) }),
  invited: (to: string, by: string, title: string, role: string, link: string): Mail => ({ to, subject: `${oneLine(by)} shares “${oneLine(title)}” with you`, text: letter('Hello,', `${oneLine(by)} invites you as ${role === 'editor' ? 'an editor' : 'a viewer'} of “${oneLine(title)}”:\n${link}`, `Sign in or sign up with this address, ${to}, to open it.`) }),
};
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);
