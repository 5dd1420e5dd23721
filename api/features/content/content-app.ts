/**
 * The content host: it serves foreign content, which is never served by the app's origin. It reads
 * no cookies, and every address but those of samples is signed.
 */
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import Koa from 'koa';
import sirv from 'sirv';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import { onError } from '../../http/on-error.ts';
import { observeRequests, type Metrics } from '../../telemetry/index.ts';
import { BODY_PACE, timeOutSlowBody } from '../../http/slow-body.ts';
import { MediaSlots } from './media-slots.ts';
import { readerFont } from './reader-fonts.ts';
import { relayMedia, type MediaStreams } from './relay-media.ts';
import { sendFile } from './send-file.ts';
import { servedView, type ViewPorts } from './served-view.ts';
import type { Grant } from './signing.ts';

type UploadGrant = Extract<Grant, { what: 'upload' }>;

export interface ContentPorts extends ViewPorts {
  media: MediaStreams;
  log: Log;
  metrics: Metrics;
  samplesDir: string;
  /** Accepts one file per address; its content must match its type. */
  receive(grant: UploadGrant, request: IncomingMessage): Promise<{ size: number }>;
}

async function sendView(
  koa: Koa.Context,
  grant: Extract<Grant, { what: 'view' }>,
  ports: ContentPorts,
): Promise<void> {
  const source = await ports.library.find(grant.source as SourceId);
  if (!source || source.deletedAt) throw new Fault('absent');
  const view = await servedView(ports, { ...source, version: grant.version }, grant.mode);
  koa.set(view.headers);
  koa.body = view.html;
}

async function takeUpload(
  koa: Koa.Context,
  grant: UploadGrant,
  { receive }: ContentPorts,
): Promise<void> {
  try {
    if (koa.request.type !== grant.type)
      throw new Fault('not_allowed', { message: `This address takes ${grant.type}.` });
    if (Number(koa.get('Content-Length')) > grant.maxBytes) throw new Fault('too_large');
    const arrived = timeOutSlowBody(koa.req, grant.maxBytes, BODY_PACE);
    const { size } = await receive(grant, koa.req).finally(arrived);
    koa.status = 201;
    koa.body = { data: { fileKey: grant.key, size } };
  } catch (error) {
    // Does not wait for the rest of the body.
    koa.set('Connection', 'close');
    koa.req.resume();
    throw error;
  }
}

/** a month */
const FONT_S = 30 * 86_400;

export function contentApp(ports: ContentPorts): Koa {
  const app = new Koa();
  // Ignores clients that disconnect during a response; onError reports all other errors.
  app.on('error', (error: unknown) => {
    ports.log.debug({ err: error }, 'a client disconnected during a response');
  });
  const slots = new MediaSlots();
  const samples = sirv(ports.samplesDir, { dev: false, etag: true });
  app.use(observeRequests(ports.metrics, 'content'));
  app.use(onError(ports.log));
  app.use(async (koa) => {
    koa.set({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (koa.get('Origin') === ports.publicUrl)
      koa.set({
        'Access-Control-Allow-Origin': ports.publicUrl,
        Vary: 'Origin',
        'Access-Control-Expose-Headers': 'Content-Length, Content-Range, Accept-Ranges',
      });
    if (koa.method === 'OPTIONS') {
      koa.set({
        'Access-Control-Allow-Methods': 'GET, PUT',
        'Access-Control-Allow-Headers': 'Content-Type, Range',
        'Access-Control-Max-Age': '600',
      });
      koa.status = 204;
      return;
    }
    const token = /^\/c\/([\w.-]+)$/.exec(koa.path)?.[1];
    if (token) {
      const grant = ports.signer.open(token);
      if (koa.method === 'PUT' && grant.what === 'upload') return takeUpload(koa, grant, ports);
      if (koa.method !== 'GET' && koa.method !== 'HEAD') throw new Fault('not_allowed');
      if (grant.what === 'view') return sendView(koa, grant, ports);
      if (grant.what === 'file') return sendFile(koa, ports.files, grant);
      throw new Fault('not_allowed');
    }
    const media = /^\/media\/([\w.-]+)\/[\w.-]+$/.exec(koa.path)?.[1];
    if (media) {
      const grant = ports.signer.open(media);
      if (grant.what !== 'media' || (koa.method !== 'GET' && koa.method !== 'HEAD'))
        throw new Fault('not_allowed');
      return relayMedia(koa, grant, { ...ports, slots });
    }
    const font = readerFont(koa.path);
    if (font !== undefined) {
      // A sandboxed page has no origin that could be named.
      koa.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': `public, max-age=${FONT_S}` });
      koa.type = 'font/woff2';
      koa.body = createReadStream(font);
      return;
    }
    if (!koa.path.startsWith('/samples/')) throw new Fault('absent');
    koa.respond = false;
    koa.req.url = koa.req.url?.replace('/samples/', '/');
    samples(koa.req, koa.res, () => {
      koa.res.writeHead(404).end();
    });
  });
  return app;
}
