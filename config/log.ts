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

/** Shorter values may be ordinary words, so they are not redacted. */
const SHORTEST = 8;
const hidden = new Set<string>();
/** Registers keys and passwords of the settings, which no log may contain, even if an error quotes them. */
export function hide(...values: readonly (string | undefined)[]): void {
  for (const value of values)
    if (value !== undefined && value.length >= SHORTEST)
      hidden.add(value).add(JSON.stringify(value).slice(1, -1)).add(encodeURIComponent(value));
}
/** Removes these values, passwords in addresses and bearer tokens from a text. */
export function redacted(text: string): string {
  let clean = text
    .replace(/(:\/\/[^\s/:@"]*:)[^\s/@"]+@/g, `$1${CENSOR}@`)
    .replace(/\b(Bearer\s+|gloss_)[\w-]{20,}/g, `$1${CENSOR}`);
  for (const value of hidden) clean = clean.replaceAll(value, CENSOR);
  return clean;
}

/**
 * Logs JSON lines to stderr, pretty-printed in a terminal. Never logs a key, a token or a
 * document's text. `write` replaces stderr.
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
