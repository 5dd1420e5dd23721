import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BAD, hasClamd, openClamd, type TestClamd } from './testing/clamd.ts';
import { createVirusScanner } from './virus-scanner.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
async function* pieces(...all: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* all;
}

describe.skipIf(!hasClamd)('clamd', () => {
  let clamd: TestClamd;
  beforeAll(async () => {
    clamd = await openClamd({ StreamMaxLength: '2M', MaxFileSize: '1M' });
  });
  afterAll(() => clamd.remove());
  const scanner = () => createVirusScanner({ path: clamd.socket });

  it('passes a clean file unchanged, and names what it found in an infected one', async () => {
    const sent = [bytes('first, '), new Uint8Array(600_000).fill(65), bytes('last')];
    expect(
      Buffer.concat(await Array.fromAsync(scanner().pass(pieces(...sent)))).equals(
        Buffer.concat(sent),
      ),
    ).toBe(true);
    await expect(scanner().check(bytes(''))).resolves.toBeUndefined();
    // Also if it is split between two chunks.
    await expect(
      Array.fromAsync(scanner().pass(pieces(bytes(`x${BAD.slice(0, 9)}`), bytes(BAD.slice(9))))),
    ).rejects.toMatchObject({
      code: 'infected_file',
      message: expect.stringContaining('“Gloss.Test.UNOFFICIAL”'),
      details: { found: 'Gloss.Test.UNOFFICIAL' },
    });
    expect(await scanner().version()).toMatch(/^ClamAV \d/);
  });
  it("refuses files that clamd doesn't scan completely", async () => {
    await expect(scanner().check(new Uint8Array(1.5 * 2 ** 20))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('MaxFileSize'),
    });
    await expect(scanner().check(new Uint8Array(9 * 2 ** 20))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('StreamMaxLength'),
    });
  });
  it("reports unavailable while clamd isn't running", async () => {
    await clamd.stop();
    await expect(scanner().check(bytes('x'))).rejects.toMatchObject({ code: 'unavailable' });
    await clamd.start();
    await expect(scanner().check(bytes('x'))).resolves.toBeUndefined();
  });
});

describe('a scanner that fails', () => {
  const closers: (() => void)[] = [];
  afterEach(() => closers.splice(0).forEach((close) => close()));
  async function talking(onConnect: (socket: Socket) => void) {
    const server = createServer((socket) => {
      closers.push(() => socket.destroy());
      socket.on('error', () => undefined);
      onConnect(socket);
    }).listen(0, '127.0.0.1');
    closers.push(() => server.close());
    await once(server, 'listening');
    return createVirusScanner({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  }
  it.each<[string, (socket: Socket) => void]>([
    ['hangs up at once', (socket) => socket.destroy()],
    [
      'hangs up in the middle of a word',
      (socket) => socket.on('data', () => socket.end('stream: O')),
    ],
    ['calls a file clean before it has seen all of it', (socket) => socket.write('stream: OK\0')],
    [
      'answers something else',
      (socket) => socket.on('data', () => socket.write('UNKNOWN COMMAND\0')),
    ],
    [
      'answers with a word that only ends like it',
      (socket) => socket.on('data', () => socket.write('stream: NOT OK\0')),
    ],
  ])('passes nothing when it %s', async (_, onConnect) => {
    const scanner = await talking(onConnect);
    async function* slow() {
      for (let n = 0; n < 40; n += 1) {
        yield new Uint8Array(2 ** 17);
        await new Promise(setImmediate);
      }
    }
    await expect(Array.fromAsync(scanner.pass(slow()))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
  it('reports too_large when clamd hangs up mid-file but still runs', async () => {
    const scanner = await talking((socket) =>
      socket.on('data', (data) => {
        if (data.includes('VERSION')) socket.write('ClamAV 1.4\0');
        else if (data.length > 20) socket.resetAndDestroy();
      }),
    );
    await expect(scanner.check(new Uint8Array(2 ** 24))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('StreamMaxLength'),
    });
  });
  it("is aborted when the file isn't sent to its end", async () => {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const scanner = await talking((socket) => {
      socket.on('close', () => ended.resolve()).on('data', () => begun.resolve());
    });
    async function* broken() {
      yield bytes('x');
      await begun.promise;
      throw new Error('the client went away');
    }
    await expect(Array.fromAsync(scanner.pass(broken()))).rejects.toThrow('the client went away');
    await ended.promise;
  });
});
