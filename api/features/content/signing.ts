import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { FileType } from '#core/contract/file.ts';

/**
 * Read links are valid for 6 to 12 hours: rounded, so that a file keeps its address while a page is
 * open.
 */
const READ_WINDOW_S = 6 * 3600;

/** The grant of a signed address on the content origin. */
export const Grant = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('file'),
    key: z.string(),
    type: z.string(),
    name: z.string(),
    exp: z.int(),
  }),
  z.object({
    what: z.literal('view'),
    source: z.uuid(),
    version: z.int(),
    mode: z.enum(['reader', 'web']),
    exp: z.int(),
  }),
  /**
   * a video or audio of another host: that of the source or, with `url`, a part that its playlist
   * names
   */
  z.object({
    what: z.literal('media'),
    source: z.uuid(),
    version: z.int(),
    url: z.string().optional(),
    exp: z.int(),
  }),
  z.object({
    what: z.literal('upload'),
    method: z.literal('PUT'),
    id: z.uuid(),
    user: z.uuid(),
    /** epoch of the account when it was issued; a higher one invalidates the address */
    epoch: z.int().default(0),
    key: z.string(),
    type: FileType,
    maxBytes: z.int(),
    /** hash of a file that this server exported, and accepts back unchanged */
    sha256: z.string().optional(),
    exp: z.int(),
  }),
]);
export type Grant = z.infer<typeof Grant>;
type Without<T> = T extends unknown ? Omit<T, 'exp'> : never;

/** the content host, unless the settings name another */
const DEFAULT_CONTENT_HOST = 'usercontent.localhost';

const macOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
/** Compares the encoded text, because the last letter of base64 has bits that decoding ignores. */
function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export class Signer {
  readonly #secret: string;
  /** secrets whose signatures are valid */
  readonly #accepted: readonly string[];
  readonly #base: string;
  /**
   * `base`: the content host. `previous`: a secret that signs nothing any more, but whose
   * signatures are still valid.
   */
  constructor(secret: string, base: string, previous?: string) {
    this.#secret = secret;
    this.#accepted = previous === undefined ? [secret] : [secret, previous];
    this.#base = base;
  }
  /** The content host. */
  get contentUrl(): string {
    return this.#base;
  }
  /**
   * Returns the current address of one of our samples, stored with any port; other addresses stay
   * as they are.
   */
  currentSampleUrl(address: string): string {
    if (!address.includes('/samples/') || !URL.canParse(address)) return address;
    const { hostname, pathname } = new URL(address);
    const isOurs = hostname === DEFAULT_CONTENT_HOST || hostname === new URL(this.#base).hostname;
    return isOurs && pathname.startsWith('/samples/')
      ? new URL(pathname, this.#base).href
      : address;
  }
  #isSignedBy(given: string, text: string): boolean {
    return this.#accepted.some((secret) => isSame(given, macOf(secret, text)));
  }

  /** Signs the hash of bytes that were checked and encoded here. */
  seal(sha256: string, type: string): string {
    return macOf(this.#secret, `bytes:${type}:${sha256}`);
  }
  isSealed(sha256: string, type: string, seal: string): boolean {
    return this.#isSignedBy(seal, `bytes:${type}:${sha256}`);
  }

  /** `ttlS` is for writes; reads get the rounded window. */
  url(grant: Without<Grant>, ttlS?: number): string {
    return `${this.#base}/c/${this.token(grant, ttlS)}`;
  }
  /** The encoded grant in an address. */
  token(grant: Without<Grant>, ttlS?: number): string {
    const now = Math.floor(Date.now() / 1000);
    const exp =
      ttlS === undefined ? (Math.floor(now / READ_WINDOW_S) + 2) * READ_WINDOW_S : now + ttlS;
    const payload = Buffer.from(JSON.stringify({ ...grant, exp })).toString('base64url');
    return `${payload}.${macOf(this.#secret, `grant:${payload}`)}`;
  }
  /** Faults: `not_allowed` for an invalid or expired signature. */
  open(token: string): Grant {
    const [payload = '', mac = ''] = token.split('.', 2);
    if (!this.#isSignedBy(mac, `grant:${payload}`))
      throw new Fault('not_allowed', { message: 'This link is invalid.' });
    const grant = Grant.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    if (grant.exp < Date.now() / 1000)
      throw new Fault('not_allowed', {
        message: 'This link has expired. Reload the page for a new one.',
      });
    return grant;
  }
}
