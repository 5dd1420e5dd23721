/** The parts of a package without types that the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Context, Next } from 'koa';

  export interface AccountClaims {
    sub: string;
    email?: string;
    email_verified?: boolean;
    name?: string;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Configuration {
    clients: object[];
    jwks: { keys: object[] };
    claims: Record<string, string[]>;
    scopes: string[];
    pkce: object;
    features: object;
    cookies: object;
    ttl: Record<string, number>;
    findAccount(koa: Context, id: string): { accountId: string; claims(): AccountClaims };
    interactions: { url(koa: Context, interaction: { uid: string }): string };
    loadExistingGrant(koa: { oidc: { session?: { accountId?: string } } }): Promise<Grant>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    Grant: new (of: {
      clientId: string;
      accountId: string | undefined;
    }) => Grant;
    use(middleware: (koa: Context, next: Next) => Promise<unknown>): void;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  }
}
