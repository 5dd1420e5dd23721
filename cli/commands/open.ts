import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { CliCommand } from '../command.ts';
import { paint } from '../render/output.ts';

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' };

export const open: CliCommand = {
  describe: (program) => program.command('open').description('Open the workspace in a browser, signed in'),
  async run({ out, api }) {
    const server = await api();
    if (server.hosted) {
      out.problem('No server runs here. Start it first: scripts/start');
      return 3;
    }
    const { url } = await server.send('POST', 'auth/link', {}, z.object({ url: z.string() }));
    out.record({ url });
    out.line(`Open this once to sign in:\n${paint('cyan', url)}`);
    const opener = OPENERS[process.platform];
    if (opener && out.live) spawn(opener, [url], { stdio: 'ignore', detached: true }).on('error', () => { out.note('No browser could be opened; use the link.'); }).unref();
    return 0;
  },
};

export const reindex: CliCommand = {
  describe: (program) => program.command('reindex').description('Rebuild the search index from the library'),
  async run({ out, api }) {
    const server = await api();
    out.note('Rebuilding the search index …');
    const done = await server.send('POST', 'reindex', {}, z.object({ sources: z.int(), chunks: z.int() }));
    out.record(done);
    out.line(`${done.chunks} passages of ${done.sources} sources indexed.`);
    return 0;
  },
};
