import { Fault } from '#core/contract/faults.ts';

/**
 * Splits text that arrives in pieces into lines. Faults: `corrupt_file` for a line of more than
 * `most` characters, before it is completely in memory.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    rest.push(first);
    length += first.length;
    if (length > most)
      throw new Fault('corrupt_file', {
        message: `One of its lines is longer than ${most} characters.`,
      });
    for (const line of more) {
      yield rest.join('');
      rest = [line];
      length = line.length;
    }
  }
  const last = rest.join('');
  if (last !== '') yield last;
}
