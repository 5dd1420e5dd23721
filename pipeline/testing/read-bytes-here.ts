import type { ReadBytes } from '#pipeline/sources/contract.ts';
import { answerReading } from '#pipeline/sources/extractors.ts';

/** Answers readings in the test's own process, as a parsing child would. */
export const readBytesHere: ReadBytes = async ({ kind, name, output }, input, { signal }) => {
  signal.throwIfAborted();
  return output.parse(await answerReading(kind, name, input));
};
