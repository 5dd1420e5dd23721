import type { Context, ExitCode } from './command.ts';
import { reportSourceFault } from './report-source-fault.ts';

/** Runs `act` for each id. Reports failures by name and continues with the rest. */
export async function forEachSource(
  context: Context,
  ids: readonly string[],
  act: (id: string) => Promise<void>,
): Promise<ExitCode> {
  let failures = 0;
  for (const id of ids) {
    try {
      await act(id);
    } catch (error) {
      reportSourceFault(context, id, error, { id });
      failures += 1;
    }
  }
  return failures > 0 ? 1 : 0;
}
