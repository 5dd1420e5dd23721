import { expect, it } from 'vitest';
import { assertUncommon } from './common-passwords.ts';

const ADA = ['ada.lovelace@example.org', 'Ada Lovelace'];

it.each([
  'password123',
  'qwertyuiop',
  '1234567890',
  'Basketball',
  'princess2024!',
  '!!sunshine!!',
  'aaaaaaaaaaaaaaaa',
  'ababababababab',
  'ada.lovelace',
  'Ada.Lovelace1852',
  'ada.lovelace@example.org',
  'gloss12345',
  '１２３４５６７８９０',
])('refuses %s', async (password) => {
  await expect(assertUncommon(password, ADA)).rejects.toMatchObject({
    code: 'bad_request',
    details: [{ field: 'password' }],
  });
});
it.each([
  'correct horse battery',
  'a longer staple of horses',
  'kT7$mu2!vQpz',
  'пароль без повторов',
  'princess of the tides 7',
])('accepts %s', async (password) => {
  await expect(assertUncommon(password, ADA)).resolves.toBeUndefined();
});
