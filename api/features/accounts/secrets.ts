import { argon2, createHash, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** Secrets are long and random, so that a plain hash keeps them. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const START = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** In the thread pool, so that others are served meanwhile. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...COST, message: password.normalize('NFKC'), nonce });
  return `${START}${unpadded(nonce)}$${unpadded(tag)}`;
}
/** Of another cost than is taken today. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(START);
/** Of no password: what is compared where there is no account, so that it takes as long. */
let nobody: Promise<string> | undefined;

/** Takes the same time whether or not there is a hash to compare with. */
export async function isPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  const against = kept ?? await (nobody ??= hashPassword(newSecret()));
  const [, memory, passes, parallelism, nonce = '', tag = ''] = FORM.exec(against) ?? [];
  const right = Buffer.from(tag, 'base64');
  const given = await derive('argon2id', { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: right.length, message: password.normalize('NFKC'), nonce: Buffer.from(nonce, 'base64') });
  return timingSafeEqual(given, right) && typeof kept === 'string';
}
