/** Answers as they are written: a POST whose body is server-sent events. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parseAnswerEvent, type AnswerEvent } from '#core/contract/answer-event.ts';
import { json, NETWORK_ERROR, send } from './api.ts';

const CUT: AnswerEvent = { event: 'error', data: { code: 'interrupted', message: NETWORK_ERROR } };

/**
 * Yields every event of an AI call. Throws an `ApiError` when it does not begin; once begun, a
 * broken or early end is the last event, an `error`. Ends quietly when `signal` is aborted. With a
 * `key` it is one question however often it is sent.
 */
export async function* streamAnswer(
  path: string,
  body: unknown,
  signal: AbortSignal,
  key?: string,
): AsyncGenerator<AnswerEvent, void> {
  const { headers, ...rest } = json(body);
  const response = await send(path, {
    method: 'POST',
    signal,
    ...rest,
    headers: { ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
  });
  yield* readAnswer(response.body, signal);
}

/**
 * An answer that is being written, from its first event on; undefined when it is not being written
 * any more. Throws an `ApiError`.
 */
export async function resumeAnswer(
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<AnswerEvent, void> | undefined> {
  const response = await send(`ai/v2/answers/${encodeURIComponent(id)}`, {
    signal,
    headers: { 'Last-Event-ID': '0' },
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    return readAnswer(response.body, signal);
  await response.body?.cancel();
  return undefined;
}

export async function* readAnswer(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  if (!body) {
    yield CUT;
    return;
  }
  const events = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await events.read();
      if (done) {
        yield CUT;
        return;
      }
      const event = parseAnswerEvent(value.event ?? 'message', value.data);
      if (!event) continue;
      yield event;
      if (event.event === 'done' || event.event === 'error') return;
    }
  } catch (cause) {
    if (signal.aborted) return;
    console.warn('An answer broke off.', cause);
    yield CUT;
  } finally {
    await events
      .cancel()
      .catch((cause: unknown) => console.debug('The stream was already closed.', cause));
  }
}
