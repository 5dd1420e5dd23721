/**
 * Single sign-on with OpenID Connect. People are identified by issuer and subject. A verified
 * address links an account only once.
 */
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { normaliseEmail } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#pipeline/library/index.ts';
import { newUser } from './accounts.ts';
import { defineAccounts, type UserRow } from './accounts.model.ts';
import type { SignUps } from './sign-ups.ts';

/** Loaded on first use, so that other requests don't wait for it. */
const library = () => import('openid-client');
const TIMEOUT_S = 10;
/** State that a browser keeps while the person signs in at the provider. */
const PendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
});
type PendingSignIn = z.infer<typeof PendingSignIn>;
const Claims = z.object({
  sub: z.string().min(1).max(500),
  email: z.string().max(320).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});
type Claims = z.infer<typeof Claims>;

export interface OidcSignInPorts {
  database: Database;
  provider: NonNullable<Settings['oidc']>;
  fetch: typeof fetch;
  log: Log;
  signup: Settings['signup'];
  /** the address to which the provider redirects */
  callback: string;
  signUps: SignUps;
  /** Called when a provider's identity is linked to an existing account. */
  onLinked(user: UserRow): void;
  onVerified(user: { id: UserId; email: string }, transaction: Transaction): Promise<void>;
}

export class OidcSignIn {
  readonly #ports: OidcSignInPorts;
  readonly #models;
  #known: Promise<Configuration> | undefined;
  constructor(ports: OidcSignInPorts) {
    this.#ports = ports;
    this.#models = defineAccounts(ports.database.sequelize);
  }

  /** Returns the provider's metadata. A success is cached, a failure is retried. */
  async #configuration(): Promise<Configuration> {
    this.#known ??= this.#discover();
    return this.#known.catch((cause: unknown) => {
      this.#known = undefined;
      throw new Fault('provider_failed', {
        message:
          "The sign-in service isn't responding. Try again in a moment, or sign in another way.",
        cause,
      });
    });
  }
  async #discover(): Promise<Configuration> {
    const {
      provider: { issuer, clientId, clientSecret },
      fetch,
    } = this.#ports;
    const oidc = await library();
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    const ask = (auth?: ClientAuth) =>
      oidc.discovery(new URL(issuer), clientId, undefined, auth, {
        [oidc.customFetch]: fetch as CustomFetch,
        timeout: TIMEOUT_S,
        execute,
      });
    const found = await ask();
    assertLeadsToWeb(found.serverMetadata().authorization_endpoint, issuer);
    const supported = found.serverMetadata().token_endpoint_auth_methods_supported ?? [
      'client_secret_basic',
    ];
    const auth = supported.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret);
    const made = new oidc.Configuration(found.serverMetadata(), clientId, {}, auth);
    made[oidc.customFetch] = fetch as CustomFetch;
    made.timeout = TIMEOUT_S;
    for (const allow of execute) allow(made);
    // By default the library trusts a token that comes directly from the provider without checking
    // its signature.
    oidc.enableNonRepudiationChecks(made);
    return made;
  }
  /** Faults: `provider_failed`. */
  async ping(): Promise<string> {
    return (await this.#configuration()).serverMetadata().issuer;
  }

  /** `to`: the page to return to. `pending`: the state to keep in the browser. */
  async authorize(to: string): Promise<{ url: URL; pending: string }> {
    const [configuration, oidc] = await Promise.all([this.#configuration(), library()]);
    const kept: PendingSignIn = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      to,
    };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#ports.callback,
      scope: 'openid email profile',
      state: kept.state,
      nonce: kept.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(kept.verifier),
      code_challenge_method: 'S256',
    });
    return { url, pending: Buffer.from(JSON.stringify(kept)).toString('base64url') };
  }

  /**
   * Faults with a code of `OUTSIDE_FAULTS`: `not_allowed` for a response that this browser did not
   * request, `unverified` without a verified address, `signup_closed`, `provider_failed`.
   */
  async complete(query: string, kept: string | undefined): Promise<{ userId: UserId; to: string }> {
    const pending = opened(kept);
    const claims = await this.#claims(query, pending);
    const userId = await this.#ports.database.write((transaction) =>
      this.#whose(claims, transaction),
    );
    return { userId, to: pending.to };
  }
  async #claims(query: string, { state, nonce, verifier }: PendingSignIn): Promise<Claims> {
    const [configuration, oidc] = await Promise.all([this.#configuration(), library()]);
    try {
      const tokens = await oidc.authorizationCodeGrant(
        configuration,
        new URL(`${this.#ports.callback}?${query}`),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      );
      const claims = Claims.parse(tokens.claims());
      if (claims.email !== undefined) return claims;
      return Claims.parse(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub));
    } catch (error) {
      this.#ports.log.warn({ err: error }, 'a response of the sign-in provider was refused');
      throw new Fault('not_allowed', {
        message: "The sign-in wasn't completed. Try again.",
        cause: error,
      });
    }
  }
  async #whose(claims: Claims, transaction: Transaction): Promise<UserId> {
    const { outsideIdentities } = this.#models;
    const identity = { issuer: this.#ports.provider.issuer, subject: claims.sub };
    const now = new Date();
    const known = (await outsideIdentities.findOne({ where: identity, transaction }))?.get({
      plain: true,
    });
    if (known) {
      await outsideIdentities.update({ lastUsedAt: now }, { where: identity, transaction });
      return known.userId;
    }
    const email = claims.email_verified === true ? normaliseEmail(claims.email ?? '') : undefined;
    if (email === undefined)
      throw new Fault('unverified', {
        message:
          "That service hasn't verified your email. Verify it there, or sign in another way.",
      });
    const userId = await this.#byAddress(email, claims.name, transaction);
    await outsideIdentities.create(
      { ...identity, userId, createdAt: now, lastUsedAt: now },
      { transaction },
    );
    return userId;
  }
  async #byAddress(
    email: string,
    name: string | undefined,
    transaction: Transaction,
  ): Promise<UserId> {
    const { signUps, signup, database, onLinked, onVerified } = this.#ports;
    const known = await signUps.confirmed(email, transaction);
    if (known) {
      database.afterCommit(() => onLinked(known));
      return known.id;
    }
    if (signup === 'closed') throw new Fault('signup_closed');
    const shown = name
      ?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
      .slice(0, 120);
    const row = newUser({
      email,
      name: shown || email.slice(0, email.indexOf('@')),
      verified: true,
    });
    await this.#models.users.create(row, { transaction });
    await signUps.shutOutOthers(email, row.id, transaction);
    await onVerified(row, transaction);
    return row.id;
  }
}

/**
 * Checks the provider's metadata: people are redirected only to web pages, without TLS only if the
 * issuer has none.
 */
function assertLeadsToWeb(endpoint: unknown, issuer: string): void {
  const protocol = typeof endpoint === 'string' ? URL.parse(endpoint)?.protocol : undefined;
  if (protocol !== 'https:' && !(protocol === 'http:' && issuer.startsWith('http:')))
    throw new Error(`the issuer ${issuer} names no web page to sign in at`);
}

function opened(kept: string | undefined): PendingSignIn {
  try {
    return PendingSignIn.parse(JSON.parse(Buffer.from(kept ?? '', 'base64url').toString()));
  } catch (cause) {
    throw new Fault('not_allowed', {
      message: 'This sign-in was started in another browser or too long ago. Try again.',
      cause,
    });
  }
}
