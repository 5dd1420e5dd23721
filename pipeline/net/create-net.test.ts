import { afterAll, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { readSettings } from '#config/settings.ts';
import { createNet } from './create-net.ts';
import { dnsServer } from './testing/dns-server.ts';
import { loopbackServer } from './testing/loopback.ts';

const site = await loopbackServer((_request, response) => {
  response.end('hello');
});
const names = await dnsServer((name) =>
  name.endsWith('.site.test') ? { addresses: ['127.0.0.1'] } : 'nxdomain',
);
const hosts = ['a.site.test', 'b.site.test'].map((host) => `${host}:${site.port}`);
const net = createNet(
  readSettings({ GLOSS_DNS_SERVERS: names.at, GLOSS_FETCH_ALLOW: hosts.join(',') }),
  createLog('silent'),
);
afterAll(() => Promise.all([net.close(), names.close(), site.close()]));

it('asks the configured name servers, once for all connections to a host', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      net.fetch(`http://${hosts[n % 2]}/${n}`, { maxBytes: 100 }),
    ),
  );
  expect(answers.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(
    answers.map(() => 'hello'),
  );
  expect(names.queries.filter((it) => it.startsWith('A ')).sort()).toEqual([
    'A a.site.test',
    'A b.site.test',
  ]);
});
