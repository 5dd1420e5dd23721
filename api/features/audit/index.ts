export { Audit } from './audit.ts';
export { AUDITED, audited } from './audited.ts';
export { auditRoutes } from './routes.ts';
