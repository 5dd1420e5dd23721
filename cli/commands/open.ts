import { spawn } from 'node:child_process';
import { z } from 'zod';
import { Reconciled } from '#core/contract/reconcile.ts';
import type { CliCommand } from '../command.ts';
import { paint, type Output } from '../render/output.ts';

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' };

/** Opens a link in the browser of this machine. */
export function openBrowser(url: string, out: Output): void {
  const opener = OPENERS[process.platform];
  if (!opener || !out.live) return;
  spawn(opener, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {
      out.note("Couldn't open a browser. Use the link.");
    })
    .unref();
}

export const open: CliCommand = {
  describe: (program) =>
    program.command('open').description('Open the workspace in a browser, signed in'),
  async run({ out, api }) {
    const server = await api();
    if (server.hosted) {
      out.problem('No server is running. Start it first: gloss start');
      return 3;
    }
    const { url } = await server.send('POST', 'auth/link', {}, z.object({ url: z.string() }));
    out.record({ url });
    out.line(`Open this once to sign in:\n${paint('cyan', url)}`);
    openBrowser(url, out);
    return 0;
  },
};

const ENGINES = { sqlite: 'Embedded index', qdrant: 'Qdrant' };

export const reindex: CliCommand = {
  describe: (program) =>
    program
      .command('reindex')
      .description('Rebuild the search index from the library')
      .option('--drift', 'only fix differences from the library'),
  async run({ out, api }, _args, options) {
    const server = await api();
    if (options['drift'] === true) {
      out.note('Comparing the search index with the library …');
      for (const done of await server.send('POST', 'reconcile', {}, z.array(Reconciled))) {
        out.record(done);
        const differed = Object.entries(done.drift)
          .filter(([, count]) => count > 0)
          .map(([what, count]) => `${count} ${what}`);
        out.line(
          `${ENGINES[done.engine]}: ${done.chunks} passages of ${done.sources} sources; ${differed.length > 0 ? `fixed ${differed.join(', ')}` : 'no drift'}.`,
        );
      }
      return 0;
    }
    out.note('Rebuilding the search index …');
    const done = await server.send(
      'POST',
      'reindex',
      {},
      z.object({ sources: z.int(), chunks: z.int() }),
    );
    out.record(done);
    out.line(`${done.chunks} passages of ${done.sources} sources indexed.`);
    return 0;
  },
};
