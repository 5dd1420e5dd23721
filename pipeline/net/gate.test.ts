import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createGate, isPublicAddress, portOf, type Address } from './gate.ts';
import { INTERNAL_HOSTS } from './testing/internal-hosts.ts';

const v4 = (...addresses: string[]): Address[] =>
  addresses.map((address) => ({ address, family: 4 }));
const names =
  (table: Record<string, Address[]>) =>
  async (host: string): Promise<Address[]> =>
    table[host] ?? [];

describe('addresses', () => {
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    '127.0.0.1',
    '10.1.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.2.1',
    '::1',
    '::',
    '::7f00:1',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
    '2002:101:101::',
    '2001::1',
    '4000::1',
    'fe80::1%eth0',
    '',
    'example.com',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it('an IPv4 address is never public as IPv4-compatible, IPv4-mapped or NAT64 IPv6', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        (ip) =>
          !isPublicAddress(`::${ip}`) &&
          !isPublicAddress(`::ffff:${ip}`) &&
          !isPublicAddress(`64:ff9b::${ip}`),
      ),
    );
  });
});

describe('the gate', () => {
  const gate = createGate({ resolve: names({ 'example.com': v4('93.184.216.34') }) });

  it.each(INTERNAL_HOSTS.filter((host) => !host.includes('example')))(
    'refuses %s at a public port without looking up a name',
    (host) => {
      expect(() => gate.parse(`http://${host}/`)).toThrow(
        expect.objectContaining({ code: 'blocked_address' }),
      );
    },
  );
  it.each(['http://example.com:22/', 'http://example.com:6379/', 'https://93.184.216.34:3306/'])(
    'refuses the port of %s and lists the allowed ports',
    (url) => {
      expect(() => gate.parse(url)).toThrow(/80, 443, 8080, 8443/);
    },
  );
  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://u:p@example.com/',
    'http://example.com\\@evil.com/',
    'http:\\\\example.com',
    'http://exa\tmple.com/',
    'http://a b/',
    '',
    'example.com',
    '--exec',
    'http://',
  ])('rejects %j as an invalid address', (url) =>
    expect(() => gate.parse(url)).toThrow(expect.objectContaining({ code: 'unsupported_url' })),
  );
  it('resolves a redirect against its page, spaces included', () => {
    expect(gate.parse('../a b?q=\\x', new URL('https://example.com/x/y')).href).toBe(
      'https://example.com/a%20b?q=\\x',
    );
  });
  it('returns the checked addresses of a public name', async () => {
    expect(await gate.resolve('example.com', 443)).toEqual(v4('93.184.216.34'));
  });
  it('refuses a name if any of its addresses is internal', async () => {
    const mixed = createGate({ resolve: names({ 'mixed.test': v4('93.184.216.34', '10.0.0.7') }) });
    await expect(mixed.resolve('mixed.test', 80)).rejects.toMatchObject({
      code: 'blocked_address',
    });
  });
  it('throws no_such_host for a name without addresses, and fails when the name server fails', async () => {
    await expect(gate.resolve('nowhere.test', 80)).rejects.toMatchObject({
      code: 'no_such_host',
      message: "Couldn't find nowhere.test. Check the link.",
    });
    const broken = createGate({
      resolve: async () => {
        throw Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' });
      },
    });
    await expect(broken.resolve('example.com', 80)).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });
});

describe('addresses allowed by the operator', () => {
  const resolve = names({
    'files.lan': v4('192.168.1.9'),
    'other.lan': v4('127.0.0.1'),
    'example.com': v4('10.0.0.1'),
  });
  const gate = createGate({
    allow: [
      '127.0.0.1:5000',
      '[::1]:5000',
      'files.lan:9000',
      'media.localhost:4870',
      'plain.test:80',
    ],
    resolve,
  });

  it.each([
    'http://127.0.0.1:5000/',
    'http://[::1]:5000/',
    'http://2130706433:5000/',
    'http://files.lan:9000/',
    'http://FILES.lan:9000/',
    'http://media.localhost:4870/',
    'http://plain.test/',
  ])('allows %s', (url) => {
    expect(gate.parse(url).href).toContain('http');
  });
  it.each([
    'http://127.0.0.1:5001/',
    'http://127.0.0.2:5000/',
    'http://localhost:5000/',
    'http://media.localhost:80/',
    'http://x.localhost:4870/',
    'https://files.lan:9001/',
  ])("doesn't allow %s", (url) => {
    expect(() => gate.parse(url)).toThrow(expect.objectContaining({ code: 'blocked_address' }));
  });
  it('allows only the name: another name for the same address is refused', async () => {
    expect(await gate.resolve('files.lan', 9000)).toEqual(v4('192.168.1.9'));
    await expect(gate.resolve('other.lan', 5000)).rejects.toMatchObject({
      code: 'blocked_address',
    });
    await expect(gate.resolve('example.com', 80)).rejects.toMatchObject({
      code: 'blocked_address',
    });
  });
  it('needs no name server for names in .localhost', async () => {
    expect(await gate.resolve('media.localhost', 4870)).toEqual(v4('127.0.0.1'));
  });
  it('knows the port of a scheme', () => {
    expect([
      portOf(new URL('http://a/')),
      portOf(new URL('https://a/')),
      portOf(new URL('http://a:81/')),
    ]).toEqual([80, 443, 81]);
  });
});
