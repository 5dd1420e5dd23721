/**
 * Requests to the server: parses responses with the contract's schemas, and throws an `ApiError`
 * with a message for users.
 */
import { z } from 'zod';
import { Me } from '#core/contract/account.ts';
import { Answer, SuggestedPrompts } from '#core/contract/ask.ts';
import { ErrorBody } from '#core/contract/error-body.ts';
import { FileUrls } from '#core/contract/file.ts';
import { Guides } from '#core/contract/guides.ts';
import { SearchNames, SearchResult } from '#core/contract/search.ts';
import { Source, type SourceDescription } from '#core/contract/source.ts';
import { Segment } from '#core/contract/snapshot.ts';
import { Thread, ThreadPage } from '#core/contract/thread.ts';
import { RefreshReport, SourceDiff, SourceVersion } from '#core/contract/version.ts';
import { sessionTexts } from './texts.ts';
import { setReachable } from './reachability.ts';
import { ensureSession, renewSession, sessionUntil, notifySessionEnd } from './session.ts';

export class ApiError extends Error {
  readonly code: string;
  /** 0 if there was no response */
  readonly status: number;
  readonly details: unknown;
  /** seconds before the next try, if the server says so */
  readonly retryAfterS: number | undefined;
  constructor(
    code: string,
    message: string,
    status: number,
    more: { details?: unknown; retryAfterS?: number | undefined } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = more.details;
    this.retryAfterS = more.retryAfterS;
  }
}

export const NETWORK_ERROR = 'network error';

/** The server's error message, or else the status line. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const parsed = ErrorBody.safeParse(body);
  const retryAfterS = Number.parseInt(response.headers.get('Retry-After') ?? '', 10) || undefined;
  if (parsed.success)
    return new ApiError(parsed.data.code, parsed.data.message, response.status, {
      details: parsed.data.details,
      retryAfterS,
    });
  return new ApiError(
    'unknown',
    `Error: ${response.statusText || 'Unknown error'}`,
    response.status,
  );
}

async function sendOnce(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, { credentials: 'same-origin', ...init });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    setReachable(false);
    throw new ApiError('unreachable', NETWORK_ERROR, 0);
  }
  setReachable(true);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** A request rejected because the session expired is repeated with a renewed one. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  await ensureSession();
  const until = sessionUntil();
  try {
    return await sendOnce(path, init);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_signed_in') throw error;
    if ((await renewSession(until)) === 'renewed') return sendOnce(path, init);
    notifySessionEnd();
    // Sign-in requests report their errors on the sign-in pages.
    throw new ApiError(error.code, sessionTexts.signedOut, error.status);
  }
}

export const json = (body: unknown): { body: string; headers: Record<string, string> } => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

const Envelope = z.object({ data: z.unknown() });

interface CallOptions {
  method?: string;
  body?: unknown;
  /** sent unchanged */
  bytes?: Blob;
  signal?: AbortSignal | undefined;
}

export async function call<T extends z.ZodType>(
  path: string,
  schema: T,
  { method = 'GET', body, bytes, signal }: CallOptions = {},
): Promise<z.infer<T>> {
  const response = await send(path, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && json(body)),
    ...(bytes && { body: bytes, headers: { 'Content-Type': 'application/octet-stream' } }),
  });
  const envelope = Envelope.safeParse(await response.json());
  const parsed = schema.safeParse(envelope.data?.data);
  if (!parsed.success) {
    console.error(`Unexpected answer to ${method} ${path}`, parsed.error);
    throw new ApiError(
      'bad_answer',
      'The server and this page do not understand each other. Reload the page.',
      response.status,
    );
  }
  return parsed.data;
}

/** For writes whose response is not used. */
async function tell(path: string, method: string, body?: unknown): Promise<void> {
  await send(path, { method, ...(body !== undefined && json(body)) });
}

const at = (value: string) => encodeURIComponent(value);
export function query(values: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== '') params.set(key, String(value));
  const text = params.toString();
  return text && `?${text}`;
}

const NamedThread = Thread.pick({ _id: true, url: true, title: true });
const SourcePage = z.object({ docs: z.array(Source), next: z.string().nullable().optional() });
const AddedSources = z.object({
  thread_sources: Thread.shape.thread_sources,
  /** ids in the order of the request */
  added: z.array(Source.shape._id).optional(),
});

/** Parameters of `GET search`; empty ones are omitted. */
export interface SearchFilter {
  q: string;
  in?: string;
  type?: string;
  threadId?: string;
  sources?: string;
  tag?: string;
  channel?: string;
  from?: string;
  to?: string;
  /** by words only */
  typing?: '1';
  limit?: number;
}

const VersionText = z.object({ title: z.string(), segments: z.array(Segment) });

/** The notes for reading until they are open. */
const EARLY_BLOCKS = 40;

