import { expect, it } from 'vitest';
import { Signer } from './signing.ts';

const signer = new Signer('a secret of sixteen letters', 'http://content.test');
const tokenOf = (url: string): string => url.slice('http://content.test/c/'.length);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

it('accepts what it signed, and nothing with a changed character', () => {
  const token = tokenOf(
    signer.url({ what: 'file', key: 'blobs/ab/cd', type: 'image/png', name: 'image' }),
  );
  expect(signer.open(token)).toMatchObject({ what: 'file', key: 'blobs/ab/cd' });
  for (let at = 0; at < token.length; at += 1) {
    if (token[at] === '.') continue;
    for (const letter of at === token.length - 1 ? LETTERS : 'Aa') {
      if (letter !== token[at])
        expect(() => signer.open(token.slice(0, at) + letter + token.slice(at + 1))).toThrow(
          'This link is invalid',
        );
    }
  }
  expect(() => new Signer('another secret, as long', 'http://content.test').open(token)).toThrow(
    'This link is invalid',
  );
});

it('accepts signatures of the previous secret while it is set, and makes none with it', () => {
  const renewed = new Signer(
    'another secret, as long',
    'http://content.test',
    'a secret of sixteen letters',
  );
  const read = { what: 'file', key: 'k', type: 't', name: 'n' } as const;
  expect(renewed.open(tokenOf(signer.url(read)))).toMatchObject(read);
  expect(renewed.isSealed('ab', 'image/png', signer.seal('ab', 'image/png'))).toBe(true);
  expect(() => signer.open(tokenOf(renewed.url(read)))).toThrow('This link is invalid');
  expect(signer.isSealed('ab', 'image/png', renewed.seal('ab', 'image/png'))).toBe(false);
});

const grant = {
  what: 'upload',
  method: 'PUT',
  id: '0198c0de-0000-7000-8000-000000000001',
  user: '0198c0de-0000-7000-8000-000000000002',
  epoch: 0,
  key: 'uploads/x',
  type: 'application/pdf',
  maxBytes: 1,
} as const;

it.each<[string, unknown]>([
  ['what', 'file'],
  ['method', 'GET'],
  ['id', '0198c0de-0000-7000-8000-000000000009'],
  ['user', '0198c0de-0000-7000-8000-000000000009'],
  ['key', 'uploads/y'],
  ['type', 'image/png'],
  ['maxBytes', 2 ** 40],
  ['exp', 4_000_000_000],
  ['more', true],
])('refuses an upload address with another %s', (field, value) => {
  const [payload = '', mac = ''] = tokenOf(signer.url(grant, 600)).split('.');
  const changed = {
    ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
    [field]: value,
  };
  expect(signer.open(`${payload}.${mac}`)).toMatchObject(grant);
  expect(() =>
    signer.open(`${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${mac}`),
  ).toThrow('This link is invalid');
});

it('keeps an address while a page is open, and lets it expire', () => {
  const read = { what: 'file', key: 'k', type: 't', name: 'n' } as const;
  expect(signer.url(read)).toBe(signer.url(read));
  expect(() => signer.open(tokenOf(signer.url(grant, -1)))).toThrow('has expired');
});
