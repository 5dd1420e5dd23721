/**
 * The only module that reads the environment. An invalid value stops the start with a message that
 * names the setting, its value and the allowed values.
 */
import { DEFAULT_PROVIDER_URL } from './default-provider-url.ts';
import { existsSync } from 'node:fs';
import { Environment } from './environment.ts';
import { hide } from './log.ts';
import { SECRET_SETTINGS, withSecretFiles } from './secrets.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Splits at the last colon, because an IPv6 address contains colons. */
function splitHostPort(text: string): { host: string; port: number } {
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
}

/** All of it or nothing. */
function s3Place(e: Environment) {
  const {
    GLOSS_S3_ENDPOINT: endpoint,
    GLOSS_S3_BUCKET: bucket,
    GLOSS_S3_ACCESS_KEY_ID: accessKeyId,
    GLOSS_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = e;
  if (
    endpoint === undefined ||
    bucket === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
  )
    return undefined;
  return Object.freeze({
    endpoint,
    bucket,
    region: e.GLOSS_S3_REGION,
    accessKeyId,
    secretAccessKey,
  });
}

/** All of it or nothing. */
function oidcClient(e: Environment) {
  const {
    GLOSS_OIDC_ISSUER: issuer,
    GLOSS_OIDC_CLIENT_ID: clientId,
    GLOSS_OIDC_CLIENT_SECRET: clientSecret,
  } = e;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return undefined;
  return Object.freeze({
    issuer,
    clientId,
    clientSecret,
    name: e.GLOSS_OIDC_NAME ?? new URL(issuer).hostname,
  });
}

/** Returns the password in an address, if it has one. */
function passwordIn(text: string): string | undefined {
  const password = /^\w+:\/\//.test(text) ? URL.parse(text)?.password : undefined;
  return password === undefined || password === '' ? undefined : decodeURIComponent(password);
}

/** Returns the address with the password from its own setting. */
function withPassword(
  address: string | undefined,
  password: string | undefined,
): string | undefined {
  if (address === undefined || password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}
const isSecret = (name: string): boolean => (SECRET_SETTINGS as readonly string[]).includes(name);

export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Validates the variables, and hides secrets from the log. Faults: `SettingsError`. */
function parseEnvironment(env: Env | undefined) {
  if (!env && existsSync('.env')) process.loadEnvFile('.env');
  const {
    values: given,
    files: secretFiles,
    wrong,
  } = withSecretFiles(
    Object.fromEntries(
      Object.entries(env ?? process.env).filter(
        (it): it is [string, string] => it[1] !== undefined && it[1] !== '',
      ),
    ),
  );
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues
        .map((issue) => {
          const name = String(issue.path[0]);
          const secret =
            /KEY|SECRET|TOKEN|PASSWORD|URL$/.test(name) && !name.endsWith('PUBLIC_URL');
          return `${name} is ${given[name] === undefined ? 'not set' : secret ? 'set' : JSON.stringify(given[name])}, but it must be: ${issue.message}`;
        })
        .join('\n'),
    );
  }
  hide(
    ...Object.entries(given)
      .filter(
        ([name]) => /KEY$|SECRET|TOKEN$|PASSWORD/.test(name) && !/_FILE$|PASSWORDS_URL$/.test(name),
      )
      .map(([, value]) => value),
    ...Object.values(given).map((value) => value && passwordIn(value)),
  );
  return { given, secretFiles, e: parsed.data };
}

function accountSettings(e: Environment) {
  const [perMinute, perHour] = e.GLOSS_SIGN_IN_PACE.match(/\d+/g)?.map(Number) as [number, number];
  return {
    accounts: e.GLOSS_ACCOUNTS,
    signup: e.GLOSS_SIGNUP,
    secondFactor: e.GLOSS_SECOND_FACTOR,
    pendingEdits: e.GLOSS_PENDING_EDITS,
    freeQuestionsPerDay: e.GLOSS_FREE_QUESTIONS_PER_DAY,
    mail: Object.freeze({ smtpUrl: e.GLOSS_SMTP_URL, from: e.GLOSS_MAIL_FROM }),
    signInPace: Object.freeze({
      /** of one account from one address */
      perMinute,
      /** of one address */
      perHour,
    }),
    trustedProxies: e.GLOSS_TRUSTED_PROXIES,
    /** reported by other checks */
    breachedPasswords: Object.freeze({
      file: e.GLOSS_BREACHED_PASSWORDS_FILE,
      url: e.GLOSS_BREACHED_PASSWORDS_URL,
    }),
    oidc: oidcClient(e),
    upgradeUrl: e.GLOSS_UPGRADE_URL,
  };
}

