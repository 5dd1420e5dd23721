/**
 * Passkeys: the server's options and the browser's response. Loads WebAuthn on first use.
 */
import { z } from 'zod';
import { SignedIn, type User } from '#core/contract/account.ts';
import {
  NewPasskeyBody,
  Passkey,
  PasskeyBody,
  PasskeyOptions,
  Passkeys,
} from '#core/contract/passkey.ts';
import { call } from './api.ts';
import { holdSession } from './session.ts';

const webAuthn = () => import('@simplewebauthn/browser');
type Creation = Parameters<
  Awaited<ReturnType<typeof webAuthn>>['startRegistration']
>[0]['optionsJSON'];
type Request = Parameters<
  Awaited<ReturnType<typeof webAuthn>>['startAuthentication']
>[0]['optionsJSON'];
const question = async (path: string, body: object) =>
  (await call(path, PasskeyOptions, { method: 'POST', body })).options as unknown;
const one = (id: string) => `me/passkeys/${encodeURIComponent(id)}`;

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';
/** The user cancelled or took too long, or the device already has a passkey. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
export const alreadyExists = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

export const passkeyApi = {
  list: (signal?: AbortSignal) => call('me/passkeys', Passkeys, { signal }),
  async add(name: string, password?: string) {
    const optionsJSON = (await question(
      'me/passkeys/options',
      password === undefined ? {} : { password },
    )) as Creation;
    const answer = await (await webAuthn()).startRegistration({ optionsJSON });
    return call('me/passkeys', Passkey, {
      method: 'POST',
      body: NewPasskeyBody.parse({ name, answer }),
    });
  },
  rename: (id: string, name: string) => call(one(id), Passkey, { method: 'PATCH', body: { name } }),
  remove: (id: string, password?: string) =>
    call(one(id), z.unknown(), {
      method: 'DELETE',
      body: password === undefined ? {} : { password },
    }),
  async signIn(): Promise<User> {
    const optionsJSON = (await question('auth/passkey/options', {})) as Request;
    const answer = await (await webAuthn()).startAuthentication({ optionsJSON });
    const { expiresAt, user } = await call('auth/passkey', SignedIn, {
      method: 'POST',
      body: PasskeyBody.parse({ answer }),
    });
    holdSession(expiresAt);
    return user;
  },
};
