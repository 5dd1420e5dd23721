import type { Context } from 'koa';
import { z } from 'zod';
import {
  StartedThreadImport,
  ExportFormat,
  ImportedThread,
  NewThreadImport,
  ThreadImport,
} from '#core/contract/export.ts';
import { Fault } from '#core/contract/faults.ts';
import { readerRoute, route, uploaderOf, type Credential, type Route } from '../../http/route.ts';
import type { ThreadImporter } from './thread-importer.ts';
import { collectThreadContent, type ThreadContentPorts } from './thread-content.ts';
import { cardsIn, pack, partsOf, plainName, streamed, type PackPorts } from './pack.ts';

export interface ExportRoutePorts extends ThreadContentPorts {
  bringIn: ThreadImporter;
  texts: PackPorts['texts'];
}

const OneThread = z.object({ id: z.string().max(200) });
/**
 * `base`: the address of the workspace, for the command line if it hosts the server for a moment.
 */
const Format = z.object({
  format: ExportFormat.default('md'),
  base: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
});
/** Encodes a file name with other characters than ASCII (RFC 6266). */
function attach(koa: Context, name: string, contentType: string): void {
  koa.set(
    'Content-Disposition',
    `attachment; filename="${name.replace(/[^\x20-\x7E]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`,
  );
  koa.set('Cache-Control', 'no-store');
  koa.set('X-Content-Type-Options', 'nosniff');
  koa.type = contentType;
}

/** Export and import of threads. */
export function exportRoutes(ports: ExportRoutePorts): Route[] {
  return [threadExportRoute(ports), exportAllRoute(ports), ...threadImportRoutes(ports)];
}

const threadExportRoute = (ports: ExportRoutePorts): Route =>
  readerRoute({
    method: 'get',
    path: 'threads/:id/export',
    summary:
      'Exports a thread as Markdown, HTML, JSON or Anki cards: a file, or a zip if it has images or documents',
    params: OneThread,
    query: Format,
    response: 'raw',
    async handle({ user, params, query: { format, base }, credential, koa }) {
      const content = await collectThreadContent(
        withBase(ports, base, credential),
        await ports.threads.visible(user?._id, params.id),
        user?._id,
      );
      if (format === 'anki' && cardsIn(content).length === 0)
        throw new Fault('absent', {
          message: 'These notes have no questions, quotes or insights to make cards from.',
        });
      const { name, contentType, body } = await pack(content, format, ports, new Date());
      attach(koa, name, contentType);
      koa.body = body;
    },
  });

const exportAllRoute = (ports: ExportRoutePorts): Route =>
  route({
    method: 'get',
    path: 'export',
    summary: 'Exports all your threads as a zip with one folder per thread',
    query: Format,
    response: 'raw',
    async handle({ user, query: { format }, koa }) {
      if (format === 'anki')
        throw new Fault('bad_request', { message: 'Export cards one thread at a time.' });
      const { threads } = ports;
      const own = await threads.allOf(user._id);
      const now = new Date();
      const body = streamed(now, async (add) => {
        for (const { id, url } of own) {
          const thread = await threads.owned(user._id, id).catch((error: unknown) => {
            if (error instanceof Fault && error.code === 'absent') return undefined;
            throw error;
          });
          if (thread)
            await add(
              `${url}/`,
              await partsOf(
                await collectThreadContent(ports, thread, user._id),
                format,
                ports,
                now,
              ),
            );
        }
      });
      attach(koa, `${plainName(`Gloss ${now.toISOString().slice(0, 10)}`)}.zip`, 'application/zip');
      koa.body = body;
    },
  });

function threadImportRoutes({ threads, bringIn }: ExportRoutePorts): Route[] {
  return [
    route({
      method: 'post',
      path: 'threads/import',
      summary:
        'Starts the import of an exported thread; returns the thread and upload addresses for its files',
      body: NewThreadImport,
      response: StartedThreadImport,
      status: 201,
      takes: { jsonLimit: '8mb' },
      async handle({ user, credential, body }) {
        return bringIn.begin(uploaderOf({ user, credential }), body);
      },
    }),
    route({
      method: 'put',
      path: 'threads/:id/import',
      summary: 'Imports the content of the exported thread: sources, notes and answers',
      params: OneThread,
      body: ThreadImport,
      response: ImportedThread,
      takes: { jsonLimit: '64mb' },
      async handle({ user, params, body }) {
        return bringIn.fill(await threads.owned(user._id, params.id), body);
      },
    }),
  ];
}

/** `base` is only accepted with the operator's own token. */
const withBase = (
  ports: ExportRoutePorts,
  base: string | undefined,
  credential: Credential | undefined,
): ThreadContentPorts =>
  base !== undefined && credential?.kind === 'token'
    ? { ...ports, publicUrl: base.replace(/(?<!\/)\/+$/, '') }
    : ports;
