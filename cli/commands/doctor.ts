import { COMPONENTS, Health } from '#core/contract/health.ts';
import type { CliCommand } from '../command.ts';
import { paint } from '../render/output.ts';

const MARK = { ok: ['green', '✓'], missing: ['yellow', '○'], failed: ['red', '✗'] } as const;

export const doctor: CliCommand = {
  describe: (program) => program.command('doctor').description('Check every part, and say how to mend what is missing'),
  async run({ out, api }) {
    const server = await api();
    const health = await server.get('health', Health);
    out.record(health);
    out.line(`Gloss ${health.version} · Node ${process.versions.node} · ${server.hosted ? 'no server runs; checked in this process' : server.url}`);
    for (const name of COMPONENTS) {
      const part = health.components[name];
      const [color, mark] = MARK[part.status];
      out.line(`${paint(color, mark)} ${name.padEnd(9)} ${part.detail}`);
      if (part.status !== 'ok' && part.mend) out.line(`            ${paint('dim', part.mend)}`);
    }
    return health.status === 'ok' ? 0 : 1;
  },
};
