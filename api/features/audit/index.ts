export { Audit, type Entry } from './audit.ts';
export { audited } from './audited-routes.ts';
export { auditRoutes } from './routes.ts';
