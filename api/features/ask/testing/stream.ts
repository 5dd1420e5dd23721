import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import { parseAnswerEvent, type AnswerEvent } from '#core/contract/answer-event.ts';
import { type Citation } from '#core/contract/ask.ts';
import type { TestServer } from '../../../testing/test-server.ts';

export interface Streamed {
  status: number;
  type: string | null;
  events: AnswerEvent[];
  /** the error of a refusal */
  refusal: { code?: string; message?: string; details?: unknown } | undefined;
}
interface StreamOptions {
  token?: string;
  headers?: Record<string, string>;
  /** disconnects early, as a closed tab does */
  until?: (event: AnswerEvent) => boolean;
}

/** Calls an AI feature and reads its stream to the end. */
export async function stream(
  { server, ownerToken }: Pick<TestServer, 'server' | 'ownerToken'>,
  path: string,
  body: unknown,
  { token = ownerToken, headers = {}, until = () => false }: StreamOptions = {},
): Promise<Streamed> {
  const leave = new AbortController();
  const response = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    signal: leave.signal,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const type = response.headers.get('content-type');
  if (!response.ok)
    return {
      status: response.status,
      type,
      events: [],
      refusal: (await response.json()) as Streamed['refusal'],
    };
  const events: AnswerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const parsed = parseAnswerEvent(event ?? 'message', data);
      if (parsed) events.push(parsed);
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (events.some(until)) leave.abort();
    }
  } catch (error) {
    if (!leave.signal.aborted) throw error;
  }
  return { status: response.status, type, events, refusal: undefined };
}

export const textOf = (events: readonly AnswerEvent[]): string =>
  events.flatMap((event) => (event.event === 'message' ? [event.data] : [])).join('');
export const citationsOf = (events: readonly AnswerEvent[]): Citation[] =>
  events.flatMap((event) => (event.event === 'citations' ? event.data : []));
export function idOf(events: readonly AnswerEvent[]): string {
  const [first] = events;
  expect(first?.event).toBe('start');
  return first?.event === 'start' ? first.data.answer_id : '';
}
/** Expects an index entry and a citation for every mark. */
export function expectMarksToResolve(events: readonly AnswerEvent[]): void {
  const index = Object.assign(
    {},
    ...events.flatMap((event) => (event.event === 'index' ? [event.data] : [])),
  ) as Record<string, string>;
  for (const [, mark] of textOf(events).matchAll(/\[(\d+)\]/g)) {
    expect(index).toHaveProperty(String(mark));
    expect(citationsOf(events).map((it) => String(it.mark))).toContain(mark);
  }
}
