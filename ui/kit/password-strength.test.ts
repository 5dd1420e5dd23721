import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('rates how hard a password is to guess', () => {
  expect(
    ['', 'Sh0rt!', 'aaaaaaaaaaaa', 'password123', 'qwerty12345', '1234567890', 'ottersotters'].map(
      (it) => passwordStrength(it),
    ),
  ).toEqual(['short', 'short', 'weak', 'weak', 'weak', 'weak', 'weak']);
  expect(
    ['otter lake', 'correct horse battery', 'vX9#kk2!rTq0zP'].map((it) => passwordStrength(it)),
  ).toEqual(['fair', 'strong', 'strong']);
});

test('ignores what others know of the person', () => {
  expect(passwordStrength('ada.lovelace', ['Ada Lovelace', 'ada@lovelace.org'])).toBe('weak');
  expect(passwordStrength('ada.lovelace')).not.toBe('weak');
});
