import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { type ComponentHealth, Health } from '#core/contract/health.ts';
import { Reconciled } from '#core/contract/reconcile.ts';
import { operatorRoute, publicRoute, readerRoute, type Route } from '../../http/route.ts';
import { can } from '../../policy/index.ts';

export interface OperationRoutePorts {
  health(): Promise<Health>;
  /** whether requests may be sent here: its services respond, and no stop was requested */
  isReady(): Promise<boolean>;
  openApi(): unknown;
  reindex(): Promise<{ sources: number; chunks: number }>;
  reconcile(): Promise<Reconciled[]>;
}

/**
 * Minimum ms between checks for people other than the operator, because some checks cost a request.
 */
const RECENT_MS = 10_000;
const outlined = <K extends string>(parts: Partial<Record<K, ComponentHealth>>) =>
  Object.fromEntries(
    Object.entries<ComponentHealth | undefined>(parts).flatMap(([name, part]) =>
      part ? [[name, { status: part.status, detail: '' }]] : [],
    ),
  );
/** Without paths, addresses and versions of this server. */
const inOutline = ({ status, version, components, signIn }: Health) => ({
  status,
  version,
  components: outlined(components),
  signIn: outlined(signIn),
});

export function operationRoutes(ports: OperationRoutePorts): Route[] {
  let known: { at: number; health: Promise<Health> } | undefined;
  const recent = (): Promise<Health> => {
    if (!known || performance.now() - known.at > RECENT_MS)
      known = { at: performance.now(), health: ports.health() };
    return known.health;
  };
  return [
    readerRoute({
      method: 'get',
      path: 'health',
      summary:
        'Status of every component; 503 when a required one fails. Only the operator sees locations and how to fix them',
      response: 'raw',
      async handle({ koa, actor }) {
        const isOperator = can(actor, { action: 'operate' });
        const health = isOperator ? await ports.health() : inOutline(await recent());
        koa.status = health.status === 'ok' ? 200 : 503;
        koa.body = { data: Health.parse(health) };
      },
    }),
    publicRoute({
      method: 'get',
      path: 'ready',
      summary:
        'Readiness: 503 during start and shutdown, and while the database or queue is unavailable',
      response: z.object({ ready: z.literal(true) }),
      async handle() {
        if (!(await ports.isReady()))
          throw new Fault('unavailable', {
            message: "This server isn't accepting requests right now. Try again in a moment.",
          });
        return { ready: true as const };
      },
    }),
    publicRoute({
      method: 'get',
      path: 'openapi.json',
      summary: 'This description',
      response: 'raw',
      async handle({ koa }) {
        koa.body = ports.openApi() as object;
      },
    }),
    operatorRoute({
      method: 'post',
      path: 'reindex',
      summary: 'Rebuilds the search index from the library',
      response: z.object({ sources: z.int(), chunks: z.int() }),
      async handle() {
        return ports.reindex();
      },
    }),
    operatorRoute({
      method: 'post',
      path: 'reconcile',
      summary: 'Compares the search index with the library and fixes differences',
      response: z.array(Reconciled),
      async handle() {
        return ports.reconcile();
      },
    }),
  ];
}
