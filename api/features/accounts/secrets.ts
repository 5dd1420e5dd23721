import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { sha256 } from '#config/sha256.ts';

/** Secrets are long and random, so a plain hash protects them. */
export const hashOf = (secret: string): string => sha256(secret);
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);
const HEAD = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$$/;
const START = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/(?<!=)=+$/, '');

/** Cost and salt of a hash. */
const headOf = (kept: string): string => kept.slice(0, kept.lastIndexOf('$') + 1);
async function derivedLike(head: string, password: string, tagLength: number): Promise<Buffer> {
  const [, memory, passes, parallelism, nonce = ''] = HEAD.exec(head) ?? [];
  return derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength,
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
  });
}
/**
 * Runs in the thread pool, so that other requests are served. `like`: a hash whose cost and salt
 * are used, so that `matchingHash` can compare both at once.
 */
export async function hashPassword(password: string, like?: string): Promise<string> {
  const head = like === undefined ? `${START}${unpadded(randomBytes(16))}$` : headOf(like);
  return `${head}${unpadded(await derivedLike(head, password, COST.tagLength))}`;
}
/** Whether the hash has another cost than new ones. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(START);
/** A hash of no password, compared if there is no account, so that it takes as long. */
let dummyHash: Promise<string> | undefined;

/**
 * Returns the index of the hash that matches the password, or -1. Derives once, with the cost and
 * salt of the first hash; hashes with another salt never match. Takes the same time for any number
 * of hashes, including none.
 */
export async function matchingHash(
  password: string,
  hashes: readonly (string | null | undefined)[],
): Promise<number> {
  const first =
    hashes.find((it) => typeof it === 'string') ??
    (await (dummyHash ??= hashPassword(newSecret())));
  const head = headOf(first);
  const given = await derivedLike(
    head,
    password,
    Buffer.from(first.slice(head.length), 'base64').length,
  );
  const isGiven = (kept: string | null | undefined): boolean => {
    if (typeof kept !== 'string' || headOf(kept) !== head) return false;
    const right = Buffer.from(kept.slice(head.length), 'base64');
    return right.length === given.length && timingSafeEqual(given, right);
  };
  return hashes.findIndex(isGiven);
}
export async function isPassword(
  password: string,
  kept: string | null | undefined,
): Promise<boolean> {
  return (await matchingHash(password, [kept])) === 0;
}
