export { OwnTexts } from './own-texts.ts';
export { searchRoutes } from './routes.ts';
