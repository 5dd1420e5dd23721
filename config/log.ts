import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Pretty-prints only in a terminal. */
const pretty = process.stderr.isTTY ? (await import('pino-pretty')).default : undefined;

const CENSOR = '[redacted]';
const SECRETS = [
  'token',
  'accessToken',
  'authorization',
  'cookie',
  'apiKey',
  'password',
  'secret',
  'signature',
];

/** Long enough to be a secret, and not a word that occurs in ordinary text. */
const SHORTEST = 8;
const hidden = new Set<string>();
/**
 * Whatever log there is, these are not in it: the keys and passwords of the settings, wherever an
 * error quotes them.
 */
export function hide(...values: readonly (string | undefined)[]): void {
  for (const value of values)
    if (value !== undefined && value.length >= SHORTEST)
      hidden.add(value).add(JSON.stringify(value).slice(1, -1)).add(encodeURIComponent(value));
}
/** A text without them, without passwords of addresses, and without tokens that are borne. */
export function redacted(text: string): string {
  let clean = text
    .replace(/(:\/\/[^\s/:@"]*:)[^\s/@"]+@/g, `$1${CENSOR}@`)
    .replace(/\b(Bearer\s+|gloss_)[\w-]{20,}/g, `$1${CENSOR}`);
  for (const value of hidden) clean = clean.replaceAll(value, CENSOR);
  return clean;
}

/**
 * Structured JSON lines on stderr, pretty on a terminal. Never a key, a token or a document's text.
 * `write`: in place of stderr.
 */
export function createLog(level: string, write?: (line: string) => void): Log {
  const paths = SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const options = { level, base: undefined, redact: { paths, censor: CENSOR } };
  const stream = write
    ? { write }
    : pretty
      ? pretty({
          destination: 2,
          ignore: 'pid,hostname',
          translateTime: 'HH:MM:ss',
          singleLine: true,
          sync: true,
        })
      : pino.destination({ dest: 2, sync: true });
  return pino(options, {
    write: (line: string) => {
      stream.write(redacted(line));
    },
  });
}
