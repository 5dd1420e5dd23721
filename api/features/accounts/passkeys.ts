/**
 * Sign-in with passkeys: keys on a device that its owner unlocks by face, finger or PIN. They need
 * no email address.
 */
import type {
  verifyAuthenticationResponse,
  VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { UniqueConstraintError } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { NewPasskeyBody, Passkey, PasskeyBody } from '#core/contract/passkey.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { AccessChanges } from '../../policy/index.ts';
import { defineAccounts, type PasskeyRow } from './accounts.model.ts';
import type { Challenges } from './challenges.ts';

/** Loaded on first use. */
const webauthn = () => import('@simplewebauthn/server');
const MOST = 20;
const ASKED_MS = 5 * 60_000;
/** Ed25519, P-256, RSA: the algorithms of devices */
const ALGORITHMS = [-8, -7, -257];
const TO_SIGN_IN = 'passkey.sign-in';
/** Includes the epoch, so that ending all sessions invalidates it. */
const toAdd = (userId: UserId, epoch: number): string => `passkey.add.${userId}.${epoch}`;
const present = ({ id, name, createdAt, lastUsedAt, synced }: PasskeyRow): Passkey => ({
  _id: id,
  name,
  synced,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
const unknown = (cause?: unknown): Fault =>
  new Fault('bad_credentials', {
    message: "This passkey isn't registered here, or your device didn't confirm it's you.",
    cause,
  });
const absent = (): Fault => new Fault('absent', { message: 'Passkey not found.' });

/**
 * Returns the host name that passkeys are bound to; none for an IP address, or without TLS unless
 * it is localhost.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  return protocol === 'https:' || /^(.+\.)?localhost$/.test(hostname) ? hostname : undefined;
}

export interface PasskeyPorts {
  database: Database;
  changes: AccessChanges;
  challenges: Challenges;
  publicUrl: string;
  log: Log;
}

export class Passkeys {
  readonly #ports: PasskeyPorts;
  readonly #rows;
  readonly #users;
  readonly #host: string | undefined;
  constructor(ports: PasskeyPorts) {
    this.#ports = ports;
    const { passkeys, users } = defineAccounts(ports.database.sequelize);
    this.#rows = passkeys;
    this.#users = users;
    this.#host = passkeyHost(ports.publicUrl);
  }
  /** Whether passkeys work at the address of this server. */
  get possible(): boolean {
    return this.#host !== undefined;
  }
  get #rpId(): string {
    if (this.#host === undefined)
      throw new Fault('not_allowed', {
        message:
          'Passkeys need an HTTPS address like https://gloss.example.org. The operator sets it as GLOSS_PUBLIC_URL.',
      });
    return this.#host;
  }

  async list(userId: UserId): Promise<Passkey[]> {
    return (await this.#of(userId)).map(present);
  }
  async #of(userId: UserId): Promise<PasskeyRow[]> {
    return (await this.#rows.findAll({ where: { userId }, order: [['id', 'DESC']] })).map((row) =>
      row.get({ plain: true }),
    );
  }
  async #epoch(userId: UserId): Promise<number> {
    return (
      ((await this.#users.findByPk(userId, { attributes: ['epoch'] }))?.get('epoch') as
        | number
        | undefined) ?? 0
    );
  }
  async rename(userId: UserId, id: string, name: string): Promise<Passkey> {
    const [changed] = await this.#ports.database.write((transaction) =>
      this.#rows.update({ name }, { where: { id, userId }, transaction }),
    );
    const row = changed === 0 ? undefined : (await this.#rows.findByPk(id))?.get({ plain: true });
    if (!row) throw absent();
    return present(row);
  }
  /** Returns its name. */
  async remove(userId: UserId, id: string): Promise<string> {
    return this.#ports.database.write(async (transaction) => {
      const row = await this.#rows.findOne({ where: { id, userId }, transaction });
      if (!row) throw absent();
      await row.destroy({ transaction });
      // If a second factor is required, it may have been the last one.
      await this.#ports.changes.note(transaction);
      return row.get('name') as string;
    });
  }

  async questionToAdd(user: User): Promise<Record<string, unknown>> {
    return {
      ...(await (
        await webauthn()
      ).generateRegistrationOptions({
        rpName: 'Gloss',
        rpID: this.#rpId,
        userID: Uint8Array.from(Buffer.from(user._id)),
        userName: user.email,
        userDisplayName: user.name,
        challenge: this.#ports.challenges.make(toAdd(user._id, await this.#epoch(user._id))),
        timeout: ASKED_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: (await this.#of(user._id)).map((it) => ({ id: it.credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })),
    };
  }
  /**
   * Faults: `bad_credentials` for a response that does not match this person's challenge,
   * `conflict` for more than twenty passkeys or an existing one.
   */
  async add(user: User, { name, answer }: z.output<typeof NewPasskeyBody>): Promise<Passkey> {
    const purpose = toAdd(user._id, await this.#epoch(user._id));
    const { registrationInfo: info } = await this.#checked(
      async () =>
        (await webauthn()).verifyRegistrationResponse({
          response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
          expectedChallenge: (challenge) => this.#ports.challenges.spend(purpose, challenge),
          expectedOrigin: new URL(this.#ports.publicUrl).origin,
          expectedRPID: this.#rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }) as Promise<{
          verified: boolean;
          registrationInfo: VerifiedRegistrationResponse['registrationInfo'];
        }>,
    );
    if (!info) throw unknown();
    const { credential, credentialBackedUp: synced } = info;
    const row: PasskeyRow = {
      id: uuidv7(),
      userId: user._id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(answer.response.transports ?? []),
      name,
      synced,
      createdAt: new Date(),
      lastUsedAt: null,
    };
    try {
      await this.#ports.database.write(async (transaction) => {
        if ((await this.#rows.count({ where: { userId: user._id }, transaction })) >= MOST)
          throw new Fault('conflict', { message: `You have ${MOST} passkeys. Delete one first.` });
        await this.#rows.create(row, { transaction });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintError)
        throw new Fault('conflict', { message: 'This passkey was already added.' });
      throw error;
    }
    return present(row);
  }

  async questionToSignIn(): Promise<Record<string, unknown>> {
    return {
      ...(await (
        await webauthn()
      ).generateAuthenticationOptions({
        rpID: this.#rpId,
        challenge: this.#ports.challenges.make(TO_SIGN_IN),
        timeout: ASKED_MS,
        userVerification: 'required',
      })),
    };
  }
  /** Returns its owner. Faults: `bad_credentials`, the same for every error. */
  async check({ answer }: z.output<typeof PasskeyBody>): Promise<UserId> {
    const row = (await this.#rows.findOne({ where: { credentialId: answer.id } }))?.get({
      plain: true,
    });
    const handle = answer.response.userHandle;
    if (
      !row ||
      (handle !== undefined && Buffer.from(handle, 'base64url').toString() !== row.userId)
    )
      throw unknown();
    const {
      authenticationInfo: { newCounter, credentialBackedUp },
    } = await this.#checked(async () =>
      (await webauthn()).verifyAuthenticationResponse({
        response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge: (challenge) => this.#ports.challenges.spend(TO_SIGN_IN, challenge),
        expectedOrigin: new URL(this.#ports.publicUrl).origin,
        expectedRPID: this.#rpId,
        requireUserVerification: true,
        credential: {
          id: row.credentialId,
          publicKey: Uint8Array.from(Buffer.from(row.publicKey, 'base64url')),
          counter: Number(row.counter),
        },
      }),
    );
    await this.#ports.database.write((transaction) =>
      this.#rows.update(
        { counter: newCounter, synced: credentialBackedUp, lastUsedAt: new Date() },
        { where: { id: row.id }, transaction },
      ),
    );
    return row.userId;
  }
  async #checked<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T> {
    try {
      const result = await verify();
      if (result.verified) return result;
    } catch (error) {
      this.#ports.log.debug({ err: error }, 'a passkey was not accepted');
      throw unknown(error);
    }
    throw unknown();
  }
}
