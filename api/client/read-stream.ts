/** Readers of responses that arrive in pieces. */
import { createParser } from 'eventsource-parser';
import type { z } from 'zod';

type Body = Response['body'];

/** Yields each JSON line as soon as it has arrived. Throws if a line does not match the schema. */
export async function* readJsonLines<S extends z.ZodType>(
  body: Body,
  schema: S,
): AsyncGenerator<z.output<S>, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield schema.parse(JSON.parse(line));
  }
  if (rest !== '') yield schema.parse(JSON.parse(rest));
}

/**
 * Yields server-sent events until the body ends; `event` is `message` for events without a name.
 */
export async function* readServerSentEvents(
  body: Body,
): AsyncGenerator<{ event: string; data: string }, void> {
  const queue: { event: string; data: string }[] = [];
  const parser = createParser({
    onEvent: (event) => {
      queue.push({ event: event.event ?? 'message', data: event.data });
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* queue.splice(0);
  }
}
