import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { endUnreadBody, limitConnections } from './connections.ts';

const servers: Server[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0))
    await new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
interface Client {
  socket: Socket;
  answer: string;
  closed: Promise<unknown>;
}
async function open(port: number, text: string, localAddress = '127.0.0.1'): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  clients.push(socket);
  const client: Client = { socket, answer: '', closed: once(socket, 'close') };
  socket
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      client.answer += chunk.toString();
    });
  socket.write(text);
  await Promise.race([once(socket, 'data'), client.closed]);
  return client;
}
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';

describe('connections', () => {
  it('are limited by address: others still connect, and so does the same address once one of its connections ends', async () => {
    const server = createServer((_req, res) => {
      res.end('here');
    });
    limitConnections(server, { trusted: [], perAddress: 3 });
    const port = await listening(server);
    const first = await open(port, GET);
    await open(port, GET);
    await open(port, GET);
    expect((await open(port, GET)).answer).toBe('');
    expect((await open(port, GET, '127.0.0.2')).answer).toContain('here');
    first.socket.destroy();
    await expect.poll(async () => (await open(port, GET)).answer).toContain('here');
  });
  it('of a trusted proxy are not limited', async () => {
    const server = createServer((_req, res) => {
      res.end('here');
    });
    limitConnections(server, { trusted: ['127.0.0.0/8'], perAddress: 1 });
    const port = await listening(server);
    for (let at = 0; at < 5; at += 1) expect((await open(port, GET)).answer).toContain('here');
  });
  it('are closed after a response if the request body continues', async () => {
    const server = createServer((req, res) => {
      endUnreadBody(req, res, 100);
      res.writeHead(401).end('no');
    });
    const client = await open(await listening(server), POST);
    const trickle = setInterval(() => {
      client.socket.write('a');
    }, 20);
    await client.closed;
    clearInterval(trickle);
    expect(client.answer).toContain('401');
  });
  it('stay open for the next request once the body is complete', async () => {
    const server = createServer((req, res) => {
      endUnreadBody(req, res, 100);
      res.end('here');
    });
    const client = await open(await listening(server), `${POST}${'a'.repeat(1000)}`);
    await wait(200);
    client.socket.write(GET);
    await expect.poll(() => client.answer.split('here').length).toBe(3);
  });
});
