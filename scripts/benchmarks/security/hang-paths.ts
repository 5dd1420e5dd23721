/** Every path by which untrusted bytes reach a server; each attempt sends one document. */
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { crawlDelayOf } from '#pipeline/net/robots.ts';
import type { HostileDocument } from '#pipeline/testing/hostile-documents.ts';
import type { GlossProcess } from '../lib/gloss-process.ts';
import type { HostileSite } from '../lib/hostile-site.ts';

export interface HangSetting {
  gloss: GlossProcess;
  site: HostileSite;
  /** a thread of the owner */
  thread: string;
  /** ids of a ready video and a ready page */
  video: string;
  page: string;
  /** sets the next answer of the model provider */
  answer(text: string): void;
}
export interface HangPath {
  name: string;
  /** Settles when the server has responded, or at the abort. */
  attempt(setting: HangSetting, document: HostileDocument, signal: AbortSignal): Promise<void>;
}

const LOOK_MS = 100;
const MAX_ANSWER = 200_000;
const MAX_TEXT = 20_000;
const MAX_QUERY = 1_000;
const Id = z.object({ _id: z.string() });
const Added = z.object({ added: z.array(z.string()) });
const Settled = z.object({ status: z.object({ embedding: z.number() }) });
const Upload = z.object({
  fileKey: z.string(),
  uploadURL: z.string(),
  headers: z.record(z.string(), z.string()),
});

const textOf = ({ bytes }: HostileDocument, most: number): string =>
  new TextDecoder().decode(bytes).replaceAll('\0', ' ').toWellFormed().slice(0, most);

