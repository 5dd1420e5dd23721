import type { CliCommand } from '../command.ts';
import { untilAborted } from './serve.ts';

export const schedule: CliCommand = {
  describe: (program) =>
    program.command('schedule').description('Start refreshes when they are due; workers run them'),
  async run({ settings, out, signal }) {
    const [{ schedule: start }, { createLog }] = await Promise.all([
      import('#api/server.ts'),
      import('#config/log.ts'),
    ]);
    const running = await start(settings, createLog(settings.logLevel), { watchdog: {} });
    out.record({ pid: process.pid });
    out.note('The schedule is running. Ctrl-C stops it.');
    await untilAborted(signal);
    await running.close();
    return 0;
  },
};
