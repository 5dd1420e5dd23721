import { afterAll, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { readSettings } from '#config/settings.ts';
import type { Net } from './contract.ts';
import { createNet } from './create-net.ts';
import { dnsServer, type DnsServer, type NameRecord } from './testing/dns-server.ts';
import { canary } from './testing/loopback.ts';

const opened: (Net | DnsServer)[] = [];
afterAll(() => Promise.all(opened.map((it) => it.close())));

/** `say` returns the name server's answer for each name. */
async function netOf(say: (name: string) => NameRecord) {
  const answer = { say };
  const names = await dnsServer((name) => answer.say(name));
  const net = createNet(
    readSettings({ GLOSS_DNS_SERVERS: names.at, GLOSS_FETCH_ALLOW: 'there.test:9' }),
    createLog('silent'),
  );
  opened.push(names, net);
  const codeOf = (url: string): Promise<string> =>
    net.fetch(url, { maxBytes: 9 }).then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
  return { answer, net, names, codeOf };
}
const HERE: NameRecord = { addresses: ['127.0.0.1'] };

it('reports offline when no name server answers, with a time to retry', async () => {
  const { net, codeOf } = await netOf(() => 'drop');
  await expect(net.fetch('http://page.test/', { maxBytes: 9 })).rejects.toMatchObject({
    code: 'offline',
    message: 'No network. Resumes automatically.',
    retryAfterS: expect.any(Number),
  });
  expect(await codeOf('http://other.test/')).toBe('offline');
});

it('stops reporting offline once a name is found', async () => {
  const { answer, codeOf } = await netOf(() => 'servfail');
  expect(await codeOf('http://there.test:9/')).toBe('offline');
  answer.say = () => HERE;
  await expect
    .poll(() => codeOf('http://there.test:9/'), { timeout: 9_000 })
    .toBe('provider_failed');
});

it("isn't offline when only one name's servers don't answer", async () => {
  const { codeOf } = await netOf((name) => (name === 'silent.test' ? 'drop' : HERE));
  expect(await codeOf('http://silent.test/')).toBe('provider_failed');
});

it("isn't offline when many names don't exist but others do", async () => {
  const { codeOf } = await netOf((name) => (name.startsWith('gone') ? 'nxdomain' : HERE));
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => codeOf(`http://gone${n}.test/`)),
  );
  expect(new Set(codes)).toEqual(new Set(['no_such_host']));
});

it('is offline when every name is reported as missing, as some routers do', async () => {
  const { answer, codeOf } = await netOf(() => HERE);
  expect(await codeOf('http://there.test:9/')).toBe('provider_failed');
  answer.say = () => 'nxdomain';
  const codes: string[] = [];
  for (let n = 0; n < 7; n += 1) codes.push(await codeOf(`http://page${n}.test/`));
  expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'no_such_host'));
  expect(codes.slice(4)).toEqual(['offline', 'offline', 'offline']);
});

it('still reaches addresses that the operator allowed', async () => {
  const site = await canary();
  const names = await dnsServer(() => 'drop');
  const net = createNet(
    readSettings({ GLOSS_DNS_SERVERS: names.at, GLOSS_FETCH_ALLOW: site.at }),
    createLog('silent'),
  );
  opened.push(names, net);
  await expect(net.fetch('http://page.test/', { maxBytes: 9 })).rejects.toMatchObject({
    code: 'offline',
  });
  expect((await net.fetch(site.url, { maxBytes: 99 })).status).toBe(200);
  await site.close();
});
