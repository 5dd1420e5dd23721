import { expect, test } from 'vitest';
import { clipLocator, frameGate, framePlace } from './frame-messages.ts';

const NONCE = 'n1';
const clip = { type: 'web_createClip', nonce: NONCE, paragraph: 4, text: 'the bank wears', prefix: 'so that ', suffix: ' away', occurrence: 1, start: 8, end: 22 };
const open = (nowMs: () => number = () => 0) => frameGate(NONCE, nowMs);

test('lets the known messages through, and a clip becomes a place and back', () => {
  const message = open()(clip);
  if (message?.type !== 'web_createClip') throw new Error('It was refused.');
  const locator = clipLocator(message);
  expect(locator).toEqual({ medium: 'flow', paragraph: 4, start: 8, end: 22, quote: 'the bank wears', prefix: 'so that ', suffix: ' away' });
  expect(framePlace(locator)).toEqual({ paragraph: 4, start: 8, end: 22, quote: 'the bank wears', prefix: 'so that ' });
});
test.each([
  ['another nonce', { ...clip, nonce: 'n2' }],
  ['no nonce', { ...clip, nonce: undefined }],
  ['no words', { ...clip, text: '' }],
  ['too many words', { ...clip, text: 'x'.repeat(20_001) }],
  ['a paragraph that cannot be', { ...clip, paragraph: 0 }],
  ['a type nobody knows', { ...clip, type: 'web_eval' }],
  ['a script for a link', { type: 'web_link', nonce: NONCE, href: 'javascript:alert(1)' }],
  ['a file for a link', { type: 'web_link', nonce: NONCE, href: 'data:text/html,x' }],
  ['text', JSON.stringify(clip)],
  ['nothing', null],
])('refuses %s', (_, data) => expect(open()(data)).toBeUndefined());

test('hears ten in any second and no more, whatever they are', () => {
  let now = 0;
  const gate = open(() => now);
  for (let nth = 0; nth < 5; nth++) gate({ type: 'noise' });
  const heard = Array.from({ length: 1000 }, () => gate(clip)).filter(Boolean).length;
  expect(heard).toBe(5);
  now = 999;
  expect(gate(clip)).toBeUndefined();
  now = 1000;
  expect(gate(clip)).toBeDefined();
});
