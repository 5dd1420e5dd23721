/** Streamed answers: a POST whose response is server-sent events. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parseAnswerEvent, type AnswerEvent } from '#core/contract/answer-event.ts';
import { json, NETWORK_ERROR, send } from './api.ts';

const CUT: AnswerEvent = { event: 'error', data: { code: 'interrupted', message: NETWORK_ERROR } };

/**
 * Yields every event of an AI request. Throws an `ApiError` if it does not start; afterwards, a
 * broken or early end is a last event, an `error`. Ends silently when `signal` is aborted. With a
 * `key`, repeated requests are one question.
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
 * Follows a running answer from its first event; undefined if it is no longer running. Throws an
 * `ApiError`.
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
