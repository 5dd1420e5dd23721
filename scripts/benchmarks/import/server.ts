/** The server under measurement, which may be killed and started again on the same data. */
import { startGloss, type GlossProcess } from '../lib/gloss-process.ts';
import { watchTree } from '../lib/process-tree.ts';

export interface KilledServer {
  data: GlossProcess['data'];
  /** number of kills */
  kills: number;
  /** kills the server with SIGKILL and restarts it */
  killAndRestart(): Promise<void>;
  /** total over all restarts */
  use(): { cpuS: number; peakMb: number };
  stop(): Promise<void>;
}

export async function startKilledServer(
  folder: string,
  env: Record<string, string>,
  main?: string,
): Promise<KilledServer> {
  const start = () => startGloss(folder, env, undefined, [], main);
  let gloss = await start();
  let watch: ReturnType<typeof watchTree> | undefined = watchTree(gloss.pid);
  const use = { cpuS: 0, peakMb: 0 };
  const note = (): void => {
    const life = watch?.end();
    watch = undefined;
    use.cpuS += life?.cpuS ?? 0;
    use.peakMb = Math.max(use.peakMb, life?.peakMemoryMb ?? 0);
  };
  const server: KilledServer = {
    kills: 0,
    data: (method, path, body) => gloss.data(method, path, body),
    async killAndRestart() {
      server.kills += 1;
      note();
      process.kill(gloss.pid, 'SIGKILL');
      await gloss.stop();
      gloss = await start();
      watch = watchTree(gloss.pid);
    },
    use() {
      note();
      return use;
    },
    async stop() {
      note();
      await gloss.stop();
    },
  };
  return server;
}
