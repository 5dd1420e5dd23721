import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Me } from '#core/contract/account.ts';
import type { ProviderSettings } from '#core/contract/provider.ts';
import type { Source } from '#core/contract/source.ts';
import {
  embeddingProvider,
  type EmbeddingProvider,
} from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import {
  fails,
  scriptedProvider,
  speaks,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { describeOnDatabases, openOnSqlite } from '../../db/testing/test-database.ts';
import { openAccountsServer } from '../../testing/accounts-server.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const KEY = 'sk-secret-of-settings';

describeOnDatabases('the provider in Settings', (open) => {
  let test: TestServer;
  let provider: ScriptedProvider;
  let embeddings: EmbeddingProvider;
  beforeAll(async () => {
    provider = await scriptedProvider();
    embeddings = await embeddingProvider();
    embeddings.script((res, call, n) =>
      call.path.endsWith('/embeddings')
        ? embeddings.well(res, call, n)
        : void res.writeHead(404).end(),
    );
    test = await openTestServer(open);
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
    await embeddings.close();
  });
  afterEach(async () => {
    await test.owner.put('me/provider', {
      base_url: null,
      key: null,
      models: {},
      embedding_model: null,
      transcription_model: null,
    });
  });
  const set = async (change: object) =>
    dataOf(await test.owner.put('me/provider', change)) as ProviderSettings;
  const me = async () => dataOf(await test.owner.get('me')) as Me;

  it('answers at once, and its key is never returned', async () => {
    expect((await me()).capabilities.offline).toBe(true);
    const change = { base_url: `${provider.baseUrl}/`, key: KEY, models: { 0: 'local-model' } };
    const shown = await set(change);
    expect(shown).toMatchObject({
      base_url: provider.baseUrl,
      key_set: true,
      models: { 0: 'local-model' },
      from_environment: [],
    });
    expect((await me()).capabilities.offline).toBe(false);
    provider.script(speaks('From the model.'));
    const thread = await test.thread();
    const sources = await test.read(thread, 'otters.html');
    const answer = await test.owner.post('ai/v2/chat/thread', {
      thread_id: thread._id,
      model: 5,
      sources: sources.map((source: Source) => source._id),
      user_query: 'How do otters sleep?',
      feature_type: 1,
    });
    expect(answer.body).toContain('From the model.');
    expect(provider.calls[0]).toMatchObject({
      authorization: `Bearer ${KEY}`,
      body: { model: 'local-model' },
    });
    const read = await test.owner.get('me/provider');
    expect(JSON.stringify([read.body, shown])).not.toContain(KEY);
    const [rows] = await test.server.parts.database.sequelize.query(
      'SELECT * FROM provider_settings',
    );
    expect(JSON.stringify(rows)).not.toContain(KEY);
  });

  it("is tested before it is saved, with the provider's message", async () => {
    provider.script(speaks('ready'));
    provider.list([{ id: 'one-model' }, { id: 'text-embedding-x' }]);
    const body = { base_url: provider.baseUrl, key: KEY };
    expect(dataOf(await test.owner.post('me/provider/test', body))).toEqual({
      model: 'one-model',
      models: ['one-model', 'text-embedding-x'],
    });
    expect(dataOf(await test.owner.get('me/provider'))).toMatchObject({ key_set: false });
    provider.script(fails(401));
    const refused = await test.owner.post('me/provider/test', body);
    expect(refused).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
    expect((await test.owner.post('me/provider/test', {})).status).toBe(400);
    provider.list(404);
  });

  it('keeps its key when other fields change, and loses it when the address changes', async () => {
    await set({ base_url: provider.baseUrl, key: KEY });
    expect(await set({ models: { 5: 'other' } })).toMatchObject({ key_set: true });
    provider.script(speaks('ready'));
    await test.owner.post('me/provider/test', { base_url: 'http://127.0.0.1:9' });
    expect(await set({ base_url: embeddings.baseUrl })).toMatchObject({ key_set: false });
  });

  it('embeds passages and questions once it is set', async () => {
    const thread = await test.thread('Vectors');
    const sources = await test.read(thread, 'bees.html');
    expect((await me()).capabilities).toMatchObject({ embeddings: false, transcription: false });
    await set({
      base_url: embeddings.baseUrl,
      embedding_model: 'hashed',
      transcription_model: 'whisper',
    });
    expect((await me()).capabilities).toMatchObject({ embeddings: true, transcription: true });
    await eventually(async () => {
      const row = await test.server.parts.library.find(sources[0]?._id ?? ('' as Source['_id']));
      expect(row?.embeddedBy).toBe('hashed');
    });
    const before = embeddings.calls.length;
    dataOf(await test.owner.get('search?q=dancing'));
    expect(embeddings.calls.length).toBeGreaterThan(before);
  }, 60_000);

  it('refuses invalid addresses', async () => {
    for (const base_url of ['ftp://x.org', 'https://u:p@x.org', 'x', 'https://x.org/?key=1'])
      expect((await test.owner.put('me/provider', { base_url })).status).toBe(400);
  });
});

describe('a provider in the environment', () => {
  const open = openOnSqlite();
  it('takes precedence over the one in Settings, which fills in what it does not set', async () => {
    const test = await openTestServer(open, {
      env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'sk-of-the-environment' },
    });
    expect(dataOf(await test.owner.get('me/provider'))).toMatchObject({
      base_url: 'http://127.0.0.1:9/v1',
      key_set: true,
      from_environment: ['connection'],
    });
    for (const change of [{ base_url: 'https://example.org' }, { key: KEY }]) {
      expect((await test.owner.put('me/provider', change)).status).toBe(400);
      expect((await test.owner.post('me/provider/test', change)).status).toBe(400);
    }
    expect(dataOf(await test.owner.put('me/provider', { embedding_model: 'm' }))).toMatchObject({
      embedding_model: 'm',
    });
    await test.close();
  });
});

describe('a server with accounts', () => {
  const open = openOnSqlite();
  it('lets only its operator set the provider', async () => {
    const test = await openAccountsServer(open);
    const ada = await test.person('Ada');
    expect((await ada.get('me/provider')).status).toBe(403);
    expect((await ada.put('me/provider', { key: KEY })).status).toBe(403);
    expect((await test.nobody.get('me/provider')).status).toBe(401);
    expect((await test.owner.get('me/provider')).status).toBe(200);
    await test.close();
  });
});
