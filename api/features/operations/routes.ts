import { z } from 'zod';
import { Health } from '#core/contract/health.ts';
import { Reconciled } from '#core/contract/reconcile.ts';
import { operatorRoute, publicRoute, type Route } from '../../http/route.ts';

export interface OperationRoutePorts {
  health(): Promise<Health>;
  openApi(): unknown;
  reindex(): Promise<{ sources: number; chunks: number }>;
  reconcile(): Promise<Reconciled[]>;
}

export const operationRoutes = (ports: OperationRoutePorts): Route[] => [
  publicRoute({
    method: 'get', path: 'health', summary: 'How every part does; 503 when a needed one fails', response: 'raw',
    async handle({ koa }) {
      const health = await ports.health();
      koa.status = health.status === 'ok' ? 200 : 503;
      koa.body = { data: Health.parse(health) };
    },
  }),
  publicRoute({
    method: 'get', path: 'openapi.json', summary: 'This description', response: 'raw',
    async handle({ koa }) { koa.body = ports.openApi() as object; },
  }),
  operatorRoute({
    method: 'post', path: 'reindex', summary: 'Rebuilds the search index from the library', response: z.object({ sources: z.int(), chunks: z.int() }),
    async handle() { return ports.reindex(); },
  }),
  operatorRoute({
    method: 'post', path: 'reconcile', summary: 'Compares the search index with the library and puts right what differs', response: z.array(Reconciled),
    async handle() { return ports.reconcile(); },
  }),
];
