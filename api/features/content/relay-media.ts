/**
 * Relays video and audio of other hosts, which see only this server and no browser. Bytes are
 * forwarded as they arrive and not stored. Only video and audio are forwarded; addresses in
 * playlists are rewritten to signed addresses of this relay.
 */
import { Transform, type Readable } from 'node:stream';
import type { Context } from 'koa';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Library } from '#pipeline/library/index.ts';
import {
  isPlaylist,
  isPlaylistName,
  MOST_PLAYLIST_BYTES,
  rewritePlaylist,
} from './hls-playlist.ts';
import type { MediaSlots, Slot } from './media-slots.ts';
import type { Grant, Signer } from './signing.ts';

interface MediaOptions {
  method: 'GET' | 'HEAD';
  range?: string;
  ifRange?: string;
  signal: AbortSignal;
}
interface MediaResponse {
  /** after redirects */
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Readable;
}
/** Files of other hosts as streams, through the gate. */
export interface MediaStreams {
  open(url: string, options: MediaOptions): Promise<MediaResponse>;
}
export interface RelayPorts {
  library: Library;
  media: MediaStreams;
  signer: Signer;
  slots: MediaSlots;
}
type MediaGrant = Extract<Grant, { what: 'media' }>;

/** A player that reads nothing for this long is paused; it requests the rest when it continues. */
const IDLE_MS = 120_000;
const RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/;
const CONTENT_RANGE = /^bytes (?:\d{1,15}-\d{1,15}|\*)\/(?:\d{1,15}|\*)$/;
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;
const FILM_OR_SOUND = /^(?:video|audio)\/[\w.+-]{1,60}$/;
/**
 * Segments and keys of HLS, and files whose hosts don't state a type. A browser plays them, and
 * executes none.
 */
const BYTES: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/mp4',
  'application/ogg',
]);
const POLICY = "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'none'";

const typeOf = ({ headers }: MediaResponse): string =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';

interface Relayed {
  source: string;
  version: number;
  /** address of the file at its host */
  url: string;
  /** named by a playlist, not by the source itself */
  isPart: boolean;
}

/**
 * Returns the address of a relayed file. It keeps the file's extension, by which players recognise
 * playlists.
 */
export function relayUrl(signer: Signer, { source, version, url, isPart }: Relayed): string {
  const name =
    new URL(url).pathname
      .split('/')
      .at(-1)
      ?.replace(/[^\w.-]/g, '')
      .slice(-80) ?? '';
  const token = signer.token({ what: 'media', source, version, ...(isPart && { url }) });
  return `${signer.contentUrl}/media/${token}/${name === '' ? 'file' : name}`;
}

/** Faults: `absent` if the source was deleted, or has no video any more. */
async function findFile(
  grant: MediaGrant,
  library: Library,
): Promise<{ address: string; owner: string }> {
  const source = await library.find(grant.source as SourceId);
  const address = grant.url ?? source?.facts.mediaUrl;
  if (!source || source.deletedAt || address === undefined) throw new Fault('absent');
  return { address, owner: source.ownerId };
}

/** Forwards headers of the other host that have a valid form. */
function passOn(koa: Context, { status, headers }: MediaResponse, type: string): void {
  const { 'content-length': length = '', 'content-range': range = '', etag = '' } = headers;
  const modified = headers['last-modified'] ?? '';
  koa.status = status === 206 || status === 416 ? status : 200;
  koa.type = FILM_OR_SOUND.test(type) ? type : 'application/octet-stream';
  if (/^\d{1,15}$/.test(length)) koa.length = Number(length);
  if (CONTENT_RANGE.test(range)) koa.set('Content-Range', range);
  if (status === 206 || headers['accept-ranges'] === 'bytes') koa.set('Accept-Ranges', 'bytes');
  if (ENTITY_TAG.test(etag)) koa.set('ETag', etag);
  if (!Number.isNaN(Date.parse(modified)))
    koa.set('Last-Modified', new Date(modified).toUTCString());
}

async function readText({ body, headers }: MediaResponse): Promise<string> {
  if (Number(headers['content-length'] ?? 0) > MOST_PLAYLIST_BYTES) throw new Fault('too_large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_PLAYLIST_BYTES) {
      throw new Fault('too_large', { message: 'The playlist of this video is larger than 1 MB.' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Forwards bytes at the pace of the reader, and reports them to the slot. */
function meter(slot: Slot, onIdle: () => void): Transform {
  const idle = setTimeout(onIdle, IDLE_MS);
  return new Transform({
    transform(chunk, _, done) {
      slot.moved();
      idle.refresh();
      done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(idle);
      done(error);
    },
  });
}

export async function relayMedia(
  koa: Context,
  grant: MediaGrant,
  ports: RelayPorts,
): Promise<void> {
  const { address, owner } = await findFile(grant, ports.library);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const slot = ports.slots.take({ source: grant.source, owner }, end);
  // The viewer disconnected, or everything was sent.
  koa.res.once('close', () => {
    slot.leave();
    end();
  });
  koa.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'private, max-age=3600' });
  const range = isPlaylistName(address) ? '' : koa.get('Range');
  const ifRange = koa.get('If-Range');
  const isTag = ENTITY_TAG.test(ifRange) || (ifRange !== '' && !Number.isNaN(Date.parse(ifRange)));
  const found = await ports.media.open(address, {
    method: koa.method === 'HEAD' ? 'HEAD' : 'GET',
    signal: ending.signal,
    ...(RANGE.test(range) && { range, ...(isTag && { ifRange }) }),
  });
  // The reader reports errors. Without a listener, a late error would end the process.
  found.body.on('error', () => undefined);
  try {
    const isList = koa.method === 'GET' && isPlaylist(typeOf(found), found.url);
    if (isList) await answerPlaylist(koa, grant, found, ports.signer);
    else answerFile(koa, found, slot, end);
  } catch (error) {
    found.body.destroy();
    throw error;
  }
}

async function answerPlaylist(
  koa: Context,
  grant: MediaGrant,
  found: MediaResponse,
  signer: Signer,
): Promise<void> {
  const { source, version } = grant;
  const text = await readText(found);
  koa.set('Cache-Control', 'no-store');
  koa.type = 'application/vnd.apple.mpegurl';
  koa.body = await rewritePlaylist(text, found.url, (url) =>
    relayUrl(signer, { source, version, url, isPart: true }),
  );
}

function answerFile(koa: Context, found: MediaResponse, slot: Slot, end: () => void): void {
  const type = typeOf(found);
  if (!FILM_OR_SOUND.test(type) && !BYTES.has(type) && found.status !== 416) {
    const message = `This address holds a file of type ${type.slice(0, 60)}, which is no video.`;
    throw new Fault('unsupported_url', { message });
  }
  passOn(koa, found, type);
  if (koa.method === 'HEAD' || found.status === 416) {
    found.body.destroy();
    if (found.status === 416) koa.body = '';
    return;
  }
  const metered = meter(slot, end);
  found.body.once('error', (error) => metered.destroy(error));
  metered.once('close', () => found.body.destroy());
  const { length } = koa.response;
  koa.body = found.body.pipe(metered);
  if (length !== undefined) koa.length = length;
}