async function send(
  { gloss }: HangSetting,
  method: string,
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<unknown> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(`${gloss.url}/api/${path}`, {
    method,
    signal,
    headers: {
      ...gloss.headers,
      ...(body === undefined
        ? {}
        : { 'Content-Type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return response.ok && text.startsWith('{')
    ? (JSON.parse(text) as { data?: unknown }).data
    : undefined;
}

/** Sends a request to the content host, whose name need not resolve. */
async function put(
  { gloss }: HangSetting,
  { uploadURL, headers }: z.infer<typeof Upload>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(uploadURL);
  const { promise, resolve } = Promise.withResolvers<void>();
  request(
    {
      host: '127.0.0.1',
      port: new URL(gloss.url).port,
      path: `${url.pathname}${url.search}`,
      method: 'PUT',
      signal,
      headers: { Host: url.host, ...headers, 'Content-Length': bytes.length },
    },
    (response) => {
      response.resume().once('close', resolve);
    },
  )
    .once('error', () => resolve())
    .end(bytes);
  await promise;
}

/** Adds it, waits until it is settled, and removes it, which ends what still runs. */
async function addAndRemove(
  setting: HangSetting,
  source: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const added = Added.safeParse(
    await send(setting, 'POST', 'thread/addSource', signal, {
      threadId: setting.thread,
      sources: [source],
    }),
  );
  const id = added.data?.added[0];
  if (id === undefined) return;
  try {
    for (;;) {
      const state = Settled.safeParse(await send(setting, 'GET', `sources/${id}`, signal));
      if (!state.success || state.data.status.embedding !== 0) return;
      await wait(LOOK_MS);
    }
  } finally {
    await send(setting, 'DELETE', `sources/${id}`, AbortSignal.timeout(20_000)).catch(
      () => undefined,
    );
  }
}

const html = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}</body></html>`;
const PROSE =
  '<article><h1>A page</h1><p>This page has enough text to be read as an article, so that what else is on it is looked at too.</p></article>';
const aiChat = (answer: string) => ({
  type: 'ai-chat',
  attrs: {
    _id: crypto.randomUUID(),
    question: 'What does it say?',
    answer,
    isAnswerGenerated: true,
    sources: [],
    citations: [],
  },
});
const docOf = (...content: unknown[]) => ({ type: 'doc', content });
const WHEN = '2026-01-02T03:04:05.000Z';

async function bringIn(
  setting: HangSetting,
  notes: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const thread = {
    _id: '',
    url: `hang-${crypto.randomUUID().slice(0, 8)}`,
    title: 'Brought in',
    createdAt: WHEN,
    updatedAt: WHEN,
  };
  const begun = z.object({ thread: Id }).safeParse(
    await send(setting, 'POST', 'threads/import', signal, {
      thread: { ...thread, _id: crypto.randomUUID().replace(/^(.{14})./, '$17') },
      files: [],
    }),
  );
  const id = begun.data?.thread._id;
  if (id !== undefined)
    await send(setting, 'PUT', `threads/${id}/import`, signal, {
      thread: { ...thread, _id: id },
      sources: [],
      notes,
      answers: [],
      files: [],
    });
  return id;
}
async function post(
  setting: HangSetting,
  content: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const created = Id.extend({ url: z.string() }).safeParse(
    await send(setting, 'POST', 'post/v1/create', signal, {
      thread: setting.thread,
      blog_node_id: `n${crypto.randomUUID()}`,
      title: 'A post',
      content,
    }),
  );
  if (!created.success) return undefined;
  await send(setting, 'PUT', `post/v1/update-post/${created.data._id}`, signal, { status: 2 });
  await (await fetch(created.data.url, { signal })).arrayBuffer();
  return created.data._id;
}

export const HANG_PATHS: readonly HangPath[] = [
  {
    name: 'page added by its address',
    async attempt(setting, { name, bytes, kind, contentType }, signal) {
      setting.site.files.set(`/page/${name}`, {
        type: kind === 'pdf' ? contentType : 'text/html; charset=utf-8',
        bytes,
      });
      await addAndRemove(setting, { url: `${setting.site.url}/page/${name}` }, signal);
    },
  },
  {
    name: 'style sheet of a page',
    async attempt(setting, { name, bytes }, signal) {
      setting.site.files.set(`/css/${name}.css`, { type: 'text/css', bytes });
      setting.site.files.set(`/css/${name}`, {
        type: 'text/html',
        bytes: html(`<link rel="stylesheet" href="/css/${name}.css">`, PROSE),
      });
      await addAndRemove(setting, { url: `${setting.site.url}/css/${name}` }, signal);
    },
  },
  {
    name: 'picture of a page, for covers',
    async attempt(setting, { name, bytes }, signal) {
      setting.site.files.set(`/img/${name}.png`, { type: 'image/png', bytes });
      setting.site.files.set(`/img/${name}`, {
        type: 'text/html',
        bytes: html(`<meta property="og:image" content="/img/${name}.png">`, PROSE),
      });
      await addAndRemove(setting, { url: `${setting.site.url}/img/${name}` }, signal);
    },
  },
  {
    name: 'captions of a video page',
    async attempt(setting, { name, bytes }, signal) {
      setting.site.files.set(`/video/${name}.vtt`, { type: 'text/vtt', bytes });
      setting.site.files.set(`/video/${name}`, {
        type: 'text/html',
        bytes: html(
          '',
          `<video controls src="/video.mp4"><track kind="captions" srclang="en" src="/video/${name}.vtt"></video>`,
        ),
      });
      await addAndRemove(setting, { url: `${setting.site.url}/video/${name}` }, signal);
    },
  },
  {
    name: 'uploaded PDF',
    async attempt(setting, { name, bytes }, signal) {
      const upload = Upload.safeParse(
        await send(setting, 'GET', `thread/v1/file/${setting.thread}?name=${name}.pdf`, signal),
      );
      if (!upload.success) return;
      const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
      await put(
        setting,
        upload.data,
        isPdf ? bytes : Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes, Buffer.from('\n%%EOF\n')]),
        signal,
      );
      await addAndRemove(setting, { fileKey: upload.data.fileKey, title: name }, signal);
    },
  },
  {
    name: 'own transcript of a video',
    attempt: async (setting, document, signal) => {
      await send(setting, 'PUT', `sources/${setting.video}/transcript`, signal, {
        text: textOf(document, 4_000_000),
        format: 'auto',
      });
    },
  },
  {
    name: 'import file',
    attempt: async (setting, { fileName, bytes }, signal) => {
      await send(
        setting,
        'POST',
        `imports/read?name=${encodeURIComponent(fileName)}&format=auto`,
        signal,
        bytes,
      );
    },
  },
  {
    name: 'pasted lines of an import',
    attempt: async (setting, { bytes }, signal) => {
      await send(setting, 'POST', 'imports/read?name=&format=urls', signal, bytes);
    },
  },
  {
    name: 'feed or list by its address',
    async attempt(setting, { name, bytes, contentType }, signal) {
      setting.site.files.set(`/feed/${name}`, { type: contentType, bytes });
      await send(setting, 'POST', 'imports/listing', signal, {
        url: `${setting.site.url}/feed/${name}`,
      });
    },
  },
  // Sites allowed by the operator are not paced, so robots.txt is parsed directly in this process.
  {
    name: 'robots.txt (the reader alone)',
    attempt: async (_setting, document) => {
      crawlDelayOf(textOf(document, 512_000));
    },
  },
  {
    name: 'Markdown in notes, their export and search',
    async attempt(setting, document, signal) {
      const id = await bringIn(setting, docOf(aiChat(textOf(document, MAX_ANSWER))), signal);
      if (id === undefined) return;
      for (const path of [
        `threads/${id}`,
        `threads/${id}/export?format=html`,
        `threads/${id}/export?format=md`,
      ])
        await send(setting, 'GET', path, signal);
      await send(setting, 'DELETE', `threads/${id}`, AbortSignal.timeout(20_000)).catch(
        () => undefined,
      );
    },
  },
  {
    name: 'post with an answer, looked at',
    attempt: async (setting, document, signal) => {
      await post(setting, docOf(aiChat(textOf(document, MAX_ANSWER))), signal);
    },
  },
  {
    name: 'answer of a model',
    async attempt(setting, document, signal) {
      setting.answer(textOf(document, MAX_ANSWER));
      await send(setting, 'POST', 'ai/v2/chat/thread', signal, {
        thread_id: setting.thread,
        sources: [setting.page],
        user_query: 'What does it say?',
      });
    },
  },
  {
    name: 'search query',
    attempt: async (setting, document, signal) => {
      await send(
        setting,
        'GET',
        `search?q=${encodeURIComponent(textOf(document, MAX_QUERY))}`,
        signal,
      );
    },
  },
  {
    name: 'question',
    attempt: async (setting, document, signal) => {
      setting.answer('So.');
      await send(setting, 'POST', 'ai/v2/chat/thread', signal, {
        thread_id: setting.thread,
        sources: [setting.page],
        user_query: textOf(document, MAX_TEXT),
      });
    },
  },
  {
    name: 'clip',
    attempt: async (setting, document, signal) => {
      setting.answer('So.');
      await send(setting, 'POST', 'ai/v2/chat/clip', signal, {
        thread_id: setting.thread,
        source_id: setting.page,
        paragraph: 1,
        content: textOf(document, MAX_TEXT),
        user_query: 'Why?',
        thread_node_id: 'n1',
      });
    },
  },
  {
    name: 'notes of an export that is brought in',
    async attempt(setting, document, signal) {
      const text = textOf(document, MAX_ANSWER);
      let deep: unknown = { type: 'paragraph', content: [{ type: 'text', text }] };
      for (let level = 0; level < 500; level += 1) deep = { type: 'blockquote', content: [deep] };
      const id = await bringIn(
        setting,
        docOf(
          { type: 'paragraph', content: [{ type: 'text', text }] },
          { type: 'web-clip', attrs: { source_id: text, text, paragraph: 1 } },
          { type: 'math', attrs: { latex: text } },
          deep,
        ),
        signal,
      );
      if (id !== undefined)
        await send(setting, 'DELETE', `threads/${id}`, AbortSignal.timeout(20_000)).catch(
          () => undefined,
        );
    },
  },
  {
    name: 'uploaded cover of a post',
    async attempt(setting, { bytes }, signal) {
      const created = Id.safeParse(
        await send(setting, 'POST', 'post/v1/create', signal, {
          thread: setting.thread,
          blog_node_id: `c${crypto.randomUUID()}`,
          title: 'A cover',
          content: docOf({ type: 'paragraph' }),
        }),
      );
      const upload = created.success
        ? Upload.safeParse(
            await send(
              setting,
              'GET',
              `post/v1/post-thumbnail-signed-url/${created.data._id}?filename=cover.png`,
              signal,
            ),
          )
        : undefined;
      if (!created.success || !upload?.success) return;
      await put(
        setting,
        upload.data,
        Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), bytes]),
        signal,
      );
      await send(
        setting,
        'PUT',
        `post/v1/post-thumbnail/${created.data._id}?fileKey=${encodeURIComponent(upload.data.fileKey)}`,
        signal,
      );
    },
  },
];
