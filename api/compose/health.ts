import type { ComponentHealth, Health } from '#core/contract/health.ts';
import { toFault } from '#core/contract/faults.ts';
import { VERSION } from '#config/version.ts';
import type { AnswerEngine } from '../answer/engine.ts';
import type { Parts } from './parts.ts';

const ok = (detail: string): ComponentHealth => ({ status: 'ok', detail });
const missing = (detail: string, mend: string): ComponentHealth => ({ status: 'missing', detail, mend });

async function checked(mend: string, look: () => Promise<ComponentHealth>): Promise<ComponentHealth> {
  try { return await look(); } catch (error) {
    const fault = toFault(error);
    return { status: 'failed', detail: fault.code === 'internal' && fault.cause instanceof Error ? fault.cause.message : fault.message, mend };
  }
}

/** Looks at every part. An optional one that is not there is `missing`, which is fine. */
export async function checkHealth({ settings, database, queue, index, files, net }: Parts, engine: AnswerEngine): Promise<Health> {
  const [db, clock, search, store, ai, browser, ytdlp] = await Promise.all([
    checked('Check GLOSS_DATABASE_URL or GLOSS_DATA_DIR.', async () => {
      await database.sequelize.query('SELECT 1');
      return ok(database.dialect === 'sqlite' ? `SQLite ${process.versions['sqlite'] ?? ''} in ${settings.dataDir}`.replace('  ', ' ') : 'PostgreSQL');
    }),
    checked('Check GLOSS_REDIS_URL, or unset it to keep jobs in the database.', async () => {
      const about = await queue.ping();
      const { waiting, delayed, running } = await queue.counts();
      return ok(`${about}; ${waiting} waiting, ${running} running, ${delayed} delayed`);
    }),
    checked('Run `scripts/gloss reindex`.', async () => {
      const { sources, chunks } = await index.counts();
      return ok(`${chunks} passages of ${sources} sources`);
    }),
    checked('Free some space, or set GLOSS_DATA_DIR to another disk.', async () => {
      await files.putBlob(new TextEncoder().encode('gloss'));
      return ok(`files in ${settings.dataDir}`);
    }),
    checked('Check OPENAI_BASE_URL and OPENAI_API_KEY.', async () => {
      if (!engine.status().provider) return missing('no provider; the offline assistant answers', 'Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local model.');
      return ok(await engine.ping());
    }),
    checked('Check GLOSS_CHROME_PATH.', async () => (net.browser.path
      ? ok(`${await net.browser.version()} at ${net.browser.path}`)
      : missing('no browser; pages that need scripts are read as far as possible', 'Install Chromium (apt-get install chromium), or set GLOSS_CHROME_PATH.'))),
    checked('Check GLOSS_YTDLP_PATH.', async () => (net.ytdlp.path
      ? ok(`yt-dlp ${await net.ytdlp.version()} at ${net.ytdlp.path}`)
      : missing('no yt-dlp; YouTube cannot be read', 'Install yt-dlp (its newest release), or set GLOSS_YTDLP_PATH.'))),
  ]);
  const needed = [db, clock, search, store];
  return {
    status: needed.some((part) => part.status === 'failed') ? 'failed' : 'ok',
    version: VERSION,
    components: { database: db, queue: clock, index: search, files: store, ai, browser, ytdlp },
  };
}
