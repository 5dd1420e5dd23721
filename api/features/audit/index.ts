export { Audit } from './audit.ts';
export { audited } from './audited.ts';
export { auditRoutes } from './routes.ts';
