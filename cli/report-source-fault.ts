import { Fault } from '#core/contract/faults.ts';
import type { Context } from './command.ts';

/**
 * Reports that a command failed for one source, with `record` and the error as JSON. Rethrows
 * errors that would occur for the other sources too.
 */
export function reportSourceFault(
  { out }: Context,
  id: string,
  error: unknown,
  record: object,
): void {
  if (!(error instanceof Fault) || error.code === 'unreachable' || error.code === 'not_signed_in')
    throw error;
  const message =
    error.code === 'absent' || error.code === 'bad_request'
      ? 'Source not found. List sources: gloss list'
      : error.message;
  out.record({ ...record, error: { code: error.code, message } });
  out.problem(message, id);
}
