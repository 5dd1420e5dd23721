import type { UserId } from '#core/contract/id.ts';
import { beginCheck, previewImport, startImport } from '#pipeline/imports/index.ts';
import { offlineImports } from '#pipeline/library/index.ts';
import { reindexSource } from '#pipeline/stages/index-stage.ts';
import type { CollabServer } from '../collab/index.ts';
import type { Accounts } from '../features/accounts/index.ts';
import { createAnalyticsFeature } from '../features/analytics/index.ts';
import { createAskFeature } from '../features/ask/index.ts';
import { Signer } from '../features/content/index.ts';
import { createExportFeature } from '../features/export/index.ts';
import { createFilesFeature } from '../features/files/index.ts';
import { createHomeFeature } from '../features/home/index.ts';
import { createFollowsFeature } from '../features/follows/index.ts';
import { createHistoryFeature } from '../features/history/index.ts';
import { importRoutes, type ImportRoutePorts } from '../features/imports/index.ts';
import { createPostsFeature } from '../features/posts/index.ts';
import { createRefreshFeature, Refreshes } from '../features/refresh/index.ts';
import { createSamplesFeature } from '../features/samples/index.ts';
import { createSearchFeature, createSourcesFound } from '../features/search/index.ts';
import { createSourcesFeature } from '../features/sources/index.ts';
import { createThreadsFeature, Threads } from '../features/threads/index.ts';
import type { Feature } from '../http/feature.ts';
import { AccessChanges } from '../policy/index.ts';
import { plainWhenFailing } from '../text-process/index.ts';
import type { AnswerEngines } from './answer-engines.ts';
import type { Listener } from './listener.ts';
import { openAccounts } from './open-accounts.ts';
import { openCollab } from './open-collab.ts';
import { openListing, openToFollow } from './open-listing.ts';
import type { Parts } from './parts.ts';

export interface FeatureOptions {
  parts: Parts;
  listener: Listener;
  engines: AnswerEngines;
  /** whether people get a sample thread, default true */
  sample?: boolean | undefined;
}
export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Creates the features of a server and connects them to each other. Nothing runs yet. */
export async function createFeatures({ parts, listener, engines, sample = true }: FeatureOptions) {
  const shared = await openShared(parts, listener);
  const accounts = await openAccounts({
    ...shared,
    capabilities: () => capabilitiesOf(parts, engines),
    onNew: (id) => samples.welcome(id),
    async onRemoving(user) {
      await sources.removeAllOf(user);
      for (const { id } of await shared.threads.allOf(user)) await collab.forget(id);
    },
  });
  const owner = await signInOwner(accounts.accounts, parts.dataDir);
  const files = createFilesFeature(shared);
  const { uploads, uploadsOf } = files;
  const refreshes = new Refreshes(parts);
  const sources = createSourcesFeature({ ...shared, refreshes, uploadsOf });
  const collab: CollabServer = await openCollab({
    ...shared,
    server: listener.server,
    accounts: accounts.accounts,
    jar: accounts.jar,
    onStored: (id, notes) => history.history.follow(id, notes),
  });
  const history = createHistoryFeature({ ...shared, collab });
  const timeZone = async (id: UserId) => (await accounts.timeZone(id)) ?? 'UTC';
  const ask = await createAskFeature({
    ...shared,
    engine: engines.engine,
    allowance: accounts.allowance,
    sourcesFound: createSourcesFound({ ...shared, timeZone }),
    closing: listener.ending,
  });
  const posts = createPostsFeature({
    ...shared,
    uploads,
    viewer: async (koa) => (await accounts.authenticate(koa))?.user._id,
  });
  const connected = {
    ...shared,
    uploads,
    refreshes,
    sources: sources.sources,
    present: sources.present,
    presentAll: sources.presentAll,
    collab,
    answers: ask.answers,
    posts: posts.posts,
  };
  const samples = createSamplesFeature({
    ...connected,
    isEnabled: sample,
    owner: owner.id,
    mark: parts.dataDir.once('sample-thread-made'),
    reindex: (id) => reindexSource(id, parts),
    signal: listener.draining,
  });
  return {
    changes: shared.changes,
    signer: shared.signer,
    collab,
    owner,
    refreshes,
    accounts,
    files,
    sources,
    history,
    ask,
    posts,
    samples,
    threads: createThreadsFeature({ ...connected, forgetFiles: files.forgetThread }),
    refresh: createRefreshFeature(connected),
    imports: createImportsFeature(parts, shared.threads, uploadsOf),
    follows: createFollows(parts, shared.threads),
    search: createSearchFeature({ ...connected, timeZone }),
    home: createHomeFeature(connected),
    export: createExportFeature(connected),
    analytics: createAnalyticsFeature(parts),
  };
}

/** Creates what most features depend on. */
async function openShared(parts: Parts, { publicUrl, contentUrl, origins }: Listener) {
  const { settings, log, database, dataDir, texts } = parts;
  const changes = new AccessChanges(database, log);
  const secret = settings.secret ?? (await dataDir.secret());
  return {
    ...parts,
    publicUrl,
    contentUrl,
    origins,
    changes,
    secret,
    threads: new Threads(database, changes),
    signer: new Signer(secret, contentUrl, settings.previousSecret),
    safeTexts: plainWhenFailing(texts, log),
  };
}

/** Returns the owner of the data folder, signed in by its token. */
async function signInOwner(
  accounts: Accounts,
  dataDir: Parts['dataDir'],
): Promise<{ id: UserId; token: string }> {
  const { _id } = await accounts.owner();
  const token = await dataDir.ownerToken();
  await accounts.keepToken(_id, token, 'token', null);
  return { id: _id, token };
}

const capabilitiesOf = ({ providers, net }: Parts, { engine }: AnswerEngines) => ({
  models: engine.status().models,
  offline: !engine.status().provider,
  embeddings: providers.embedder !== undefined,
  transcription: net.speech !== undefined,
});

const createFollows = (parts: Parts, threads: Threads): Feature =>
  createFollowsFeature({
    follows: parts.staging.follows,
    threads,
    openListing: (url, signal) => openToFollow(parts, url, signal),
    check: (follow) => beginCheck(parts.staging, follow),
  });

function createImportsFeature(
  parts: Parts,
  threads: Threads,
  uploads: ImportRoutePorts['uploads'],
): Feature {
  const { staging, library, log, parser } = parts;
  return {
    name: 'imports',
    routes: importRoutes({
      imports: staging.imports,
      offline: (ids) => offlineImports(parts.database, ids),
      isDiskFull: () => parts.room.isFull(),
      library,
      threads,
      log,
      uploads,
      read: (bytes, input, signal) => parser.readImport(bytes, input, { signal }),
      openListing: openListing(parts),
      preview: (ownerId, reading) => previewImport(staging, ownerId, reading),
      start: (ownerId, wanted, files) => startImport(staging, ownerId, wanted, files),
    }),
  };
}
