/** Reading positions on their way to the server. */
import type { SourceMetadataBody } from '#core/contract/thread.ts';
import { json, send } from './api.ts';

let last: Promise<unknown> = Promise.resolve();

export function sendReadingPositions(threadId: string, body: SourceMetadataBody): Promise<unknown> {
  last = send(`thread/v1/source-metadata/${encodeURIComponent(threadId)}`, {
    method: 'PUT',
    keepalive: true,
    ...json(body),
  });
  return last;
}

/** Resolves once what was sent has arrived, or has not. */
export const positionsSent = (): Promise<unknown> => last.catch(() => undefined);
