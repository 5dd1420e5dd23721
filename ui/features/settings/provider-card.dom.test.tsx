import { expect, it } from 'vitest';
import type { ProviderSettings } from '#core/contract/provider.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { me } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, type } from '#ui/testing/user.ts';
import { ProviderCard } from './provider-card.tsx';
import { providerTexts as texts } from './texts/provider.ts';

const keyField = (): HTMLInputElement => {
  const field = document.querySelector<HTMLInputElement>('input[type=password]');
  if (!field) throw new Error('There is no field for a key.');
  return field;
};
const NONE: ProviderSettings = {
  base_url: null,
  key_set: false,
  models: {},
  embedding_model: null,
  transcription_model: null,
  from_environment: [],
};
const opened = async (settings: ProviderSettings, script: Script = {}) => {
  const server = serveApi({
    'GET me': () => me(),
    'GET me/provider': () => settings,
    ...script,
  });
  await render(<ProviderCard />);
  await findByRole('textbox', texts.address);
  return server;
};

it('tests and saves an address, a key and a model', async () => {
  const sent: unknown[] = [];
  await opened(NONE, {
    'POST me/provider/test': ({ body }) => {
      sent.push(body);
      return { model: 'llama3', models: ['llama3'] };
    },
    'PUT me/provider': ({ body }) => {
      sent.push(body);
      return { ...NONE, base_url: 'http://127.0.0.1:11434/v1', key_set: true };
    },
  });
  await type(getByRole('textbox', texts.address), 'http://127.0.0.1:11434/v1');
  await type(keyField(), 'sk-1');
  await type(getByRole('textbox', texts.chatModel), 'llama3');
  await click(getByRole('button', texts.test));
  await findText(texts.works('llama3'));
  await click(getByRole('button', texts.save));
  await findText(texts.keySet);
  const change = {
    base_url: 'http://127.0.0.1:11434/v1',
    key: 'sk-1',
    models: { 0: 'llama3' },
    embedding_model: null,
    transcription_model: null,
  };
  expect(sent).toEqual([change, change]);
});

it('keeps a key that is not entered again, and removes one only on request', async () => {
  const sent: object[] = [];
  const settings = { ...NONE, key_set: true };
  await opened(settings, {
    'PUT me/provider': ({ body }) => {
      sent.push(body as object);
      return settings;
    },
  });
  await click(getByRole('button', texts.replace));
  await click(getByRole('button', texts.save));
  await findText(texts.keySet);
  await click(getByRole('button', texts.remove));
  await findText(texts.removed);
  await click(getByRole('button', texts.save));
  await findText(texts.keySet);
  expect(sent).toMatchObject([{ base_url: null }, { key: null }]);
  expect(sent[0]).not.toHaveProperty('key');
});

it('shows settings of the environment as read-only, and why a test failed', async () => {
  await opened(
    {
      ...NONE,
      base_url: 'https://models.example',
      key_set: true,
      from_environment: ['connection'],
    },
    {
      'POST me/provider/test': () => {
        throw new Refusal(502, 'provider_failed', 'The key was refused.');
      },
    },
  );
  expect(getByRole('textbox', texts.address)).toHaveProperty('readOnly', true);
  expect(pageText()).toContain(texts.environment(texts.names.connection));
  expect(queryByRole('button', texts.replace)).toBeUndefined();
  await click(getByRole('button', texts.test));
  await findText('The key was refused.');
});

it("tells others that only the server's operator can connect a model", async () => {
  serveApi({
    'GET me/provider': () => {
      throw new Refusal(403, 'not_allowed', 'No.');
    },
  });
  await render(<ProviderCard />);
  await findText(texts.operatorOnly);
});
