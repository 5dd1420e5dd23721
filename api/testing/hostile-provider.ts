/** A sign-in provider that attacks the servers that trust it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface About {
  issuer: string;
  /** an address that Gloss must not request */
  inside: string;
  count(bytes: number): void;
}
type Answer = (res: ServerResponse, about: About) => void;
export interface HostileProvider {
  issuer: string;
  /** the next response for its metadata */
  discovery: Answer;
  /** the next response for a code */
  token: Answer;
  /** bytes sent of an endless response */
  sentBytes: number;
  close(): void;
}

const json = (res: ServerResponse, body: unknown): void => {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const soundMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/me`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});
export const saysOfItself =
  (more: (about: About) => Record<string, unknown> = () => ({})): Answer =>
  (res, about) =>
    json(res, { ...soundMetadata(about.issuer), ...more(about) });

/** At most 256 MB, so that a reader without a limit fails its test and not the machine. */
const endless: Answer = (res, about) => {
  res.writeHead(200, { 'content-type': 'application/json' });
  const part = Buffer.alloc(2 ** 20, 0x20);
  let left = 256;
  const send = (): void => {
    for (; left > 0 && !res.destroyed; left -= 1) {
      about.count(part.length);
      if (res.write(part)) continue;
      left -= 1;
      res.once('drain', send);
      return;
    }
    res.end('{}');
  };
  send();
};
const dripping: Answer = (res) => {
  res.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => {
    res.write(' ');
  }, 100);
  res.once('close', () => clearInterval(timer));
};

/** Each must end in a refusal. `isSlow`: takes as long as the request timeout. */
export const HOSTILE_DISCOVERIES: Readonly<Record<string, { answer: Answer; isSlow?: true }>> = {
  'never answers': { answer: () => undefined, isSlow: true },
  'answers a byte at a time': { answer: dripping, isSlow: true },
  'answers without end': { answer: endless },
  'redirects inside': {
    answer: (res, { inside }) => {
      res.writeHead(302, { location: `${inside}/` }).end();
    },
  },
  'redirects to itself': {
    answer: (res, { issuer }) => {
      res.writeHead(307, { location: `${issuer}/.well-known/openid-configuration` }).end();
    },
  },
  'is another issuer': { answer: saysOfItself(() => ({ issuer: 'https://accounts.example.org' })) },
  'has no issuer': { answer: saysOfItself(() => ({ issuer: undefined })) },
  'leads to a script': {
    answer: saysOfItself(() => ({ authorization_endpoint: 'javascript:alert(1)' })),
  },
  'leads to a file': {
    answer: saysOfItself(() => ({ authorization_endpoint: 'file:///etc/passwd' })),
  },
  'leads to data': {
    answer: saysOfItself(() => ({
      authorization_endpoint: 'data:text/html,<script>alert(1)</script>',
    })),
  },
  'leads nowhere': { answer: saysOfItself(() => ({ authorization_endpoint: undefined })) },
  'leads to a number': { answer: saysOfItself(() => ({ authorization_endpoint: 7 })) },
  'is HTML': {
    answer: (res) => {
      res.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>');
    },
  },
  'is a list': { answer: (res) => json(res, []) },
  'is null': { answer: (res) => json(res, null) },
  'is JSON 100,000 deep': {
    answer: (res) => {
      res
        .writeHead(200, { 'content-type': 'application/json' })
        .end('['.repeat(100_000) + ']'.repeat(100_000));
    },
  },
  fails: {
    answer: (res) => {
      res.writeHead(500).end();
    },
  },
  'breaks off': {
    answer: (res) => {
      res
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '999' })
        .write('{');
      res.destroy();
    },
  },
};
export const HOSTILE_TOKENS: Readonly<Record<string, { answer: Answer; isSlow?: true }>> = {
  'without end': { answer: endless },
  'redirected inside': {
    answer: (res, { inside }) => {
      res.writeHead(307, { location: `${inside}/token` }).end();
    },
  },
  'without an ID token': {
    answer: (res) => json(res, { access_token: 'x', token_type: 'bearer' }),
  },
  'with an ID token that is none': {
    answer: (res) => json(res, { access_token: 'x', token_type: 'bearer', id_token: 'a.b.c' }),
  },
  'with an ID token of 5 MB': {
    answer: (res) =>
      json(res, { access_token: 'x', token_type: 'bearer', id_token: 'a'.repeat(5 * 2 ** 20) }),
  },
  'with a token for another use': {
    answer: (res) => json(res, { access_token: 'x', token_type: 'mac', id_token: 'x' }),
  },
  'as a list': { answer: (res) => json(res, []) },
  'as HTML': {
    answer: (res) => {
      res.writeHead(200, { 'content-type': 'text/html' }).end('<b>');
    },
  },
};

/** `inside`: an address that Gloss must not request. */
export async function openHostileProvider(inside: string): Promise<HostileProvider> {
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const about: About = {
      issuer: made.issuer,
      inside,
      count: (bytes) => {
        made.sentBytes += bytes;
      },
    };
    if (req.url?.startsWith('/.well-known/')) made.discovery(res, about);
    else if (req.url === '/token') made.token(res, about);
    else if (req.url === '/jwks') json(res, { keys: [] });
    else res.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const made: HostileProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    discovery: saysOfItself(),
    token: (res) => {
      res.writeHead(500).end();
    },
    sentBytes: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return made;
}
