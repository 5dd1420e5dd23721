/** The composition root: the only file that knows every part. */
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import { docToThreadNodes } from '#core/editor/document.ts';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { VERSION } from '#config/version.ts';
import { createFileCollector, type SourceRow } from '#pipeline/library/index.ts';
import { previewImport, startImport } from '#pipeline/imports/index.ts';
import { startReconciling } from '#pipeline/run/reconcile-clock.ts';
import { createSqliteIndex } from '#pipeline/search/index.ts';
import { createAnswerEngine } from './answer/engine.ts';
import { attachCollab, createNoteMarks, createNotesReader, openRelay } from './collab/index.ts';
import { collabAuthorise } from './compose/collab-authorise.ts';
import { pageApp } from './compose/app.ts';
import { checkHealth, isReady } from './compose/health.ts';
import { beginBackup } from './compose/backing-up.ts';
import { openAccounts } from './compose/open-accounts.ts';
import { createLifecycle } from './compose/lifecycle.ts';
import { openListener } from './compose/listener.ts';
import { openListing } from './compose/open-listing.ts';
import { openParts, type Parts, type PartsOptions } from './compose/parts.ts';
import { isInfected, refusedFile } from './compose/refused-files.ts';
import { beginDue } from './compose/schedule.ts';
import { startCollecting } from './compose/start-collecting.ts';
import { startWorker, startWorkerLater, type WorkerOptions } from './compose/start-worker.ts';
import { providerFetch } from './compose/provider-fetch.ts';
import { sourcePassages } from './compose/source-passages.ts';
import { backupRoutes } from './features/backup/index.ts';
import { ThreadImporter, exportRoutes } from './features/export/index.ts';
import { Answers, AskedOnce, askRoutes, BlogIdeas } from './features/ask/index.ts';
import { contentApp, Signer } from './features/content/index.ts';
import { Files, fileRoutes } from './features/files/index.ts';
import { History, historyRoutes } from './features/history/index.ts';
import { importRoutes } from './features/imports/index.ts';
import { operationRoutes } from './features/operations/index.ts';
import {
  Covers,
  PostCards,
  PostImages,
  postPages,
  postRoutes,
  Posts,
  RenderedPosts,
} from './features/posts/index.ts';
import { createSampleShelf, SAMPLES_DIR } from './features/samples/index.ts';
import {
  NoteMoves,
  Refreshes,
  refreshRoutes,
  startClock,
  writeNoteMoves,
} from './features/refresh/index.ts';
import { OwnTexts, searchRoutes } from './features/search/index.ts';
import {
  libraryRoutes,
  presentSource,
  sourceRoutes,
  Sources,
  transcriptRoutes,
} from './features/sources/index.ts';
import { threadRoutes, Threads, ThreadWatch } from './features/threads/index.ts';
import { clientAddress } from './http/client-address.ts';
import { mountRoutes } from './http/mount.ts';
import { openApi } from './http/openapi.ts';
import type { Route } from './http/route.ts';
import { mcpHttp } from './mcp/http.ts';
import { AccessChanges } from './policy/index.ts';
import { metricsHandler, openTelemetry } from './telemetry/index.ts';
import { plainWhenFailing } from './text-process/index.ts';

export { schedule } from './compose/schedule.ts';
export { work, type Working } from './compose/work.ts';

const UI_DIR = fileURLToPath(new URL('../ui/dist', import.meta.url));

export interface GlossServer {
  url: string;
  /** on which it listens */
  port: number;
  /** a bearer token that stands for the owner */
  ownerToken: string;
  parts: Parts;
  /** a one-time address that signs the owner in */
  newLink(): Promise<string>;
  /** settles once the sample thread stands: whether this start made it */
  sample: Promise<boolean>;
  /** Running jobs get `graceMs` to finish (default 7 s), then go back to the queue. */
  close(graceMs?: number): Promise<void>;
}
export interface ServeOptions extends Pick<WorkerOptions, 'stuckMs'>, PartsOptions {
  /** work the queue here too, default true */
  worker?: boolean;
  /** after so many ms only, default 0 */
  workAfterMs?: number;
  /** make the sample thread at the first start, default true */
  sample?: boolean;
  /** begin refreshes when they are due, default true */
  schedule?: boolean;
}

/** With what else a stop takes, below the 10 s that process managers give. */
const GRACE_MS = 7_000;

