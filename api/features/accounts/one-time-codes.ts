/**
 * Codes of authenticator apps (RFC 6238), with parameters that every app supports, and recovery
 * codes.
 */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;
const SEED_BYTES = 20;
/** 120 bits each, so that a plain hash protects them */
const RECOVERY_BYTES = 15;
const RECOVERY_CODES = 10;
/** codes accepted before and after the current one, because clocks differ */
const DRIFT = 1;
const totp = (key: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Gloss',
    label,
    secret: Secret.fromBase32(key),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_MS / 1000,
  });
const base32 = (bytes: Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;

export const newKey = (): string => base32(randomBytes(SEED_BYTES));
/** The content of the QR code for an app. */
export const keyUri = (key: string, email: string): string => totp(key, email).toString();
/** Returns the 30-second step of a code, or undefined if the code is wrong or not current. */
export function stepOf(key: string, code: string, now = Date.now()): number | undefined {
  const delta = totp(key).validate({
    token: code.replace(/\s/g, ''),
    timestamp: now,
    window: DRIFT,
  });
  return delta === null ? undefined : Math.floor(now / PERIOD_MS) + delta;
}
/** In groups of four, for typing. */
export const newRecoveryCodes = (): string[] =>
  Array.from(
    { length: RECOVERY_CODES },
    () => base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g)?.join('-') ?? '',
  );
/** Normalises a typed code. */
export const recoveryForm = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
    .replace(/[^A-Z2-7]/g, '');
