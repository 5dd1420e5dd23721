import { z } from 'zod';
import { AuditPage } from '#core/contract/audit.ts';
import { boundedInteger } from '#core/contract/paging.ts';
import { operatorRoute, type Route } from '../../http/route.ts';
import type { Audit } from './audit.ts';

export interface AuditRoutePorts {
  audit: Audit;
  /** Faults: `absent`. */
  userCalled(idOrEmail: string): Promise<{ id: string }>;
}

export const auditRoutes = ({ audit, userCalled }: AuditRoutePorts): Route[] => [
  operatorRoute({
    method: 'get',
    path: 'audit',
    summary: 'Who did what, newest first',
    response: AuditPage,
    query: z.object({
      user: z.string().max(320).optional(),
      action: z
        .string()
        .regex(/^[a-z.-]{1,40}$/)
        .optional(),
      cursor: z.uuid().optional(),
      limit: boundedInteger(50, 200),
    }),
    async handle({ query: { user, ...page } }) {
      return audit.list({
        ...page,
        userId:
          user === undefined
            ? undefined
            : (z.uuid().safeParse(user).data ?? (await userCalled(user)).id),
      });
    },
  }),
];
