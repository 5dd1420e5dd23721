import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it } from 'vitest';
import { openTestFolder } from '../testing/run-gloss.ts';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

it('serves an agent over stdin and stdout without a running server, and ends when the agent disconnects', async () => {
  const folder = openTestFolder();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', MAIN, 'mcp'],
    stderr: 'ignore',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder.path,
      GLOSS_DATA_DIR: join(folder.path, 'data'),
      GLOSS_LOG_LEVEL: 'error',
    },
  });
  const client = new Client({ name: 'an agent', version: '1' });
  // Text on stdout that isn't a protocol message would be reported here.
  const odd: Error[] = [];
  client.onerror = (error) => odd.push(error);
  await client.connect(transport);
  const { pid } = transport;
  expect(client.getServerVersion()?.name).toBe('gloss');
  const listed = await client.callTool({ name: 'list', arguments: { what: 'sources' } });
  expect(listed.content).toEqual([{ type: 'text', text: 'No matching sources.' }]);
  await client.close();
  await expect
    .poll(() => {
      try {
        return process.kill(pid ?? 0, 0);
      } catch {
        return false;
      }
    })
    .toBe(false);
  expect(odd).toEqual([]);
  folder.remove();
});
