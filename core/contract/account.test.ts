import { describe, expect, test } from 'vitest';
import { normaliseEmail, Password, SignupBody, TimeZone } from './account.ts';

describe('normaliseEmail', () => {
  test.each([
    ['  Ada@Example.ORG ', 'ada@example.org'],
    ['ada+gloss@mail.example.co.uk', 'ada+gloss@mail.example.co.uk'],
    ['ada@Müller.de', 'ada@xn--mller-kva.de'],
    // Full-width letters, as some keyboards type them.
    ['ａｄａ@example.org', 'ada@example.org'],
    ['a.d.a@example.org', 'a.d.a@example.org'],
  ])('%j becomes %j', (text, email) => expect(normaliseEmail(text)).toBe(email));
  test.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@[::1]',
    'ada@example.org/path',
    'ada@example.org:25',
    '.ada@example.org',
    'ada.@example.org',
    'a..da@example.org',
    'ada@exa mple.org',
    'ada@-example.org',
    'Ada <ada@example.org>',
    'ada@example.org, eve@example.org',
    `${'a'.repeat(65)}@example.org`,
  ])('%j is none', (text) => expect(normaliseEmail(text)).toBe(undefined));
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Europe/Atlantis', false],
  ['+02:00', false],
  ['', false],
  ['x'.repeat(65), false],
])('%j is a time zone: %s', (zone, isZone) =>
  expect(TimeZone.safeParse(zone).success).toBe(isZone),
);

test.each([
  ['ten characters', 'abcdefghij', true],
  ['spaces, which count', '          ', true],
  ['nine characters', 'abcdefghi', false],
  ['200 characters', 'a'.repeat(200), true],
  ['201 characters', 'a'.repeat(201), false],
])('a password of %s', (_, password, isGood) =>
  expect(Password.safeParse(password).success).toBe(isGood),
);

describe('SignupBody', () => {
  const body = { email: 'Ada@example.org', password: 'correct horse', name: '  Ada L.  ' };
  test('normalises the address and the name', () =>
    expect(SignupBody.parse(body)).toEqual({
      email: 'ada@example.org',
      password: 'correct horse',
      name: 'Ada L.',
    }));
  test.each([
    ['a name of two lines', { name: 'Ada\nBcc: all' }],
    ['a name of spaces', { name: '   ' }],
    ['a name that is too long', { name: 'a'.repeat(121) }],
    ['an invalid address', { email: 'ada' }],
  ])('rejects %s', (_, part) =>
    expect(SignupBody.safeParse({ ...body, ...part }).success).toBe(false),
  );
});
