import { OWNER } from './accounts.ts';
import { mails, type Mail, type Mailer, type NewToken, type SecurityMail } from './mails.ts';

interface Recipient {
  email: string;
  name: string;
}
/** Emails about new ways to sign in to an account. */
export interface SecurityNotices {
  /** `agent`: name of the browser or program. */
  tokenMade(user: Recipient, token: NewToken, agent: string | null): void;
  passkeyAdded(user: Recipient, passkey: string, agent: string | null): void;
  passkeyDeleted(user: Recipient, passkey: string): void;
  /** `provider`: the host of the sign-in provider. */
  identityLinked(user: Recipient, provider: string): void;
}

/** `isMany`: whether this server has accounts. In personal mode the owner has no email address. */
export function createSecurityNotices({
  mailer,
  isMany,
  resetUrl,
}: {
  mailer: Mailer;
  isMany: boolean;
  /** the page to set a new password */
  resetUrl: string;
}): SecurityNotices {
  const send = ({ email, name }: Recipient, write: (to: SecurityMail) => Mail): void => {
    if (isMany && email !== OWNER) mailer.send(write({ to: email, name, forgot: resetUrl }));
  };
  return {
    tokenMade: (user, token, agent) =>
      send(user, (to) => mails.tokenMade(to, token, { at: new Date(), agent })),
    passkeyAdded: (user, passkey, agent) =>
      send(user, (to) => mails.passkeyAdded(to, passkey, { at: new Date(), agent })),
    passkeyDeleted: (user, passkey) =>
      send(user, ({ to, name, forgot }) => mails.passkeyDeleted(to, name, passkey, forgot)),
    identityLinked: (user, provider) =>
      send(user, (to) => mails.identityLinked(to, provider, new Date())),
  };
}
