/** A multi-user Gloss with accounts created by its operator. */
import { z } from 'zod';
import type { GlossProcess } from './gloss-process.ts';

export const FOR_MANY = { GLOSS_ACCOUNTS: 'accounts', GLOSS_SIGN_IN_PACE: '10000/min,10000/h' };
const Made = z.object({ user: z.object({ _id: z.string(), email: z.string() }) });
const Token = z.object({ token: z.string() });

export interface BenchPerson {
  id: string;
  email: string;
  /** a personal token that writes */
  token: string;
}

export async function addPerson(gloss: GlossProcess, name: string): Promise<BenchPerson> {
  const { user } = Made.parse(
    await gloss.data('POST', 'users', { email: `${name}@example.org`, name }),
  );
  return { id: user._id, email: user.email, token: await tokenFor(gloss, user._id, 'write') };
}
export async function tokenFor(
  gloss: GlossProcess,
  user: string,
  scope: 'read' | 'write',
  days?: number,
): Promise<string> {
  return Token.parse(
    await gloss.data('POST', `users/${user}/tokens`, {
      name: scope,
      scope,
      ...(days === undefined ? {} : { days }),
    }),
  ).token;
}
export const ownerTokenOf = (gloss: GlossProcess): string =>
  gloss.headers.Authorization.replace('Bearer ', '');
export const collabUrlOf = (gloss: GlossProcess): string =>
  `${gloss.url.replace('http', 'ws')}/collab`;
export async function addThread(gloss: GlossProcess, title: string): Promise<string> {
  return z.object({ _id: z.string() }).parse(await gloss.data('POST', 'threads', { title }))._id;
}
