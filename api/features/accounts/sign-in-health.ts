/** Checks what sign-in depends on: the mail server, and the sign-in provider. */
import type { ComponentHealth, SignInHealth } from '#core/contract/health.ts';
import { redacted } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';

const PATIENCE_MS = 5_000;
export interface SignInHealthPorts {
  settings: Pick<Settings, 'accounts' | 'mail'>;
  outside: OidcSignIn | undefined;
  /** whether passkeys can be used at this address */
  passkeys: boolean;
}

async function checked(mend: string, look: () => Promise<string>): Promise<ComponentHealth> {
  try {
    return { status: 'ok', detail: await look() };
  } catch (error) {
    return {
      status: 'failed',
      detail: redacted(error instanceof Error ? error.message : String(error)),
      mend,
    };
  }
}

/** Returns nothing in personal mode. */
export async function signInHealth({
  settings: { accounts, mail },
  outside,
  passkeys,
}: SignInHealthPorts): Promise<SignInHealth> {
  if (accounts !== 'accounts') return {};
  const [bySmtp, byProvider] = await Promise.all([
    mail.smtpUrl === undefined
      ? undefined
      : checked('Check GLOSS_SMTP_URL.', () => greet(mail.smtpUrl ?? '')),
    outside &&
      checked(
        'Check GLOSS_OIDC_ISSUER, GLOSS_OIDC_CLIENT_ID and GLOSS_OIDC_CLIENT_SECRET.',
        async () => `people may sign in with ${await outside.ping()}`,
      ),
  ]);
  return {
    mail: bySmtp ?? {
      status: 'missing',
      detail: 'no mail server; mails are printed to the log',
      mend: 'Set GLOSS_SMTP_URL and GLOSS_MAIL_FROM.',
    },
    passkeys: passkeys
      ? { status: 'ok', detail: 'passkeys can be used at this address' }
      : {
          status: 'missing',
          detail: 'no passkeys: the address has no name, or no TLS',
          mend: 'Set GLOSS_PUBLIC_URL to an https address with a name.',
        },
    oidc: byProvider ?? {
      status: 'missing',
      detail: 'no other sign-in',
      mend: 'Set GLOSS_OIDC_ISSUER, GLOSS_OIDC_CLIENT_ID and GLOSS_OIDC_CLIENT_SECRET to offer one.',
    },
  };
}

/** Connects, authenticates if the URL has credentials, and sends nothing. */
async function greet(smtpUrl: string): Promise<string> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  url.searchParams.set('connectionTimeout', String(PATIENCE_MS));
  url.searchParams.set('greetingTimeout', String(PATIENCE_MS));
  const transport = createTransport(url.href);
  try {
    await transport.verify();
    return `mail by ${url.host}`;
  } finally {
    transport.close();
  }
}
