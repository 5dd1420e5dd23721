import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { Fault } from '#core/contract/faults.ts';
import type { Route } from './route.ts';
import { BODY_PACE, timeOutSlowBody, type BodyPace } from './slow-body.ts';

const USUAL_JSON = 2 ** 20;

const json = (jsonLimit: number) =>
  koaBody({
    json: true,
    urlencoded: false,
    text: false,
    multipart: false,
    jsonLimit,
    jsonStrict: true,
    parsedMethods: [
      HttpMethodEnum.POST,
      HttpMethodEnum.PUT,
      HttpMethodEnum.PATCH,
      HttpMethodEnum.DELETE,
    ],
    onError(error) {
      throw (error as { status?: number }).status === 413
        ? error
        : new Fault('bad_request', { message: 'The body is not valid JSON.', cause: error });
    },
  });

async function bytes(koa: Context, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of koa.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most)
      throw new Fault('too_large', {
        message: `This is larger than ${Math.floor(most / 2 ** 20)} MB.`,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Reads request bodies: JSON of up to 1 MB (a route may allow more or less) or raw bytes, within a time
 * limit.
 */
export function bodyReader(
  { takes }: Pick<Route, 'takes'>,
  pace: BodyPace = BODY_PACE,
): (koa: Context) => Promise<unknown> {
  const most =
    takes === undefined
      ? USUAL_JSON
      : 'maxBytes' in takes
        ? takes.maxBytes
        : Number.parseInt(takes.jsonLimit, 10) * 2 ** (takes.jsonLimit.endsWith('kb') ? 10 : 20);
  const read = takes && 'maxBytes' in takes ? undefined : json(most);
  return async (koa) => {
    const arrived = timeOutSlowBody(koa.req, most, pace);
    try {
      if (!read) return await bytes(koa, most);
      await read(koa, async () => undefined);
      return koa.request.body ?? {};
    } finally {
      arrived();
    }
  };
}
