import type { ReadBytes } from '#pipeline/sources/contract.ts';
import { answerReading } from '#pipeline/sources/extractors.ts';

/** Runs byte readings in the test process instead of a parsing child. */
export const readBytesHere: ReadBytes = async ({ kind, name, output }, input, { signal }) => {
  signal.throwIfAborted();
  return output.parse(await answerReading(kind, name, input));
};
