import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { sha256 } from '#config/sha256.ts';

/** Secrets are long and random, so that a plain hash keeps them. */
export const hashOf = (secret: string): string => sha256(secret);
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
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
 * In the thread pool, so that others are served meanwhile. `like`: a hash whose cost and salt are
 * taken, so that `matchingHash` compares both at once.
 */
export async function hashPassword(password: string, like?: string): Promise<string> {
  const head = like === undefined ? `${START}${unpadded(randomBytes(16))}$` : headOf(like);
  return `${head}${unpadded(await derivedLike(head, password, COST.tagLength))}`;
}
/** Of another cost than is taken today. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(START);
/** Of no password: what is compared where there is no account, so that it takes as long. */
let nobody: Promise<string> | undefined;

/**
 * Which of these hashes the password has; -1 for none. One derivation, with the cost and salt of
 * the first hash: one of another salt never matches. Takes the same time however many there are,
 * and where there is none.
 */
export async function matchingHash(
  password: string,
  hashes: readonly (string | null | undefined)[],
): Promise<number> {
  const first =
    hashes.find((it) => typeof it === 'string') ?? (await (nobody ??= hashPassword(newSecret())));
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
