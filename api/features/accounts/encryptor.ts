/**
 * Encrypts values that must be readable again, each for one purpose, so that they can't be used
 * elsewhere.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const [KEY, IV, TAG] = [32, 12, 16];
const CIPHER = 'aes-256-gcm';
const FORM = 'v1.';

export class Encryptor {
  readonly #keys: readonly Uint8Array[];
  /** The first secret encrypts; all of them decrypt. */
  constructor(...secrets: readonly [string, ...(string | undefined)[]]) {
    this.#keys = secrets
      .filter((it) => it !== undefined)
      .map(
        (it) => new Uint8Array(hkdfSync('sha256', it, '', 'gloss: seeds of second factors', KEY)),
      );
  }
  encrypt(purpose: string, text: string): string {
    const iv = randomBytes(IV);
    const cipher = createCipheriv(CIPHER, this.#keys[0] ?? new Uint8Array(), iv).setAAD(
      Buffer.from(purpose),
    );
    return (
      FORM +
      Buffer.concat([
        iv,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64url')
    );
  }
  /** Returns undefined if the text was encrypted for another purpose or with an unknown secret. */
  open(purpose: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url');
    if (!sealed.startsWith(FORM) || bytes.length < IV + TAG) return undefined;
    for (const key of this.#keys) {
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-TAG));
      try {
        return Buffer.concat([cipher.update(bytes.subarray(IV, -TAG)), cipher.final()]).toString(
          'utf8',
        );
      } catch {
        /* encrypted with another secret */
      }
    }
    return undefined;
  }
}
