import { expect, test } from 'vitest';
import { spotInWindow } from './frame-box.ts';
import { clipLocator, frameGate, framePosition, isGreeting } from './frame-messages.ts';

const NONCE = 'n1';
const clip = {
  type: 'web_createClip',
  nonce: NONCE,
  paragraph: 4,
  text: 'the bank wears',
  prefix: 'so that ',
  suffix: ' away',
  occurrence: 1,
  start: 8,
  end: 22,
};
const place = { type: 'web_place', nonce: NONCE, paragraph: 4 };
const remove = { type: 'web_deleteClip', nonce: NONCE, _id: 'c1' };
function open({
  nowMs = () => 0,
  isByHand = () => true,
}: {
  nowMs?: () => number;
  isByHand?: () => boolean;
} = {}) {
  const gate = frameGate({ nonce: NONCE, nowMs, isByHand });
  gate.expectClip();
  return gate;
}

test('accepts known messages, and converts a clip to a position and back', () => {
  const message = open().judge(clip);
  if (message?.type !== 'web_createClip') throw new Error('It was refused.');
  const locator = clipLocator(message);
  expect(locator).toEqual({
    medium: 'flow',
    paragraph: 4,
    start: 8,
    end: 22,
    quote: 'the bank wears',
    prefix: 'so that ',
    suffix: ' away',
  });
  expect(framePosition(locator, 1)).toEqual({
    paragraph: 4,
    start: 8,
    end: 22,
    quote: 'the bank wears',
    prefix: 'so that ',
    suffix: ' away',
    occurrence: 1,
  });
});
test.each([
  ['another nonce', { ...clip, nonce: 'n2' }],
  ['no nonce', { ...clip, nonce: undefined }],
  ['no text', { ...clip, text: '' }],
  ['too much text', { ...clip, text: 'x'.repeat(20_001) }],
  ['an invalid paragraph', { ...clip, paragraph: 0 }],
  ['an invalid colour', { ...clip, color: 'red;background:url(x)' }],
  ['an unknown type', { ...clip, type: 'web_eval' }],
  ['an unknown key', { type: 'web_key', nonce: NONCE, key: 'Enter' }],
  [
    'an invalid box',
    {
      type: 'web_editClip',
      nonce: NONCE,
      _id: 'c1',
      box: { left: NaN, top: 0, width: 1, height: 1 },
    },
  ],
  ['a script instead of a link', { type: 'web_link', nonce: NONCE, href: 'javascript:alert(1)' }],
  ['a file instead of a link', { type: 'web_link', nonce: NONCE, href: 'data:text/html,x' }],
  ['text', JSON.stringify(clip)],
  ['nothing', null],
])('rejects %s', (_, data) => expect(open().judge(data)).toBeUndefined());

test('accepts ten messages in any second and no more', () => {
  let now = 0;
  const gate = open({ nowMs: () => now });
  for (let nth = 0; nth < 5; nth++) gate.judge({ type: 'noise' });
  const heard = Array.from({ length: 1000 }, () => gate.judge(place)).filter(Boolean).length;
  expect(heard).toBe(5);
  now = 999;
  expect(gate.judge(place)).toBeUndefined();
  now = 1000;
  expect(gate.judge(place)).toBeDefined();
});
test('accepts a clip once per request, within ten seconds', () => {
  let now = 0;
  const gate = frameGate({ nonce: NONCE, nowMs: () => now, isByHand: () => true });
  expect(gate.judge(clip)).toBeUndefined();
  gate.expectClip();
  now = 5000;
  expect([gate.judge(clip), gate.judge(clip)].map(Boolean)).toEqual([true, false]);
  gate.expectClip();
  now += 10_001;
  expect(gate.judge(clip)).toBeUndefined();
});
test('removes, opens and clicks nothing without a user gesture', () => {
  const gate = open({ isByHand: () => false });
  const link = { type: 'web_link', nonce: NONCE, href: 'https://example.test/' };
  for (const message of [remove, link, { type: 'web_key', nonce: NONCE, key: 'highlight' }]) {
    expect(gate.judge(message)).toBeUndefined();
    expect(open().judge(message)).toBeDefined();
  }
  expect(gate.judge(place)).toBeDefined();
});
test('greets only the mounted page', () => {
  expect(isGreeting({ type: 'web_hello', mount: 'm1' }, 'm1')).toBe(true);
  for (const data of [
    { type: 'web_hello', mount: 'm2' },
    { type: 'web_hello' },
    { type: 'web_ready', mount: 'm1' },
    'web_hello',
    null,
  ])
    expect(isGreeting(data, 'm1')).toBe(false);
});
test("clips the page's boxes to its frame", () => {
  const frame = { left: 100, top: 50, width: 400, height: 300 };
  expect(spotInWindow({ x: 20, top: 30, bottom: 40 }, frame)).toEqual({
    x: 120,
    top: 80,
    bottom: 90,
  });
  expect(spotInWindow({ x: 9000, top: -700, bottom: 9000 }, frame)).toEqual({
    x: 500,
    top: 50,
    bottom: 350,
  });
});
