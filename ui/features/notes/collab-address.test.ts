import { expect, test } from 'vitest';
import { collabAddress } from './collab-address.ts';

test('uses TLS if the page was loaded over TLS', () => {
  expect(collabAddress('https://gloss.example.org')).toBe('wss://gloss.example.org/collab');
  expect(collabAddress('http://127.0.0.1:4870')).toBe('ws://127.0.0.1:4870/collab');
});
