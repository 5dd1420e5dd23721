export { PersonalIndex as OwnTexts } from './personal-index.ts';
export { searchRoutes } from './routes.ts';
