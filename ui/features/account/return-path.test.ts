import { expect, test } from 'vitest';
import { safeReturnPath, withNext } from './return-path.ts';

const HOME = 'https://gloss.example';

test('returns to a page of this site with its query', () => {
  expect(safeReturnPath('/t/otters-1?source=a&at=83#x', HOME)).toBe('/t/otters-1?source=a&at=83#x');
  expect(withNext('/login', '/t/otters?at=1')).toBe('/login?next=%2Ft%2Fotters%3Fat%3D1');
  expect(withNext('/signup', '/')).toBe('/signup');
});

test('never redirects to another site or to itself', () => {
  for (const wanted of [
    null,
    '',
    '/',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/login?next=/t/x',
    '/./login',
    '/signup',
  ])
    expect(safeReturnPath(wanted, HOME)).toBe('/');
});
