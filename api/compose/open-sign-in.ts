import { createProviderFetch } from '#pipeline/net/index.ts';
import {
  Challenges,
  createBreachedPasswords,
  Encryptor,
  OidcSignIn,
  Passkeys,
  Revocation,
  SecondFactors,
  secondSteps,
  SignIn,
  SignUps,
} from '../features/accounts/index.ts';
import type { AccountParts } from './account-parts.ts';
import type { People } from './open-people.ts';

/** Metadata, keys and tokens of a sign-in provider take a few kilobytes. */
const MAX_OIDC_BYTES = 2 ** 20;

export type SignInParts = Awaited<ReturnType<typeof openSignIn>>;

/** Returns the one private address that the operator's own sign-in provider may have. */
function hostPortOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Opens passwords, passkeys, second factors and the sign-in provider from the settings. */
export async function openSignIn(parts: AccountParts, people: People) {
  const { settings, log, database, changes, publicUrl } = parts;
  const { mailer, factorRequired, onConfirmed, remove } = people;
  const { file, url } = settings.breachedPasswords;
  const range = url === undefined ? undefined : { url, ...createProviderFetch(hostPortOf(url)) };
  const revocation = new Revocation(database, changes);
  const passwords = {
    database,
    mailer,
    log,
    publicUrl,
    breached: createBreachedPasswords({ file, range, log }),
    revocation,
  };
  const signUps = new SignUps({ ...passwords, onVerified: onConfirmed, remove });
  const signIn = new SignIn({ ...passwords, changes, signUps, factorRequired });
  const challenges = new Challenges(database, parts.secret, settings.previousSecret);
  const passkeys = new Passkeys({ database, changes, challenges, publicUrl, log });
  const factors = await openSecondFactors(parts, people, revocation);
  const oidc = openOidc(parts, people, signUps);
  return {
    signUps,
    signIn,
    passkeys,
    factors,
    steps: secondSteps({
      challenges,
      factors,
      user: (id) => people.users.byId(id),
      required: factorRequired,
      passkeys: passkeys.possible,
    }),
    outside: oidc?.signIn,
    /** sign-in methods besides the password */
    offers: {
      passkeys: people.isMany && passkeys.possible,
      oidc: people.isMany && settings.oidc ? { name: settings.oidc.name } : null,
    },
    async closeProviders(): Promise<void> {
      await oidc?.close();
      await range?.close();
    },
  };
}

/** Encrypts stored secrets again after a change of the server's secret. */
async function openSecondFactors(
  { settings, database, publicUrl, secret }: AccountParts,
  { mailer, factorRequired }: People,
  revocation: Revocation,
): Promise<SecondFactors> {
  const factors = new SecondFactors({
    database,
    sealer: new Encryptor(secret, settings.previousSecret),
    required: factorRequired,
    send: (mail) => mailer.send(mail),
    forgot: `${publicUrl}/reset`,
    endOthers: (userId, transaction, but) => revocation.endSessions(userId, transaction, but),
  });
  if (settings.previousSecret !== undefined) await factors.reencrypt();
  await factors.endSingleFactor();
  return factors;
}

function openOidc(
  { settings, log, database, publicUrl }: AccountParts,
  { notices, onConfirmed }: People,
  signUps: SignUps,
): { signIn: OidcSignIn; close(): Promise<void> } | undefined {
  const { oidc, signup } = settings;
  if (!oidc) return undefined;
  const { fetch, close } = createProviderFetch(hostPortOf(oidc.issuer), {
    maxBytes: MAX_OIDC_BYTES,
  });
  const signIn = new OidcSignIn({
    database,
    provider: oidc,
    fetch,
    log,
    signup,
    callback: `${publicUrl}/api/auth/oidc/callback`,
    signUps,
    onVerified: onConfirmed,
    onLinked: (user) => notices.identityLinked(user, hostPortOf(oidc.issuer)),
  });
  return { signIn, close };
}
