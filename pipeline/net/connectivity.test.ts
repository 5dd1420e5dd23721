import { afterAll, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { readSettings } from '#config/settings.ts';
import type { Net } from './contract.ts';
import { createNet } from './create-net.ts';
import { dnsServer, type DnsServer, type NameRecord } from './testing/dns-server.ts';
import { canary } from './testing/loopback.ts';

const opened: (Net | DnsServer)[] = [];
afterAll(() => Promise.all(opened.map((it) => it.close())));

/** `say` is what the name server says of each name; it may be changed. */
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

it('says offline where no name server answers, with a time to try again', async () => {
  const { net, codeOf } = await netOf(() => 'drop');
  await expect(net.fetch('http://page.test/', { maxBytes: 9 })).rejects.toMatchObject({
    code: 'offline',
    message: 'No network. Resumes automatically.',
    retryAfterS: expect.any(Number),
  });
  expect(await codeOf('http://other.test/')).toBe('offline');
});

it('says it no more once a name is found', async () => {
  const { answer, codeOf } = await netOf(() => 'servfail');
  expect(await codeOf('http://there.test:9/')).toBe('offline');
  answer.say = () => HERE;
  await expect
    .poll(() => codeOf('http://there.test:9/'), { timeout: 9_000 })
    .toBe('provider_failed');
});

it('does not take one name whose servers are silent for it', async () => {
  const { codeOf } = await netOf((name) => (name === 'silent.test' ? 'drop' : HERE));
  expect(await codeOf('http://silent.test/')).toBe('provider_failed');
});

it('does not take many names that do not exist for it, while others do', async () => {
  const { codeOf } = await netOf((name) => (name.startsWith('gone') ? 'nxdomain' : HERE));
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => codeOf(`http://gone${n}.test/`)),
  );
  expect(new Set(codes)).toEqual(new Set(['no_such_host']));
});

it('takes it for one that each name in a row does not exist, as some routers say', async () => {
  const { answer, codeOf } = await netOf(() => HERE);
  expect(await codeOf('http://there.test:9/')).toBe('provider_failed');
  answer.say = () => 'nxdomain';
  const codes: string[] = [];
  for (let n = 0; n < 7; n += 1) codes.push(await codeOf(`http://page${n}.test/`));
  expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'no_such_host'));
  expect(codes.slice(4)).toEqual(['offline', 'offline', 'offline']);
});

it('does not keep what the operator opened from being reached', async () => {
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
