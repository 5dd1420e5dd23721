import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let test: TestServer;
let thread: Thread;
let otters: Source | undefined;
const clients: Client[] = [];
async function agent(token: string): Promise<Client> {
  const client = new Client({ name: 'an agent', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${test.server.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }) as Transport,
  );
  clients.push(client);
  return client;
}
interface Called {
  text: string;
  data: unknown;
  isError: boolean;
}
async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { text: string }[];
  return {
    text: first?.text ?? '',
    data: result.structuredContent,
    isError: result.isError === true,
  };
}

beforeAll(async () => {
  test = await openTestServer(openOnSqlite());
  thread = await test.thread('Animals');
  [otters] = await test.read(thread, 'otters.html');
});
afterAll(async () => {
  await Promise.all(clients.map((it) => it.close()));
  await test.close();
});

describe("an agent with the owner's token", () => {
  it('gets the list of tools, with those that change something marked', async () => {
    const { tools } = await (await agent(test.ownerToken)).listTools();
    expect(tools.map((it) => [it.name, it.annotations?.readOnlyHint])).toEqual([
      ['search', true],
      ['read', true],
      ['list', true],
      ['ask', true],
      ['add', false],
    ]);
    expect(tools.every((it) => (it.description ?? '').length > 40 && it.outputSchema)).toBe(true);
  });
  it('finds a passage with its position and a link to it', async () => {
    const found = await call(await agent(test.ownerToken), 'search', { query: 'favourite stone' });
    const listed = await call(await agent(test.ownerToken), 'search', { query: 'site:127.0.0.1' });
    expect(listed.data).toMatchObject({
      hits: [],
      sources: [{ title: 'Sea otters', state: 'ready' }],
    });
    expect(found.data).toMatchObject({
      hits: [
        {
          source_id: otters?._id,
          title: 'Sea otters',
          place: expect.stringMatching(/^paragraph \d$/) as string,
          link: expect.stringContaining(
            `${test.server.url}/t/${thread.url}?source=${otters?._id}&p=`,
          ) as string,
        },
      ],
    });
    expect(found.text).toContain('keeps a favourite stone in a pouch');
  });
  it('reads a source in order, from any position', async () => {
    const client = await agent(test.ownerToken);
    const whole = await call(client, 'read', { source_id: otters?._id });
    expect(whole.text).toMatch(
      /# Sea otters[\s\S]*\[paragraph \d\] Sea otters hold hands[\s\S]*densest/,
    );
    const { pieces } = whole.data as { pieces: { place: number; text: string }[] };
    const last = pieces.at(-1)?.place;
    const rest = await call(client, 'read', { source_id: otters?._id, from: last });
    expect((rest.data as { pieces: unknown[] }).pieces).toEqual(
      pieces.filter((it) => it.place === last),
    );
  });
  it('gets an answer whose marks have citations', async () => {
    const asked = await call(await agent(test.ownerToken), 'ask', {
      question: 'Why do sea otters hold hands?',
      thread: 'Animals',
    });
    const { answer, citations } = asked.data as {
      answer: string;
      citations: { mark: number; link: string }[];
    };
    expect(answer).toMatch(/current does not carry them apart.*\[1\]/);
    expect(citations[0]).toMatchObject({
      mark: 1,
      link: expect.stringContaining(otters?._id ?? '?') as string,
    });
  });
  it('gets an answer from the library, or from the results of a search', async () => {
    const client = await agent(test.ownerToken);
    for (const scope of [{ library: true }, { search: 'site:127.0.0.1' }]) {
      const asked = await call(client, 'ask', {
        question: 'Why do sea otters hold hands?',
        ...scope,
      });
      expect((asked.data as { citations: unknown[] }).citations[0]).toMatchObject({
        mark: 1,
        source_id: otters?._id,
        link: expect.stringMatching(/\/t\/animals\S+source=/) as string,
      });
    }
    expect(await call(client, 'ask', { question: 'Why?', tags: ['none'] })).toMatchObject({
      isError: true,
      text: expect.stringContaining('No sources to ask') as string,
    });
  });
  it('adds an address to a named thread, and finds it in the list', async () => {
    const client = await agent(test.ownerToken);
    const added = await call(client, 'add', {
      urls: [`${test.site.origin}/bees.html`],
      thread: 'Insects',
    });
    expect(added.data).toMatchObject({ added: [{ type: 'web' }], had: 0 });
    expect(
      (await call(client, 'add', { urls: [`${test.site.origin}/bees.html`], thread: 'Insects' }))
        .data,
    ).toMatchObject({ added: [], had: 1 });
    const threads = (await call(client, 'list', { what: 'threads' })).data as {
      threads: { title: string; sources: number }[];
    };
    expect(threads.threads.map((it) => [it.title, it.sources])).toContainEqual(['Insects', 1]);
    const held = (await call(client, 'list', { what: 'sources', thread: 'Insects' })).data as {
      sources: unknown[];
    };
    expect(held.sources).toHaveLength(1);
  });
  it('gets errors as tool errors', async () => {
    const client = await agent(test.ownerToken);
    expect(
      await call(client, 'ask', { question: 'What?', thread: 'No such thread' }),
    ).toMatchObject({
      isError: true,
      text: expect.stringContaining('No thread matches No such thread') as string,
    });
    expect(
      await call(client, 'read', { source_id: '00000000-0000-7000-8000-000000000000' }),
    ).toMatchObject({ isError: true, text: expect.stringMatching(/^absent: /) as string });
    expect(await call(client, 'search', { query: '' })).toMatchObject({ isError: true });
  });
});

describe('other agents', () => {
  it('see nothing of the owner', async () => {
    const client = await agent(test.strangerToken);
    expect((await call(client, 'search', { query: 'otters' })).data).toEqual({
      hits: [],
      sources: [],
      problems: [],
    });
    expect(await call(client, 'read', { source_id: otters?._id })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^absent: /) as string,
    });
  });
  it.each([
    ['without a token', {}, 401],
    ['with a wrong token', { Authorization: 'Bearer wrong' }, 401],
    ['with a cookie alone', { Cookie: 'gloss_session=OWNER' }, 401],
    [
      'from a page of another origin',
      { Authorization: 'Bearer OWNER', Origin: 'http://evil.example' },
      403,
    ],
  ])('are refused %s', async (_, headers, status) => {
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('OWNER', test.ownerToken),
      ]),
    );
    const answer = await fetch(`${test.server.url}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...filled,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('Finds passages');
  });
});
