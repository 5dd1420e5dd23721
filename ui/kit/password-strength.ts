/** Rates how hard a password is to guess, in one word. Only a hint: the server decides. Pure. */
import { PASSWORD_LENGTH } from '#core/contract/account.ts';
import { fieldTexts as texts } from './texts/fields.ts';

export type Strength = 'short' | 'weak' | 'fair' | 'good' | 'strong';

const COMMON =
  /pass?w(or)?[dt]|qwert|asdf|letmein|welcome|admin|iloveyou|abc|dragon|monkey|secret/gi;
const RUN = /(.)\1{2,}/gu;
const COUNTING = /0?123456789|987654321|12345|54321|(19|20)\d\d/g;
/** minimum bits for the rating */
const WORDS = [
  [60, 'strong'],
  [48, 'good'],
  [38, 'fair'],
] as const;

/** `known`: facts about the person, such as their name and address. */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  if ([...password].length < PASSWORD_LENGTH.min) return 'short';
  let rest = password.toLowerCase();
  for (const part of known
    .flatMap((it) => it.toLowerCase().split(/[\s@._-]+/))
    .filter((it) => it.length > 2))
    rest = rest.replaceAll(part, '-');
  rest = rest.replace(COMMON, '-').replace(COUNTING, '-').replace(RUN, '$1');
  const distinct = new Set(rest).size;
  const pool = [/\p{Ll}|\p{Lo}/u, /\d/, /[^\p{L}\p{N}]/u].reduce(
    (sum, kind, at) => sum + (kind.test(rest) ? ([26, 10, 20][at] ?? 0) : 0),
    /\p{Lu}/u.test(password) ? 20 : 0,
  );
  const bits = Math.min(rest.length, distinct * 2) * Math.log2(Math.max(2, pool)) * 0.7;
  return WORDS.find(([least]) => bits >= least)?.[1] ?? 'weak';
}

/** Why it can't be used. */
export function passwordFault(password: string): string | undefined {
  if (password.length < PASSWORD_LENGTH.min) return texts.tooShort(PASSWORD_LENGTH.min);
  return password.length > PASSWORD_LENGTH.max ? texts.tooLong(PASSWORD_LENGTH.max) : undefined;
}
