import { join } from 'node:path';
import type { ComponentHealth, Health } from '#core/contract/health.ts';
import { toFault } from '#core/contract/faults.ts';
import { redacted } from '#config/log.ts';
import { openToOthers } from '#config/secrets.ts';
import { VERSION } from '#config/version.ts';
import { isOldYtDlp, type Net } from '#pipeline/net/index.ts';
import type { SearchIndex } from '#pipeline/search/index.ts';
import type { AnswerEngine } from '../answer/engine.ts';
import type { Parts } from './parts.ts';

const ok = (detail: string): ComponentHealth => ({ status: 'ok', detail });
const missing = (detail: string, mend: string): ComponentHealth => ({
  status: 'missing',
  detail,
  mend,
});

async function checked(
  mend: string,
  look: () => Promise<ComponentHealth>,
): Promise<ComponentHealth> {
  try {
    return await look();
  } catch (error) {
    const fault = toFault(error);
    return {
      status: 'failed',
      detail: redacted(
        fault.code === 'internal' && fault.cause instanceof Error
          ? fault.cause.message
          : fault.message,
      ),
      mend,
    };
  }
}

/**
 * Tells whether the services that every request needs respond, and the process is not shutting
 * down.
 */
export async function isReady({ database, queue }: Parts, draining: AbortSignal): Promise<boolean> {
  if (draining.aborted) return false;
  try {
    await Promise.all([
      database.sequelize.query('SELECT 1'),
      database.assertWritable(),
      queue.ping(),
    ]);
    return true;
  } catch {
    return false;
  }
}

/** Checks every part. A missing optional part is `missing`, which is not a failure. */
export async function checkHealth(
  parts: Parts,
  engine: AnswerEngine,
): Promise<Omit<Health, 'signIn'>> {
  const { settings, queue, index, files, net, recogniser, scanner: clamd } = parts;
  const [db, clock, search, store, ai, embeddings, browser, ytdlp, ocr, scanner, secrets] =
    await Promise.all([
      checked('Check GLOSS_DATABASE_URL or GLOSS_DATA_DIR.', () => checkDatabase(parts)),
      checked('Check GLOSS_REDIS_URL, or unset it to keep jobs in the database.', async () => {
        const about = await queue.ping();
        const { waiting, background, delayed, running } = await queue.counts();
        const due = waiting + background;
        return ok(`${about}; ${due} waiting, ${running} running, ${delayed} delayed`);
      }),
      checkIndex(index),
      checked(
        settings.s3
          ? 'Start the store, and check GLOSS_S3_ENDPOINT, GLOSS_S3_BUCKET and its keys.'
          : 'Free some space, or set GLOSS_DATA_DIR to another disk.',
        async () => {
          const { key } = await files.putBlob(new TextEncoder().encode('gloss'));
          await files.read(key);
          return ok(`files in ${files.place}`);
        },
      ),
      checked('Check OPENAI_BASE_URL and OPENAI_API_KEY.', async () => {
        if (!engine.status().provider)
          return missing(
            'no provider; the offline assistant answers',
            'Connect one in Settings → Assistant, or set OPENAI_API_KEY or OPENAI_BASE_URL.',
          );
        return ok(await engine.ping());
      }),
      checked('Check GLOSS_EMBEDDING_MODEL, GLOSS_EMBEDDING_BASE_URL and OPENAI_API_KEY.', () =>
        checkEmbeddings(parts),
      ),
      checked('Check GLOSS_CHROME_PATH.', async () =>
        net.browser.path
          ? ok(`${await net.browser.version()} at ${net.browser.path}`)
          : missing(
              'no browser; pages that need scripts may be incomplete',
              'Install Chromium (apt-get install chromium), or set GLOSS_CHROME_PATH.',
            ),
      ),
      checked('Check GLOSS_YTDLP_PATH.', () => checkVideos(net)),
      checked('Reinstall tesseract-ocr.', () => checkScans(recogniser)),
      checked('Start clamd, and check GLOSS_CLAMD. Until then no file is accepted.', async () =>
        clamd
          ? ok(`${await clamd.version()} at ${clamd.place}`)
          : missing(
              'no virus scanner; files are not scanned',
              'Run clamd of ClamAV, and set GLOSS_CLAMD to its host:port or socket.',
            ),
      ),
      checked('Make GLOSS_DATA_DIR readable.', () => checkSecrets(settings)),
    ]);
  // With a fallback Gloss keeps working, but the problem is reported.
  const needed = [
    db,
    clock,
    store,
    ...(index.fallback && (await checkIndex(index.fallback)).status === 'ok' ? [] : [search]),
  ];
  return {
    status: needed.some((part) => part.status === 'failed') ? 'failed' : 'ok',
    version: VERSION,
    components: {
      database: db,
      queue: clock,
      index: search,
      files: store,
      ai,
      embeddings,
      browser,
      ytdlp,
      ocr,
      scanner,
      secrets,
    },
  };
}

