/**
 * Passwords that attackers try first: common ones, also with a year or punctuation added, and facts
 * about the person.
 */
import { Fault } from '#core/contract/faults.ts';

const OURS = ['gloss'];
/** characters that people add before and after when more are required */
const MOST_AROUND = 6;
const FEWEST_DISTINCT = 5;

let listed: Promise<ReadonlySet<string>> | undefined;
/** 49,000 passwords, loaded when the first password is set. */
const common = (): Promise<ReadonlySet<string>> =>
  (listed ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  ));

/** `why` is a sentence for a person. */
export const unsuitablePassword = (why: string): Fault =>
  new Fault('bad_request', {
    message: `password: ${why} A few unrelated words work best.`,
    details: [{ field: 'password', message: why }],
  });

/** `known`: the person's address and name. Faults: `bad_request`. */
export async function assertUncommon(password: string, known: readonly string[]): Promise<void> {
  const folded = password.normalize('NFKC').toLowerCase();
  const core = folded.replace(/^[^\p{L}]+/u, '').replace(/(?<=\p{L})[^\p{L}]+$/u, '');
  const around = folded.length - core.length;
  const personal = [
    ...OURS,
    ...known.flatMap((it) => [it.toLowerCase(), ...it.toLowerCase().split(/[\s@]+/)]),
  ];
  const list = await common();
  const isGuessed =
    list.has(folded) ||
    new Set(folded).size < FEWEST_DISTINCT ||
    personal.includes(folded) ||
    (around <= MOST_AROUND && (list.has(core) || personal.includes(core)));
  if (isGuessed) throw unsuitablePassword('This one is among the first that are tried.');
}