/** Everything on one port: API, page, content origin, collaboration, and a worker. */
export async function serve(
  settings: Settings,
  log: Log,
  options: ServeOptions = {},
): Promise<GlossServer> {
  const listener = await openListener(settings);
  const { server, port, publicUrl, contentUrl, origins } = listener;
  const parts = await openParts(settings, log, new URL(contentUrl), options).catch(
    async (error: unknown) => {
      await listener.close();
      throw error;
    },
  );
  const telemetry = await openTelemetry(parts, 'serve');
  const {
    database,
    library,
    files,
    queue,
    index,
    retriever,
    dataDir,
    runner,
    parser,
    texts,
    staging,
    metrics,
  } = parts;

  const changes = new AccessChanges(database, log);
  const threads = new Threads(database, changes);
  const secret = settings.secret ?? (await dataDir.secret());
  const people = await openAccounts({
    settings,
    log,
    database,
    changes,
    threads,
    publicUrl,
    secret,
    origins,
    onNew: (id) => {
      if (options.sample !== false) shelf.welcome(id);
    },
    async onRemoving(user) {
      for (
        let rows = await library.list({ ownerId: user, limit: 200 });
        rows.length > 0;
        rows = await library.list({ ownerId: user, limit: 200 })
      ) {
        for (const row of rows) await sources.remove(row);
      }
      for (const { id } of await threads.allOf(user)) await collab.forget(id);
    },
  });
  const { accounts, authenticate } = people;
  const owner = await accounts.owner();
  const ownerToken = await dataDir.ownerToken();
  await accounts.keepToken(owner._id, ownerToken, 'token', null);
  const signer = new Signer(secret, contentUrl, settings.previousSecret);
  const answers = new Answers(database);
  await answers.recover();
  const posts = new Posts(database);
  const ownTexts = new OwnTexts({
    index: createSqliteIndex({ file: dataDir.ownIndex, log, isSmall: true }),
    threads,
    answers,
    posts,
    noteMarks: createNoteMarks(database),
    readNotes: createNotesReader(database, log),
    log,
  });
  const uploads = new Files({
    database,
    store: files,
    removals: library.removals,
    ...(parts.scanner && { scanner: parts.scanner }),
  });
  const collector = createFileCollector({ database, files, log });
  const collecting = startCollecting({ collector, library, log });
  const refreshes = new Refreshes(parts);
  const covers = new Covers({
    files,
    uploads,
    signer,
    fetchImage: async (url, maxBytes) => {
      const { bytes } = await parts.net.fetch(url, { maxBytes, companion: true });
      await parts.scanner?.check(bytes);
      return bytes;
    },
  });
  const postImages = new PostImages({ files, uploads, log });
  const renderedPosts = new RenderedPosts({
    database,
    posts,
    library,
    images: postImages,
    texts,
    log,
  });
  const safeTexts = plainWhenFailing(texts, log);
  const sources = new Sources({
    database,
    library,
    queue,
    index,
    files,
    threads,
    plan: staging.plan,
    refresh: (source) => refreshes.begin(source),
  });
  const provider = providerFetch(settings, metrics);
  const passagesOf = sourcePassages(library);
  const engine = createAnswerEngine({
    settings,
    retriever,
    passagesOf,
    fetch: provider.fetch,
    log,
  });
  const present = (row: SourceRow, similar?: SourceRow) => presentSource(row, signer, similar);
  const presentAll = async (ownerId: UserId, ids: readonly SourceId[]) =>
    (await library.ofOwner(ownerId, ids)).map((row) => present(row));
  const relay =
    settings.redisUrl === undefined ? undefined : await openRelay(settings.redisUrl, log);
  const collab = attachCollab({
    server,
    database,
    log,
    allowedOrigins: () => [...origins],
    authorise: collabAuthorise(accounts, people.jar, threads),
    onStored: (id, notes) => history.follow(id, notes),
    addressOf: clientAddress(settings.trustedProxies),
    relay,
    pendingEdits: settings.pendingEdits,
  });
  const history = new History({ database, collab });

  const exporting = {
    threads,
    library,
    uploads,
    store: files,
    answers,
    readNotes: (id: ThreadId) => collab.readDocument(id),
    seal: (sha256: string, type: string) => signer.seal(sha256, type),
    publicUrl,
  };
  const uploadsOf = async (id: ThreadId) =>
    new Map(
      (await uploads.list(id)).flatMap((file) => [
        [file.name, file],
        [file.key, file],
      ]),
    );

  const shelf = createSampleShelf({
    threads,
    sources,
    library,
    files,
    answers,
    collab,
    contentUrl,
    log,
    signal: listener.draining,
    engine: createAnswerEngine({
      settings: { provider: { apiKey: undefined, baseUrl: undefined, models: {} } },
      retriever,
      passagesOf,
      fetch: provider.fetch,
      log,
    }),
  });
  const routes: Route[] = [
    ...people.routes({
      capabilities: () => ({
        models: engine.status().models,
        offline: !engine.status().provider,
        embeddings: parts.embedder !== undefined,
        transcription: parts.net.speech !== undefined,
      }),
    }),
    ...threadRoutes({
      threads,
      sources: presentAll,
      nodes: async (id, most) => docToThreadNodes(await collab.readDocument(id, most)),
      notesUpdate: (id) => collab.wholeUpdate(id),
      onRemoved: async (id) => {
        await collab.forget(id);
        await uploads.forgetThread(id);
        collecting.soon();
      },
      events: {
        threads,
        watch: new ThreadWatch({ threads, library, changes, log }),
        library,
        present,
        log,
      },
    }),
    ...historyRoutes({ history, threads }),
    ...refreshRoutes({ refreshes, sources, threads, anchors: parts.anchors, present }),
    ...libraryRoutes({
      database,
      library,
      threads,
      sources,
      refresh: (source) => refreshes.begin(source),
      schedule: (source, every) => refreshes.schedule(source, every),
    }),
    ...sourceRoutes({
      sources,
      threads,
      library,
      files,
      present,
      signer,
      publicUrl,
      uploads: uploadsOf,
    }),
    ...transcriptRoutes({ sources, database, library, files, queue, present }),
    ...importRoutes({
      imports: staging.imports,
      library,
      threads,
      log,
      uploads: uploadsOf,
      read: (bytes, input, signal) => parser.readImport(bytes, input, { signal }),
      openListing: openListing(parts),
      preview: (ownerId, reading) => previewImport(staging, ownerId, reading),
      start: (ownerId, wanted, files) => startImport(staging, ownerId, wanted, files),
    }),
    ...fileRoutes({
      files: uploads,
      threads,
      signer,
      maxBytes: settings.maxPdfBytes,
      onRemoved: () => collecting.soon(),
    }),
    ...searchRoutes({ retriever, own: ownTexts, threads, library, log }),
    ...askRoutes({
      answers,
      blogIdeas: new BlogIdeas(database),
      threads,
      library,
      engine,
      allowance: people.allowance,
      askedOnce: new AskedOnce(database),
      log,
      closing: listener.ending,
    }),
    ...postRoutes({
      posts,
      covers,
      images: postImages,
      threads,
      library,
      texts: safeTexts,
      publicUrl,
      frames: parts.net.frames,
    }),
    ...exportRoutes({
      ...exporting,
      texts: safeTexts,
      bringIn: new ThreadImporter({
        ...exporting,
        database,
        queue,
        signer,
        plan: staging.plan,
        appendBlocks: (id, nodes) => collab.appendBlocks(id, nodes),
        maxPdfBytes: settings.maxPdfBytes,
      }),
    }),
    ...backupRoutes({ begin: (options) => beginBackup(settings, log, options), log }),
    ...operationRoutes({
      health: async () => ({
        ...(await checkHealth(parts, engine)),
        signIn: await people.health(),
      }),
      isReady: () => isReady(parts, listener.draining),
      openApi: () => openApi(routes),
      reindex: () => runner.reindex(),
      reconcile: () => runner.reconcile(),
    }),
  ];
  const { router, accessChanged, endNews } = mountRoutes(people.audited(routes), authenticate);
  changes.onChange(() => {
    void collab.accessChanged();
    accessChanged().catch((error: unknown) =>
      log.warn({ err: error }, 'open streams were not looked at again'),
    );
  });
  const pages = postPages({
    posts,
    covers,
    images: postImages,
    cards: new PostCards(files),
    rendered: renderedPosts,
    publicUrl,
    viewer: async (koa) => (await authenticate(koa))?.user._id,
  });
  const board = settings.redisUrl
    ? await (await import('./compose/job-board.ts')).openJobBoard({
        redisUrl: settings.redisUrl,
        authenticate,
      })
    : undefined;
  const app = pageApp({
    pages,
    ...(board && { board: board.middleware }),
    router,
    log,
    metrics,
    contentUrl,
    uiDir: UI_DIR,
    notesPerformance: settings.notesPerformance,
  }).callback();
  const content = contentApp({
    signer,
    files,
    library,
    media: parts.net.media,
    log,
    metrics,
    publicUrl,
    samplesDir: SAMPLES_DIR,
    receive: (upload, request) =>
      uploads.receive(upload, request).catch(async (error: unknown) => {
        if (isInfected(error))
          await people.note(request, refusedFile(error, upload.user, upload.key));
        throw error;
      }),
  }).callback();
  const mcp = mcpHttp({
    selfUrl: listener.selfUrl,
    publicUrl,
    origins,
    log,
    knows: async (token) => (await accounts.caller(token)) !== undefined,
  });
  metrics.watch({
    notes: () => collab.health(),
    parts: async () => (await checkHealth(parts, engine)).components,
  });
  const tellMetrics = metricsHandler(
    metrics,
    log,
    async (token) => (await accounts.caller(token))?.actor.operator === true,
  );
  const surfaces: Readonly<Record<string, RequestListener>> = {
    '/mcp': mcp,
    '/metrics': tellMetrics,
  };
  listener.answer({
    app: (req, res) => {
      (surfaces[req.url?.split('?')[0] ?? ''] ?? app)(req, res);
    },
    content,
  });

  const reconcile = async () => {
    const done = await runner.reconcile();
    await uploads.tidy();
    await people.tidy();
    await collector.sweep();
    return done;
  };
  const reconciling = startReconciling({ reconcile, log });
  const ownCaughtUp = ownTexts
    .catchUpAll()
    .catch((error: unknown) =>
      log.warn({ err: error }, "one's own texts are not all searched yet"),
    );
  const onChange = (listener: () => void) => library.onChange(listener);
  const noteMoves = writeNoteMoves({
    moves: new NoteMoves(database),
    collab,
    log,
    onCommit: onChange,
  });
  parts.watchdog?.start();
  const worker =
    options.worker === false
      ? undefined
      : await (options.workAfterMs
          ? startWorkerLater(parts, options, options.workAfterMs)
          : startWorker(parts, options));
  const clock =
    options.schedule === false
      ? undefined
      : startClock({ beginDue: beginDue(refreshes, posts), onChange, log });
  await dataDir.writeNote({
    url: publicUrl,
    pid: process.pid,
    version: VERSION,
    startedAt: new Date().toISOString(),
  });
  log.info({ url: publicUrl, queue: queue.engine, database: database.dialect }, 'Gloss serves');
  index.warmUp?.().catch((error: unknown) => {
    if (!listener.draining.aborted) log.warn({ err: error }, 'the first search may take a while');
  });

  const { promise: sampleBegun, resolve: onSample } = Promise.withResolvers<void>();
  const sample =
    options.sample === false
      ? Promise.resolve(false)
      : shelf.first(owner._id, dataDir.once('sample-thread-made'), onSample);
  if (options.sample !== false && settings.accounts === 'accounts') void shelf.goOn();

  const newLink = async (): Promise<string> => {
    // The first visit finds the sample thread there already.
    if (options.sample !== false) await sampleBegun;
    return `${publicUrl}/api/auth/link?code=${await accounts.newLink(owner._id)}`;
  };
  const lifecycle = createLifecycle(log);
  lifecycle.add('parts', () => parts.close());
  lifecycle.add('telemetry', () => telemetry.close());
  lifecycle.add('model provider', () => provider.close());
  lifecycle.add('accounts', () => people.close());
  if (board) lifecycle.add('job board', () => board.close());
  lifecycle.add('server.json', () => dataDir.dropNote());
  lifecycle.add('posts, samples and indexes', async () => {
    await Promise.all([
      renderedPosts.settled(),
      shelf.settled(),
      reconciling.stop(),
      ownTexts.close(),
      ownCaughtUp,
    ]);
  });
  lifecycle.add('text children', () => texts.close());
  lifecycle.add('connections', () => listener.close());
  lifecycle.add('notes', () => collab.close());
  lifecycle.add('access changes', () => changes.stop());
  lifecycle.add('note moves', () => noteMoves.close());
  lifecycle.add('removed files', () => collecting.stop());
  lifecycle.add('worker', (graceMs) => worker?.stop(graceMs));
  lifecycle.add('listener', (graceMs) => {
    listener.stop(graceMs);
    endNews();
  });
  lifecycle.add('clock', () => clock?.stop());
  return {
    url: publicUrl,
    port,
    ownerToken,
    parts,
    sample,
    newLink,
    close(graceMs = GRACE_MS) {
      listener.drain();
      return lifecycle.closeAll(graceMs);
    },
  };
}
