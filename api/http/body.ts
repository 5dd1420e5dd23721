import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { Fault } from '#core/contract/faults.ts';
import type { Route } from './route.ts';

const USUAL_JSON = '1mb';

const json = (jsonLimit: string) => koaBody({
  json: true, urlencoded: false, text: false, multipart: false, jsonLimit, jsonStrict: true,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  onError(error) { throw (error as { status?: number }).status === 413 ? error : new Fault('bad_request', { message: 'The body is not valid JSON.', cause: error }); },
});

async function bytes(koa: Context, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of koa.req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Fault('too_large', { message: `This is larger than ${Math.floor(most / 2 ** 20)} MB.` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** How a route reads its body: JSON of 1 MB, unless it says that it takes more, or bytes as they are. */
export function bodyReader({ takes }: Pick<Route, 'takes'>): (koa: Context) => Promise<unknown> {
  if (takes && 'maxBytes' in takes) return (koa) => bytes(koa, takes.maxBytes);
  const read = json(takes?.jsonLimit ?? USUAL_JSON);
  return async (koa) => {
    await read(koa, async () => undefined);
    return koa.request.body ?? {};
  };
}