export const api = {
  me: (signal?: AbortSignal) => call('me', Me, { signal }),
  setTimeZone: (timezone: string) => call('me', Me, { method: 'PATCH', body: { timezone } }),

  threads: (
    signal?: AbortSignal,
    page: { query?: string; cursor?: string | undefined; limit?: number } = {},
  ) => call(`threads${query({ limit: 100, ...page })}`, ThreadPage, { signal }),
  /** only with the first blocks of its notes: the rest comes with the shared document */
  thread: (idOrUrl: string, signal?: AbortSignal) =>
    call(`threads/${at(idOrUrl)}${query({ nodes: EARLY_BLOCKS })}`, Thread, { signal }),
  /** The shared document of the notes, as one Yjs update. */
  notes: (id: string, signal: AbortSignal) => send(`threads/${at(id)}/notes`, { signal }),
  createThread: (title: string) =>
    call('threads', NamedThread, { method: 'POST', body: { title } }),
  patchThread: (id: string, patch: { title?: string; visibility?: Thread['visibility'] }) =>
    tell(`threads/${at(id)}`, 'PATCH', patch),
  deleteThread: (id: string) => tell(`threads/${at(id)}`, 'DELETE'),
  rateAnswer: (threadId: string, answerId: string, value: 'like' | 'dislike') =>
    tell('ai/v2/feedback', 'POST', { thread_id: threadId, thread_node_id: answerId, value }),
  stopAnswer: (id: string) => tell(`ai/v2/answers/${at(id)}/stop`, 'POST', {}),
  /** Generates a heading for a text, with the model of clips. */
  makeTitle: (threadId: string, sentence: string) =>
    call('ai/v2/title', z.object({ title: z.string() }), {
      method: 'POST',
      body: { thread_id: threadId, sentence, model: 3 },
    }),
  deleteAnswer: (id: string) => tell(`ai/v2/answers/${at(id)}`, 'DELETE'),
  guides: (signal?: AbortSignal) => call('ai/v2/guides', Guides, { signal }),
  /** Generates questions that the sources answer. */
  prompts: (threadId: string, sources: readonly string[], signal?: AbortSignal) =>
    call('ai/v2/get/prompts', SuggestedPrompts, {
      method: 'POST',
      body: { thread_id: threadId, sources },
      signal,
    }),
  answers: (threadId: string, signal?: AbortSignal) =>
    call(`threads/${at(threadId)}/answers`, z.object({ docs: z.array(Answer) }), { signal }),

  addSources: (threadId: string, sources: readonly SourceDescription[]) =>
    call('thread/addSource', AddedSources, {
      method: 'POST',
      body: sources.length === 1 ? { threadId, ...sources[0] } : { threadId, sources },
    }),
  loadSource: (threadId: string, sourceId: string) =>
    call('thread/loadSourceData', Source, { method: 'POST', body: { threadId, sourceId } }),
  removeSource: (threadId: string, sourceId: string) =>
    tell(`thread/v1/remove-thread-source/${at(threadId)}/${at(sourceId)}`, 'PUT'),
  uploadUrl: (threadId: string, name: string, contentType: string) =>
    call(`thread/v1/file/${at(threadId)}${query({ name, contentType })}`, FileUrls),

  sources: (
    filter: { query?: string; type?: string; cursor?: string; limit?: number },
    signal?: AbortSignal,
  ) => call(`sources${query(filter)}`, SourcePage, { signal }),
  source: (id: string, signal?: AbortSignal) => call(`sources/${at(id)}`, Source, { signal }),
  refreshSource: (id: string) =>
    call(`sources/${at(id)}/refresh`, Source, { method: 'POST', body: {} }),
  decideHeld: (id: string, accept: boolean) =>
    call(`sources/${at(id)}/held`, Source, { method: 'POST', body: { accept } }),
  scheduleSource: (id: string, every: string | null) =>
    call(`sources/${at(id)}/schedule`, Source, { method: 'PUT', body: { every } }),
  giveTranscript: (id: string, text: string) =>
    call(`sources/${at(id)}/transcript`, Source, { method: 'PUT', body: { text } }),
  versions: (id: string, signal?: AbortSignal) =>
    call(`sources/${at(id)}/versions`, z.object({ versions: z.array(SourceVersion) }), { signal }),
  diff: (id: string, from: number, to: number, signal?: AbortSignal) =>
    call(`sources/${at(id)}/diff${query({ from, to })}`, SourceDiff, { signal }),
  refreshReport: (id: string, version: number, signal?: AbortSignal) =>
    call(`sources/${at(id)}/report${query({ version })}`, RefreshReport, { signal }),
  versionText: (id: string, version: number, signal?: AbortSignal) =>
    call(`sources/${at(id)}/text${query({ version })}`, VersionText, { signal }),
  retrySource: (id: string) => tell(`sources/${at(id)}/retry`, 'POST'),
  changeLink: (id: string, url: string) =>
    call(`sources/${at(id)}/link`, Source, { method: 'PUT', body: { url } }),

  search: (filter: SearchFilter, signal?: AbortSignal) =>
    call(`search${query({ ...filter })}`, SearchResult, { signal }),
  searchNames: (signal?: AbortSignal) => call('search/names', SearchNames, { signal }),
};

/**
 * PUTs a file's bytes to its signed address; `onProgress` gets 0..1. Rejects with the signal's
 * reason when aborted.
 */
export function upload(
  file: Blob,
  to: { uploadURL: string; headers: Record<string, string> },
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  // fetch can't report the upload progress.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', to.uploadURL);
    for (const [name, value] of Object.entries(to.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        resolve();
        return;
      }
      void errorOf(
        new Response(request.responseText, {
          status: request.status >= 400 ? request.status : 500,
          statusText: request.statusText,
        }),
      ).then(reject);
    };
    request.onerror = () => reject(new ApiError('unreachable', NETWORK_ERROR, 0));
    request.onabort = () => reject(signal?.reason as unknown);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** The message to show for any thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message
    ? error.message
    : 'something went wrong, please try again';
