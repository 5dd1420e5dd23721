import { backupRoutes } from '../features/backup/index.ts';
import { operationRoutes } from '../features/operations/index.ts';
import type { Feature } from '../http/feature.ts';
import { openApi } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import type { AnswerEngines } from './answer-engines.ts';
import { beginBackup } from './backup.ts';
import type { Features } from './features.ts';
import { checkHealth, isReady } from './health.ts';
import type { Listener } from './listener.ts';
import type { Parts } from './parts.ts';

export interface OperationParts {
  parts: Parts;
  listener: Listener;
  engines: AnswerEngines;
  features: Features;
  /** all routes of the server */
  routes(): readonly Route[];
}

/** Creates health checks, OpenAPI, backup and maintenance of a server, and metrics of its parts. */
export function createOperations({
  parts,
  listener,
  engines: { engine },
  features: { accounts, collab },
  routes,
}: OperationParts): Feature {
  const { settings, log, runner, metrics } = parts;
  metrics.watch({
    notes: () => collab.health(),
    parts: async () => (await checkHealth(parts, engine)).components,
  });
  return {
    name: 'operations',
    routes: [
      ...backupRoutes({ begin: (wanted) => beginBackup(settings, log, wanted), log }),
      ...operationRoutes({
        health: async () => ({
          ...(await checkHealth(parts, engine)),
          signIn: await accounts.health(),
        }),
        isReady: () => isReady(parts, listener.draining),
        openApi: () => openApi(routes()),
        reindex: () => runner.reindex(),
        reconcile: () => runner.reconcile(),
      }),
    ],
  };
}
