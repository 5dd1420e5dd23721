/**
 * Hostile documents on every path that accepts untrusted bytes, and how long other requests wait
 * meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { scriptedProvider, speaks } from '#api/answer/testing/scripted-provider.ts';
import { hostileDocuments, type HostileDocument } from '#pipeline/testing/hostile-documents.ts';
import { atMost, type AttackRow } from '../lib/attack.ts';
import { startGloss, untilReady, withDataDir } from '../lib/gloss-process.ts';
import { openHostileSite } from '../lib/hostile-site.ts';
import { watchReady, type ReadyWatch } from '../lib/ready-watch.ts';
import { HANG_PATHS, type HangPath, type HangSetting } from './hang-paths.ts';

const IDLE_MS = 250;
const LOADED_MS = 1_000;
const AT_ONCE = 8;
const USERS = 3;
/** Documents for each path, spread over all kinds. */
const DOCUMENTS = 40;
/** Time limit of one attempt; a child that it started runs until its own deadline. */
const ATTEMPT_MS = 2_500;
const BASELINE_MS = 10_000;

function spread<T>(all: readonly T[], most = all.length): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from(
    { length: Math.min(most, all.length) },
    (_, at) => all[Math.floor(at * step)],
  ).filter((it) => it !== undefined);
}
async function once(
  setting: HangSetting,
  path: HangPath,
  document: HostileDocument,
): Promise<void> {
  // Refused or aborted attempts count as done; waits are measured separately.
  await path.attempt(setting, document, AbortSignal.timeout(ATTEMPT_MS)).catch(() => undefined);
}

/** One document after another; the document with the longest wait is named on stderr. */
async function idle(
  setting: HangSetting,
  path: HangPath,
  documents: readonly HostileDocument[],
  watch: ReadyWatch,
): Promise<AttackRow> {
  let [longest, failures, worst] = [0, 0, ''];
  await watch.take();
  for (const document of documents) {
    await once(setting, path, document);
    const waits = await watch.take();
    failures += waits.failures;
    if (waits.longestMs > longest) [longest, worst] = [waits.longestMs, document.name];
  }
  process.stderr.write(
    `  ${path.name}: ${Math.round(longest)} ms (${worst})${failures > 0 ? `, ${failures} failures` : ''}\n`,
  );
  return atMost(`longest wait: ${path.name}`, 'children, bounded readers', documents.length, {
    most: IDLE_MS,
    value: longest,
    unit: 'ms',
  });
}

async function normalUser(setting: HangSetting, signal: AbortSignal): Promise<void> {
  for (let at = 0; !signal.aborted; at += 1) {
    const path =
      ['threads', 'search?q=otters', `sources/${setting.page}/text`, 'sources?limit=20'][at % 4] ??
      'threads';
    await setting.gloss
      .call('GET', path)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    await wait(200);
  }
}
async function loaded(
  setting: HangSetting,
  documents: readonly HostileDocument[],
  watch: ReadyWatch,
): Promise<AttackRow> {
  const ended = new AbortController();
  const users = Array.from({ length: USERS }, () => normalUser(setting, ended.signal));
  const attempts = spread(documents, DOCUMENTS).flatMap((document, at) =>
    [at, at + 7].map((n) => ({ document, path: HANG_PATHS[n % HANG_PATHS.length] })),
  );
  const queue = attempts.values();
  await watch.take();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { document, path } of queue) if (path) await once(setting, path, document);
    }),
  );
  const waits = await watch.take();
  ended.abort();
  await Promise.all(users);
  return atMost(
    `longest wait: ${AT_ONCE} documents at once on all paths, beside ${USERS} users`,
    'children, bounded readers',
    attempts.length,
    { most: LOADED_MS, value: waits.longestMs, unit: 'ms' },
  );
}

const article =
  '<!doctype html><html lang="en"><title>Otters</title><body><article><h1>Otters</h1><p>Sea otters hold hands while they sleep, so that the current does not carry them apart. A group of resting otters is called a raft.</p><p>An otter keeps a favourite stone in a pouch of loose skin under its arm.</p></article></body></html>';
const cues = 'WEBVTT\n\n00:00.000 --> 00:09.000\nOtters hold hands while they sleep.\n';

export async function attack(): Promise<AttackRow[]> {
  const [site, provider] = [await openHostileSite(), await scriptedProvider()];
  site.files.set('/page.html', { type: 'text/html', bytes: article });
  site.files.set('/video.html', {
    type: 'text/html',
    bytes:
      '<!doctype html><title>A video</title><video controls src="/video.mp4"><track kind="captions" srclang="en" src="/video.vtt"></video>',
  });
  site.files.set('/video.vtt', { type: 'text/vtt', bytes: cues });
  site.files.set('/video.mp4', { type: 'video/mp4', bytes: new Uint8Array(64) });
  /** comma-separated parts of names of paths to attack; default all */
  const only = process.env['GLOSS_BENCH_HANG_PATHS']?.split(',');
  try {
    return await withDataDir(async (folder) => {
      const gloss = await startGloss(folder, {
        GLOSS_FETCH_ALLOW: site.at,
        OPENAI_BASE_URL: provider.baseUrl,
        OPENAI_API_KEY: 'none',
        GLOSS_LOG_LEVEL: 'error',
      });
      const watch = await watchReady(gloss.url);
      try {
        const { _id: thread } = z
          .object({ _id: z.string() })
          .parse(await gloss.data('POST', 'threads', { title: 'Hang' }));
        const {
          added: [page = '', video = ''],
        } = z.object({ added: z.array(z.string()) }).parse(
          await gloss.data('POST', 'thread/addSource', {
            threadId: thread,
            sources: [{ url: `${site.url}/page.html` }, { url: `${site.url}/video.html` }],
          }),
        );
        await untilReady(gloss);
        const setting: HangSetting = {
          gloss,
          site,
          thread,
          page,
          video,
          answer: (text) => {
            provider.script(speaks(text));
          },
        };
        await watch.take();
        await wait(BASELINE_MS);
        const rest = await watch.take();
        const rows: AttackRow[] = [
          {
            ...atMost('longest wait: no document at all, for comparison', '–', rest.count, {
              most: IDLE_MS,
              value: rest.longestMs,
              unit: 'ms',
            }),
            isMet: true,
          },
        ];
        const documents = hostileDocuments();
        for (const path of HANG_PATHS)
          if (only?.some((part) => path.name.includes(part)) ?? true)
            rows.push(await idle(setting, path, spread(documents, DOCUMENTS), watch));
        if (only === undefined) rows.push(await loaded(setting, documents, watch));
        return rows;
      } finally {
        await watch.end();
        await gloss.stop();
      }
    });
  } finally {
    site.close();
    await provider.close();
  }
}