/** The services that Gloss uses: model provider, index and file store. */
function serviceSettings(e: Environment) {
  return {
    provider: Object.freeze({
      apiKey: e.OPENAI_API_KEY,
      baseUrl: e.OPENAI_BASE_URL,
      models: e.GLOSS_MODELS ?? {},
    }),
    embedding:
      e.GLOSS_EMBEDDING_MODEL === undefined
        ? undefined
        : Object.freeze({
            model: e.GLOSS_EMBEDDING_MODEL,
            baseUrl: e.GLOSS_EMBEDDING_BASE_URL ?? e.OPENAI_BASE_URL ?? DEFAULT_PROVIDER_URL,
            dimensions: e.GLOSS_EMBEDDING_DIMENSIONS,
          }),
    qdrant:
      e.GLOSS_QDRANT_URL === undefined
        ? undefined
        : Object.freeze({ url: e.GLOSS_QDRANT_URL, apiKey: e.GLOSS_QDRANT_API_KEY }),
    s3: s3Place(e),
  };
}

/** How sources are fetched and read. */
function fetchSettings(e: Environment) {
  const [hostConcurrency, hostPerSecond] = e.GLOSS_HOST_PACE.replace('/s', '')
    .split('@')
    .map(Number) as [number, number];
  return {
    transcriptionModel: e.GLOSS_TRANSCRIPTION_MODEL,
    chromePath: e.GLOSS_CHROME_PATH,
    chromeNoSandbox: e.GLOSS_CHROME_NO_SANDBOX === '1',
    ytdlpPath: e.GLOSS_YTDLP_PATH,
    ocrLanguages: e.GLOSS_OCR_LANGUAGES,
    /** where clamd listens */
    clamd:
      e.GLOSS_CLAMD === undefined
        ? undefined
        : Object.freeze(
            e.GLOSS_CLAMD.startsWith('/') ? { path: e.GLOSS_CLAMD } : splitHostPort(e.GLOSS_CLAMD),
          ),
    fetchAllow: e.GLOSS_FETCH_ALLOW,
    /** empty: the machine's name servers */
    dnsServers: e.GLOSS_DNS_SERVERS,
    hostPace: Object.freeze({ concurrency: hostConcurrency, perSecond: hostPerSecond }),
    /** whether to patch pdf.js when it is loaded */
    pdfPatches: e.GLOSS_PDF_PATCHES === 'on',
    /** whether to patch linkedom when it is loaded */
    domPatch: e.GLOSS_DOM_PATCH === 'on',
    maxPdfBytes: e.GLOSS_MAX_PDF_MB * 2 ** 20,
    maxPageBytes: e.GLOSS_MAX_PAGE_MB * 2 ** 20,
    jobTimeoutMs: e.GLOSS_JOB_TIMEOUT_S * 1000,
  };
}

/**
 * `env` defaults to the process's, over a `.env` in the working folder. Empty values count as not
 * set.
 */
export function readSettings(env?: Env) {
  const { given, secretFiles, e } = parseEnvironment(env);
  return Object.freeze({
    dataDir: e.GLOSS_DATA_DIR,
    host: e.GLOSS_HOST,
    port: e.GLOSS_PORT,
    /** if false, `gloss start` uses another port when the default one is in use */
    isPortChosen: given['GLOSS_PORT'] !== undefined,
    publicUrl: e.GLOSS_PUBLIC_URL,
    contentUrl: e.GLOSS_CONTENT_URL,
    ...accountSettings(e),
    secret: e.GLOSS_SECRET,
    /** accepted as well while the secret is being rotated */
    previousSecret: e.GLOSS_SECRET_PREVIOUS,
    databaseUrl: withPassword(e.GLOSS_DATABASE_URL, e.GLOSS_DATABASE_PASSWORD),
    redisUrl: withPassword(e.GLOSS_REDIS_URL, e.GLOSS_REDIS_PASSWORD),
    /** the files that secrets were read from */
    secretFiles,
    ...serviceSettings(e),
    ...fetchSettings(e),
    /** whether the notes editor patches its libraries */
    notesPerformance: e.GLOSS_NOTES_PERFORMANCE === 'on',
    /** where a worker or the schedule serves its metrics */
    metrics:
      e.GLOSS_METRICS === undefined ? undefined : Object.freeze(splitHostPort(e.GLOSS_METRICS)),
    /** file that analytics events are appended to; undefined: the page sends none */
    eventsFile: e.GLOSS_EVENTS_FILE,
    traces:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : Object.freeze({
            endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
            serviceName: e.OTEL_SERVICE_NAME,
          }),
    logLevel: e.GLOSS_LOG_LEVEL,
    server: e.GLOSS_SERVER,
    token: e.GLOSS_TOKEN,
    /**
     * Returns environment names that look like settings but are unknown. The start reports them,
     * because a typing error would otherwise go unnoticed.
     */
    unknown: Object.keys(given).filter(
      (name) =>
        name.startsWith('GLOSS_') &&
        !name.startsWith('GLOSS_TEST_') &&
        name !== 'GLOSS_EVAL_DATA' &&
        !(name in Environment.shape) &&
        !isSecret(name.replace(/_FILE$/, '')),
    ),
    /** Folders in which commands are searched. */
    path: given['PATH'] ?? '',
  });
}
export type Settings = ReturnType<typeof readSettings>;
