/**
 * Passkeys: keys stored by a device or a password manager, which their owner unlocks with face,
 * fingerprint or PIN.
 */
import { z } from 'zod';

const Bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, 'bytes as base64url');
const KeyId = Bytes.min(1).max(1400);
const answered = {
  id: KeyId,
  rawId: KeyId,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

export const Passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** synced between several devices */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;
/** `GET me/passkeys`. */
export const Passkeys = z.object({ docs: z.array(Passkey) });
const Name = z.string().trim().min(1).max(120);

/**
 * WebAuthn's own JSON, which is passed to the browser unchanged. Its challenge is valid once, for
 * five minutes.
 */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });
/** `POST me/passkeys` → 201 `Passkey`. `answer`: the browser's response. */
export const NewPasskeyBody = z.object({
  name: Name,
  answer: z.object({
    ...answered,
    response: z.object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  }),
});
/** `PATCH me/passkeys/:id`. */
export const PasskeyPatch = z.object({ name: Name });
/**
 * `POST auth/passkey` → `SignedIn`, after `POST auth/passkey/options`. Needs no email address,
 * because the passkey identifies its owner.
 */
export const PasskeyBody = z.object({
  answer: z.object({
    ...answered,
    response: z.object({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Bytes.optional(),
    }),
  }),
});
