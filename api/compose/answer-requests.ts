import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { contentApp } from '../features/content/index.ts';
import { SAMPLES_DIR } from '../features/samples/index.ts';
import { mountRoutes } from '../http/mount.ts';
import type { Route } from '../http/route.ts';
import { mcpHttp } from '../mcp/http.ts';
import { metricsHandler } from '../telemetry/index.ts';
import { pageApp } from './app.ts';
import type { Features } from './features.ts';
import type { Listener } from './listener.ts';
import type { JobBoardFeature } from './open-job-board.ts';
import type { Parts } from './parts.ts';
import { isInfected, refusedFile } from './refused-files.ts';

const UI_DIR = fileURLToPath(new URL('../../ui/dist', import.meta.url));

export interface RequestParts {
  parts: Parts;
  listener: Listener;
  features: Features;
  routes: readonly Route[];
  board: JobBoardFeature;
}

/** Handles requests: API, page and published posts, content host, agents and metrics. */
export function answerRequests({ parts, listener, features, routes, board }: RequestParts): {
  /** Ends streams that only report changes, which clients reopen elsewhere. */
  endEventStreams(): void;
} {
  const { settings, log, metrics } = parts;
  const { accounts, changes, collab, posts } = features;
  const { router, accessChanged, endEventStreams } = mountRoutes(
    accounts.audited(routes),
    accounts.authenticate,
  );
  changes.onChange(() => {
    void collab.accessChanged();
    accessChanged().catch((error: unknown) =>
      log.warn({ err: error }, 'could not check open streams again'),
    );
  });
  const app = pageApp({
    pages: posts.pages,
    ...(board.middleware && { board: board.middleware }),
    router,
    log,
    metrics,
    contentUrl: listener.contentUrl,
    uiDir: UI_DIR,
    notesPerformance: settings.notesPerformance,
  }).callback();
  const surfaces = createSurfaces(parts, listener, features);
  listener.answer({
    app: (req, res) => {
      (surfaces[req.url?.split('?')[0] ?? ''] ?? app)(req, res);
    },
    content: createContentHandler(parts, listener, features),
  });
  return { endEventStreams };
}

/** Creates the handlers besides the app, by path. */
function createSurfaces(
  { log, metrics }: Parts,
  { selfUrl, publicUrl, origins }: Listener,
  { accounts: { accounts } }: Features,
): Readonly<Record<string, RequestListener>> {
  return {
    '/mcp': mcpHttp({
      selfUrl,
      publicUrl,
      origins,
      log,
      knows: async (token) => (await accounts.caller(token)) !== undefined,
    }),
    '/metrics': metricsHandler(
      metrics,
      log,
      async (token) => (await accounts.caller(token))?.actor.operator === true,
    ),
  };
}

function createContentHandler(
  { files, library, net, log, metrics, readWebView }: Parts,
  { publicUrl }: Listener,
  { signer, files: { uploads }, accounts }: Features,
): RequestListener {
  return contentApp({
    signer,
    files,
    library,
    readWebView,
    media: net.media,
    log,
    metrics,
    publicUrl,
    samplesDir: SAMPLES_DIR,
    receive: (upload, request) =>
      uploads.receive(upload, request).catch(async (error: unknown) => {
        if (isInfected(error))
          await accounts.note(request, refusedFile(error, upload.user, upload.key));
        throw error;
      }),
  }).callback();
}
