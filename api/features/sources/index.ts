export { Sources, type Claim } from './sources.ts';
export { presentSource } from './present-source.ts';
export { sourceRoutes } from './routes.ts';
