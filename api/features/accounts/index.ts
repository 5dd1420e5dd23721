export { Accounts } from './accounts.ts';
export { authenticator, bearerToken, cookieToken } from './authenticate.ts';
export { accountRoutes } from './routes.ts';
