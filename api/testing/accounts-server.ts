/** A Gloss server with accounts, its mail server, and browsers that sign in. */
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { User } from '#core/contract/account.ts';
import type { OpenTestDatabase } from '../db/testing/test-database.ts';
import { freePort } from './free-port.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { dataOf, openTestServer, type Caller, type TestServer } from './test-server.ts';

/** High enough that no test waits; tests of the limits set their own. */
const AMPLE = '10000/min,10000/h';
export const PASSWORD = 'correct horse battery';

export interface BrowserReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
}
/** Keeps cookies and sends `Origin`, as a browser does. */
export interface Browser {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<BrowserReply>;
  cookies: Map<string, string>;
}
export interface Person extends Caller {
  email: string;
  user: User;
  token: string;
}
export interface AccountsServer extends TestServer {
  mail: MailServer;
  browser(cookies?: Map<string, string>): Browser;
  /** Signs up, confirms the address unless `verified` is false, and signs in. */
  person(name: string, more?: { verified?: boolean; plan?: string }): Promise<Person>;
  /** Returns the token from the link in an email. */
  tokenIn(to: string, subject: RegExp): Promise<string>;
}
let count = 0;

export function browserAt(base: string, cookies = new Map<string, string>()): Browser {
  const { port, host, origin } = new URL(base);
  return {
    cookies,
    async call(method, path, body, headers = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const text = body === undefined ? undefined : JSON.stringify(body);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path: `/api/${path}`,
          headers: {
            Host: host,
            Origin: origin,
            'Content-Type': 'application/json',
            ...(cookie ? { Cookie: cookie } : {}),
            ...(text === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(text)) }),
            ...headers,
          },
        },
        resolve,
      ).on('error', reject);
      sent.end(text);
      const response = await promise;
      const answer = (await response.setEncoding('utf8').toArray()).join('');
      for (const line of response.headers['set-cookie'] ?? []) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: answer.startsWith('{') ? (JSON.parse(answer) as unknown) : answer,
      };
    },
  };
}

/** `named`: at `localhost`, for passkeys, which need a host name. */
export async function openAccountsServer(
  open: OpenTestDatabase,
  {
    env = {},
    worker = false,
    sample = false,
    named = false,
  }: { env?: Record<string, string>; worker?: boolean; sample?: boolean; named?: boolean } = {},
): Promise<AccountsServer> {
  const mail = await openMailServer();
  const port = named ? String(await freePort()) : '0';
  const test = await openTestServer(open, {
    worker,
    sample,
    stranger: false,
    env: {
      ...(named ? { GLOSS_PORT: port, GLOSS_PUBLIC_URL: `http://localhost:${port}` } : {}),
      GLOSS_ACCOUNTS: 'accounts',
      GLOSS_SMTP_URL: mail.url,
      GLOSS_MAIL_FROM: 'Gloss <gloss@example.org>',
      GLOSS_SIGN_IN_PACE: AMPLE,
      ...env,
    },
  });
  const tokenIn = async (to: string, subject: RegExp) =>
    /\?token=([\w-]+)/.exec((await mail.take(to, subject)).text)?.[1] ?? '';
  return {
    ...test,
    mail,
    tokenIn,
    browser: (cookies) => browserAt(test.server.url, cookies),
    async person(name, { verified = true, plan } = {}) {
      const email = `${name.toLowerCase()}-${(count += 1)}@example.org`;
      dataOf(await test.nobody.post('auth/signup', { email, password: PASSWORD, name }));
      const token = await tokenIn(email, /Confirm/);
      if (verified) dataOf(await test.nobody.post('auth/verify', { token }));
      if (plan) dataOf(await test.owner.patch(`users/${email}`, { plan }));
      const signedIn = dataOf(
        await test.nobody.post('auth/login', { email, password: PASSWORD }),
      ) as { accessToken: string; user: User };
      return {
        ...test.callAs(signedIn.accessToken),
        email,
        user: signedIn.user,
        token: signedIn.accessToken,
      };
    },
    async close() {
      await test.close();
      await mail.close();
    },
  };
}
