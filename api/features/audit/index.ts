export { Audit, type Entry } from './audit.ts';
export { audited } from './audited.ts';
export { auditRoutes } from './routes.ts';
