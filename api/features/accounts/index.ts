export { Accounts } from './accounts.ts';
export { authenticator, cookieToken } from './authenticate.ts';
export { accountRoutes } from './routes.ts';
