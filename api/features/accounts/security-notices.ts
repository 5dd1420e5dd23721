import { OWNER } from './accounts.ts';
import { mails, type Mail, type Mailer, type NewToken, type SecurityMail } from './mails.ts';

interface Recipient {
  email: string;
  name: string;
}
/** Mails that tell people when their account can be entered in another way than before. */
export interface SecurityNotices {
  /** `agent`: what the browser or program called itself. */
  tokenMade(user: Recipient, token: NewToken, agent: string | null): void;
  passkeyAdded(user: Recipient, passkey: string, agent: string | null): void;
  passkeyDeleted(user: Recipient, passkey: string): void;
  /** `provider`: the host of the sign-in provider. */
  identityLinked(user: Recipient, provider: string): void;
}

/** `isMany`: whether this server has accounts. One owner is on their own machine, without address. */
export function createSecurityNotices({
  mailer,
  isMany,
  resetUrl,
}: {
  mailer: Mailer;
  isMany: boolean;
  /** where a new password is set */
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
