import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

const SECRETS = ['token', 'accessToken', 'authorization', 'cookie', 'apiKey', 'password', 'secret', 'signature'];

/** Structured JSON lines on stderr, pretty on a terminal. Never a key, a token or a document's text. */
export function createLog(level: string): Log {
  const paths = SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const options = { level, base: undefined, redact: { paths, censor: '[redacted]' } };
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true, sync: true })
    : pino.destination({ dest: 2, sync: true });
  return pino(options, stream);
}
