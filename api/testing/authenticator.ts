/** A passkey authenticator in software: creates a key for a host, and signs challenges with it. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

export interface Asked {
  challenge: string;
  origin: string;
  host: string;
  /** user verification; default true */
  verified?: boolean;
  counter?: number;
  type?: string;
}

export function createAuthenticator(userHandle?: string) {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const clientData = ({ challenge, origin, type }: Asked, usual: string) =>
    Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }));
  const dataFor = ({ host, verified = true, counter = 0 }: Asked, more = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(host),
      Buffer.of(PRESENT | (verified ? VERIFIED : 0) | more),
      count,
    ]);
  };
  return {
    id: text(id),
    /** Returns the result of `navigator.credentials.create`. */
    make(asked: Asked) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        dataFor(asked, ATTESTED),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(coseOf(publicKey)),
      ]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', Uint8Array.from(authData)],
        ]),
      );
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData(asked, 'webauthn.create')),
          attestationObject: text(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** Returns the result of `navigator.credentials.get`. */
    sign(asked: Asked) {
      const client = clientData(asked, 'webauthn.get');
      const authenticatorData = dataFor(asked);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(client)]),
        privateKey,
      );
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authenticatorData),
          signature: text(signature),
          ...(userHandle ? { userHandle: text(Buffer.from(userHandle)) } : {}),
        },
      };
    },
  };
}
/** An ES256 key on P-256 in COSE form. */
function coseOf(key: KeyObject): Map<number, number | Uint8Array> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (coordinate: string) => Uint8Array.from(Buffer.from(coordinate, 'base64url'));
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
}
