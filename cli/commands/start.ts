/** `gloss start` runs Gloss and opens its page. `gloss serve` runs it on a server. */
import { createServer } from 'node:net';
import { z } from 'zod';
import { Option } from 'commander';
import type { Settings } from '#config/settings.ts';
import { readOwnerToken } from '#api/compose/data-dir.ts';
import { createApi, type Api } from '#api/client/client.ts';
import type { CliCommand } from '../command.ts';
import { isRunning, serverNote } from '../running-server.ts';
import { openBrowser } from './open.ts';
import { serveUntilStopped } from './serve.ts';

/** Whether a server could listen on this port. */
async function isFree({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer()
    .once('error', () => resolve(false))
    .listen(port, host, () => resolve(true));
  const free = await promise;
  probe.close();
  return free;
}

async function runningApi({ dataDir }: Settings, signal: AbortSignal): Promise<Api | undefined> {
  const note = await serverNote(dataDir);
  if (!note) return undefined;
  const api = createApi({ url: note.url, token: await readOwnerToken(dataDir), signal });
  return (await isRunning(note, api, signal)) ? api : undefined;
}

export const start: CliCommand = {
  describe: (program) =>
    program
      .command('start')
      .description('Run Gloss and open it in a browser, signed in')
      .option('--no-open', 'only print the link')
      .option('--no-worker', 'leave the work to `gloss worker` processes')
      .option('--no-sample', 'make no sample thread at the first start')
      .option('--no-supervise', 'do not restart the server when it hangs or crashes')
      .addOption(new Option('--restarted <port>').hideHelp())
      .addOption(new Option('--work-after <ms>').hideHelp())
      .addHelpText(
        'after',
        '\nThe port is GLOSS_PORT, by default 4870. If that is taken and GLOSS_PORT is not set, another one is used.\nIf Gloss already runs, its page is opened. Ctrl-C stops Gloss. Your data is in GLOSS_DATA_DIR, by default ~/.gloss.',
      ),
  async run({ settings, out, signal }, _args, options) {
    const isRestart = options['restarted'] !== undefined;
    const running = isRestart ? undefined : await runningApi(settings, signal);
    if (running) {
      const { url } = await running.send('POST', 'auth/link', {}, z.object({ url: z.string() }));
      out.record({ url: running.url, link: url });
      out.line(`Gloss already runs. Open this once to sign in:\n${url}`);
      if (options['open'] !== false) openBrowser(url, out);
      return 0;
    }
    const port = settings.isPortChosen || (await isFree(settings)) ? settings.port : 0;
    return serveUntilStopped({ settings: { ...settings, port }, out, signal }, options, {
      onLink: (link) => {
        if (options['open'] !== false) openBrowser(link, out);
      },
    });
  },
};
