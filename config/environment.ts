/** The environment variables that are settings, with their allowed values and defaults. */
import { isIP, SocketAddress } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { unencrypted } from './encrypted.ts';

const PORT = 'a whole number from 0 to 65535; 0 picks a free port';
const port = z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT);
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'an address like http://127.0.0.1:4870' })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));
const positive = z.coerce.number('a number above 0').positive('a number above 0');
const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, `one of ${values.join(', ')}`);
const hostPort = z.string().regex(/^(\[[0-9a-fA-F:]+\]|[^\s:,/]+):\d{1,5}$/, 'host:port');
const nameServer = z
  .string()
  .refine(
    (text) => isIP(text) > 0 || (SocketAddress.parse(text)?.port ?? 0) > 0,
    'IP addresses of name servers with an optional port, like 9.9.9.9,127.0.0.1:5353',
  );
/** Splits names at commas; an empty text gives none. */
const commaList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((it) => it.trim())
      .filter(Boolean),
  );
const addressOrNet = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'addresses or networks, like 10.0.0.2,10.1.0.0/16',
);
const modelMap = z.string().transform((text, ctx): Record<string, string> => {
  try {
    return z.record(z.string().regex(/^[0-8]$/), z.string().min(1)).parse(JSON.parse(text));
  } catch {
    ctx.addIssue({
      code: 'custom',
      message: 'JSON of model ids 0–8 to provider model names, like {"5":"gpt-4.1"}',
    });
    return z.NEVER;
  }
});

const isLoopback = (url: string): boolean =>
  /^http:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?(\/|$)/.test(url);
const httpsUrl = httpUrl.refine(
  (url) => url.startsWith('https:') || isLoopback(url),
  'an https address like https://login.example.org',
);

const OIDC_NAMES = [
  'GLOSS_OIDC_ISSUER',
  'GLOSS_OIDC_CLIENT_ID',
  'GLOSS_OIDC_CLIENT_SECRET',
] as const;
const S3_NAMES = [
  'GLOSS_S3_ENDPOINT',
  'GLOSS_S3_BUCKET',
  'GLOSS_S3_ACCESS_KEY_ID',
  'GLOSS_S3_SECRET_ACCESS_KEY',
] as const;

