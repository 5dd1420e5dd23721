import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../testing/test-server.ts';
import { TOOLS } from './tools.ts';

/** Only in the owner's thread and source. */
const CANARY = /otter|Animals|raft|stone/i;
let test: TestServer;
let thread: Thread;
let source: Source | undefined;
let readOnly: string;
const clients: Client[] = [];

/** One call of each tool with ids of the owner; a new tool needs an entry here. */
const calls = (): Readonly<Record<string, Record<string, unknown>>> => ({
  search: { query: 'otters' },
  read: { source_id: source?._id },
  list: { what: 'sources', thread: thread._id },
  ask: { question: 'Why do they hold hands?', thread: thread._id },
  add: { urls: [`${test.site.origin}/bees.html`], thread: thread._id },
});
async function called(token: string, name: string): Promise<{ text: string; isError: boolean }> {
  const client = new Client({ name: 'an agent', version: '1' });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${test.server.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }) as Transport,
  );
  const result = await client.callTool({ name, arguments: calls()[name] ?? {} });
  return {
    text: JSON.stringify([result.content, result.structuredContent]),
    isError: result.isError === true,
  };
}
const owned = async () =>
  JSON.stringify([
    dataOf(await test.owner.get('threads')),
    dataOf(await test.owner.get('sources')),
    dataOf(await test.owner.get(`threads/${thread._id}`)),
  ]);
const tokenOf = async (body: Record<string, unknown>) =>
  dataOf(await test.owner.post('me/tokens', body)) as { token: string; _id: string };

beforeAll(async () => {
  test = await openTestServer(openOnSqlite());
  thread = await test.thread('Animals');
  [source] = await test.read(thread, 'otters.html');
  readOnly = (await tokenOf({ name: 'reader', scope: 'read' })).token;
});
afterAll(async () => {
  await Promise.all(clients.map((it) => it.close()));
  await test.close();
});

describe.each(TOOLS.map(({ name, writes }) => ({ name, writes: writes === true })))(
  'the tool $name',
  ({ name, writes }) => {
    it('returns nothing of the owner to a stranger, and changes nothing', async () => {
      const before = await owned();
      const { text } = await called(test.strangerToken, name);
      expect(calls()[name]).toBeDefined();
      expect(text.replaceAll(thread._id, '')).not.toMatch(CANARY);
      expect(await owned()).toBe(before);
    });
    it('changes nothing with a read-only token', async () => {
      const before = await owned();
      const { text, isError } = await called(readOnly, name);
      if (writes)
        expect([isError, text]).toEqual([true, expect.stringContaining('not_allowed') as string]);
      if (writes) expect(await owned()).toBe(before);
    });
    it('refuses deleted and unknown tokens', async () => {
      const { token, _id } = await tokenOf({ name: 'short', scope: 'write' });
      await test.owner.delete(`me/tokens/${_id}`);
      const before = await owned();
      for (const ended of [token, 'glo_never', ''])
        await expect(called(ended, name)).rejects.toThrow(/40[01]|not_signed_in|Send a token/);
      expect(await owned()).toBe(before);
    });
  },
);
