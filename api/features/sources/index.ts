export { Sources } from './sources.ts';
export { presentSource } from './present-source.ts';
export { sourceRoutes } from './routes.ts';
export { transcriptRoutes } from './transcript-routes.ts';
export { libraryRoutes } from './library-routes.ts';