export const Environment = z
  .object({
    GLOSS_DATA_DIR: z
      .string()
      .default(join(homedir(), '.gloss'))
      .transform((dir) => resolve(dir)),
    GLOSS_HOST: z.string().default('127.0.0.1'),
    GLOSS_PORT: port.default(4870),
    GLOSS_PUBLIC_URL: httpUrl.optional(),
    GLOSS_CONTENT_URL: httpUrl.optional(),
    GLOSS_ACCOUNTS: oneOf('personal', 'accounts').default('personal'),
    GLOSS_SIGNUP: oneOf('open', 'closed').default('open'),
    GLOSS_SECOND_FACTOR: oneOf('offered', 'required').default('offered'),
    GLOSS_TLS: oneOf('offered', 'required').default('offered'),
    GLOSS_FREE_QUESTIONS_PER_DAY: z.coerce
      .number('a whole number, 0 or more')
      .int('a whole number')
      .min(0, 'a whole number, 0 or more')
      .default(20),
    GLOSS_PENDING_EDITS: oneOf('drop', 'hold').default('drop'),
    GLOSS_SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'smtp://user:password@host:587, or smtps://…')
      .optional(),
    GLOSS_MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*[^\s@]@[^\s@>]+>?$/, 'an email address, like Gloss <gloss@example.org>')
      .optional(),
    GLOSS_SIGN_IN_PACE: z
      .string()
      .regex(/^[1-9]\d*\/min,[1-9]\d*\/h$/, 'N/min,N/h, as 5/min,20/h')
      .default('5/min,20/h'),
    GLOSS_BREACHED_PASSWORDS_FILE: z
      .string()
      .startsWith('/', 'the whole path of a file')
      .optional(),
    GLOSS_BREACHED_PASSWORDS_URL: httpsUrl.optional(),
    GLOSS_TRUSTED_PROXIES: commaList.pipe(z.array(addressOrNet)),
    GLOSS_OIDC_ISSUER: httpsUrl.optional(),
    GLOSS_OIDC_CLIENT_ID: z.string().min(1).optional(),
    GLOSS_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    GLOSS_OIDC_NAME: z.string().max(60, 'a name of at most 60 characters').optional(),
    GLOSS_UPGRADE_URL: httpUrl.optional(),
    GLOSS_SECRET: z.string().min(16, 'at least 16 characters').optional(),
    GLOSS_SECRET_PREVIOUS: z.string().min(16, 'at least 16 characters').optional(),
    GLOSS_DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'postgres://…')
      .optional(),
    GLOSS_DATABASE_PASSWORD: z.string().min(1).optional(),
    GLOSS_REDIS_URL: z
      .string()
      .regex(/^rediss?:\/\//, 'redis://…')
      .optional(),
    GLOSS_REDIS_PASSWORD: z.string().min(1).optional(),
    OPENAI_API_KEY: z.string().min(1).optional(),
    OPENAI_BASE_URL: httpUrl.optional(),
    GLOSS_MODELS: modelMap.optional(),
    GLOSS_EMBEDDING_MODEL: z.string().min(1).optional(),
    GLOSS_EMBEDDING_BASE_URL: httpUrl.optional(),
    GLOSS_EMBEDDING_DIMENSIONS: z.coerce
      .number('a whole number above 0')
      .int('a whole number')
      .min(1)
      .max(8192)
      .optional(),
    GLOSS_QDRANT_URL: httpUrl.optional(),
    GLOSS_QDRANT_API_KEY: z.string().min(1).optional(),
    GLOSS_S3_ENDPOINT: httpUrl.optional(),
    GLOSS_S3_BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'the name of a bucket: 3 to 63 of a–z, 0–9, dots and hyphens',
      )
      .optional(),
    GLOSS_S3_REGION: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'a region like eu-central-1')
      .default('us-east-1'),
    GLOSS_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    GLOSS_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    GLOSS_TRANSCRIPTION_MODEL: z.string().min(1).optional(),
    GLOSS_CHROME_PATH: z.string().optional(),
    GLOSS_CHROME_NO_SANDBOX: oneOf('0', '1').default('0'),
    GLOSS_YTDLP_PATH: z.string().optional(),
    GLOSS_OCR_LANGUAGES: z
      .string()
      .regex(
        /^[A-Za-z_]+(\+[A-Za-z_]+)*$/,
        'names of tesseract languages joined by +, like eng or deu+fra',
      )
      .default('eng'),
    GLOSS_CLAMD: z
      .union(
        [hostPort, z.string().startsWith('/')],
        'host:port of clamd, or the path of its socket',
      )
      .optional(),
    GLOSS_FETCH_ALLOW: commaList.pipe(z.array(hostPort)),
    GLOSS_DNS_SERVERS: commaList.pipe(z.array(nameServer)),
    GLOSS_HOST_PACE: z
      .string()
      .regex(/^\d+@\d+(\.\d+)?\/s$/, 'N@R/s, as 2@1/s')
      .default('2@1/s'),
    GLOSS_PDF_PATCHES: oneOf('on', 'off').default('on'),
    GLOSS_DOM_PATCH: oneOf('on', 'off').default('on'),
    GLOSS_MAX_PDF_MB: positive.default(200),
    GLOSS_MAX_PAGE_MB: positive.default(20),
    GLOSS_JOB_TIMEOUT_S: positive.default(300),
    GLOSS_NOTES_PERFORMANCE: oneOf('on', 'off').default('on'),
    GLOSS_LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
    GLOSS_METRICS: hostPort.optional(),
    GLOSS_EVENTS_FILE: z.string().startsWith('/', 'the whole path of a file').optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
    OTEL_SERVICE_NAME: z.string().min(1).default('gloss'),
    GLOSS_SERVER: httpUrl.optional(),
    GLOSS_TOKEN: z.string().min(1).optional(),
    /** Node's variable: with `0`, Node verifies no certificates. */
    NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
  })
  .superRefine((it, ctx) => {
    const allOrNone = (names: readonly (keyof typeof it)[], why: string): void => {
      const missing = names.filter((name) => it[name] === undefined);
      if (missing.length === names.length) return;
      for (const name of missing)
        ctx.addIssue({
          code: 'custom',
          path: [name],
          message: `set, for ${why} with all of ${names.join(', ')} or with none`,
        });
    };
    allOrNone(S3_NAMES, 'files are kept in S3');
    allOrNone(OIDC_NAMES, 'people sign in elsewhere');
    if (it.GLOSS_TLS === 'required' && it.NODE_TLS_REJECT_UNAUTHORIZED === '0')
      ctx.addIssue({
        code: 'custom',
        path: ['NODE_TLS_REJECT_UNAUTHORIZED'],
        message: 'unset, since GLOSS_TLS is required',
      });
    if (it.GLOSS_TLS === 'required')
      for (const { name, as } of unencrypted(it))
        ctx.addIssue({
          code: 'custom',
          path: [name],
          message: `${as}, since GLOSS_TLS is required`,
        });
  });
export type Environment = z.output<typeof Environment>;
