import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Import } from '#core/contract/import.ts';
import { createApi } from '#api/client/client.ts';
import { readOwnerToken } from '#api/compose/data-dir.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { articlePage } from '#api/testing/test-server.ts';
import { dnsServer, type DnsServer } from '#pipeline/net/testing/dns-server.ts';
import { serveLoopback, type LoopbackSite } from '#pipeline/testing/loopback-net.ts';
import { openTestFolder, runGloss, startGloss, type TestFolder } from '../testing/run-gloss.ts';

const HOSTS = Array.from({ length: 100 }, (_, n) => `bay-${n}.test`);
const paragraphs = (name: string): string[] =>
  ['one', 'two', 'three', 'four'].map(
    (word) =>
      `Part ${word} of the notes from ${name} tells how sea otters hold hands while they sleep, so that no current carries them apart, and how they open mussels with a stone.`,
  );

let isOnline = false;
let folder: TestFolder;
let site: LoopbackSite;
let names: DnsServer;
let server: ServerProcess;
let env: Record<string, string>;

beforeAll(async () => {
  folder = openTestFolder();
  site = await serveLoopback((path) => articlePage(`Page ${path}`, paragraphs(path)));
  names = await dnsServer(() => (isOnline ? { addresses: ['127.0.0.1'] } : 'drop'));
  const { port } = new URL(site.origin);
  env = {
    GLOSS_DATA_DIR: join(folder.path, 'data'),
    GLOSS_DNS_SERVERS: names.at,
    GLOSS_FETCH_ALLOW: HOSTS.map((host) => `${host}:${port}`).join(','),
    GLOSS_LOG_LEVEL: 'error',
    GLOSS_PORT: '0',
  };
  server = await startServerProcess(env, ['--no-sample']);
});
afterAll(async () => {
  await server.kill();
  await Promise.all([site.close(), names.close()]);
  folder.remove();
});

it('waits while it is offline, says so, and resumes by itself without failures', async () => {
  const { port } = new URL(site.origin);
  const list = join(folder.path, 'bays.txt');
  writeFileSync(list, HOSTS.map((host) => `http://${host}:${port}/${host}`).join('\n'));
  const importing = startGloss(['import', list], env);
  await importing.says(/No network\. Resumes automatically\./);

  const token = await readOwnerToken(join(folder.path, 'data'));
  const api = createApi({
    url: server.url,
    token,
    signal: new AbortController().signal,
  });
  const { docs } = await api.get('imports', z.object({ docs: z.array(Import) }));
  expect(docs).toMatchObject([{ state: 'running', waitsFor: 'network', failed: 0, ready: 0 }]);
  expect((await runGloss(['status'], env)).stdout).toContain('No network. Resumes automatically.');
  // The rest of the list has not started.
  expect(docs[0]?.queued).toBeGreaterThan(0);

  isOnline = true;
  const ran = await importing.done;
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining(`${HOSTS.length} added`) });
  expect(await api.get(`imports/${docs[0]?._id}?limit=1`, Import)).toMatchObject({
    state: 'done',
    ready: HOSTS.length,
    failed: 0,
  });
});