async function checkDatabase({ database, settings }: Parts): Promise<ComponentHealth> {
  await database.sequelize.query('SELECT 1');
  await database.assertWritable();
  return ok(
    database.dialect === 'sqlite'
      ? `SQLite ${process.versions['sqlite'] ?? ''} in ${settings.dataDir}`.replace('  ', ' ')
      : 'PostgreSQL',
  );
}

function checkIndex(index: SearchIndex): Promise<ComponentHealth> {
  const name = index.engine === 'qdrant' ? ' in Qdrant' : '';
  return checked(
    index.fallback
      ? 'Start Qdrant, or unset GLOSS_QDRANT_URL. Until then, search finds passages by keywords only.'
      : 'Run `gloss reindex`.',
    async () => {
      const { sources, chunks } = await index.counts();
      return ok(`${chunks} passages of ${sources} sources${name}`);
    },
  );
}

/** Uses the provider's last response, because another request would cost money. */
async function checkEmbeddings({ providers, index, library }: Parts): Promise<ComponentHealth> {
  const embedder = providers.restingEmbedder;
  if (!embedder)
    return missing(
      'no model; search finds passages by keywords only',
      'Set GLOSS_EMBEDDING_MODEL, and OPENAI_API_KEY or GLOSS_EMBEDDING_BASE_URL.',
    );
  const unavailable = await index.unavailableReason?.();
  if (unavailable !== undefined)
    return {
      status: 'failed',
      detail: `search finds passages by keywords only: sqlite-vec cannot be loaded (${unavailable})`,
      mend: 'Reinstall Gloss on this machine (npm ci), or set GLOSS_QDRANT_URL.',
    };
  const day = new Date().toISOString().slice(0, 10);
  const [waiting, costs] = await Promise.all([
    library.embeddings.countWaiting(embedder.model),
    library.embeddings.costs(day),
  ]);
  const { texts, tokens } = costs.find((it) => it.model === embedder.model) ?? {
    texts: 0,
    tokens: 0,
  };
  const summary = `${embedder.model}; today ${tokens} tokens of ${texts} texts${waiting > 0 ? `; ${waiting} sources wait for their vectors` : ''}`;
  const lastFault = embedder.lastFault();
  return lastFault
    ? {
        status: 'failed',
        detail: `${summary}; ${lastFault.message}`,
        mend: 'Gloss retries automatically. Check GLOSS_EMBEDDING_MODEL, GLOSS_EMBEDDING_BASE_URL and OPENAI_API_KEY.',
      }
    : ok(summary);
}

/** Checks yt-dlp, and what it needs for transcription. */
async function checkVideos({ ytdlp, speech }: Net): Promise<ComponentHealth> {
  if (ytdlp.path === undefined)
    return missing(
      "no yt-dlp; Gloss can't read YouTube",
      'Install yt-dlp (its newest release), or set GLOSS_YTDLP_PATH.',
    );
  const version = await ytdlp.version();
  const found = `yt-dlp ${version} at ${ytdlp.path}`;
  if (isOldYtDlp(version))
    return {
      status: 'failed',
      detail: `${found} is old, and sites change`,
      mend: 'Update yt-dlp to its newest release.',
    };
  if (speech?.lacks !== undefined)
    return {
      status: 'failed',
      detail: `${found}; ${speech.model} transcribes speech, but ${speech.lacks} is missing`,
      mend: `Install ${speech.lacks}, or unset GLOSS_TRANSCRIPTION_MODEL.`,
    };
  return ok(
    speech === undefined
      ? `${found}; to transcribe videos without captions, install ffmpeg and set GLOSS_TRANSCRIPTION_MODEL`
      : `${found}; ${speech.model} transcribes speech`,
  );
}

async function checkScans(recogniser: Parts['recogniser']): Promise<ComponentHealth> {
  if (!recogniser)
    return missing(
      'no tesseract; scanned PDF pages are not read',
      'Install tesseract-ocr (apt-get install tesseract-ocr).',
    );
  const { version, path, lacking } = await recogniser.about();
  if (lacking.length > 0)
    return {
      status: 'failed',
      detail: `${version} at ${path} has no ${lacking.join(', ')}, which GLOSS_OCR_LANGUAGES names`,
      mend: `Install ${lacking.map((it) => `tesseract-ocr-${it}`).join(' ')}, or change GLOSS_OCR_LANGUAGES.`,
    };
  return ok(`${version} at ${path}`);
}

/** Checks whether other users can read the files with secrets, not the secrets. */
async function checkSecrets({ dataDir, secretFiles }: Parts['settings']): Promise<ComponentHealth> {
  const own = ['secret', 'owner-token'].map((name) => ({ name, path: join(dataDir, name) }));
  const open = await openToOthers([...own, ...secretFiles]);
  if (open.length > 0)
    return {
      status: 'failed',
      detail: `others on this machine may read or write ${open.map(({ path }) => path).join(', ')}`,
      mend: `Run \`chmod 600 ${open.map(({ path }) => path).join(' ')}\`, as the user who runs Gloss.`,
    };
  return ok(
    secretFiles.length === 0
      ? 'not read from files'
      : `${secretFiles.map(({ name }) => name).join(', ')} from files`,
  );
}
