import { once } from 'node:events';
import type { CliCommand } from '../command.ts';

export const mcp: CliCommand = {
  describe: (program) =>
    program
      .command('mcp')
      .description(
        'Give an agent access to the library: a Model Context Protocol server on stdin and stdout',
      )
      .addHelpText(
        'after',
        `
Tools: search, read, list, ask, add. A running server also answers at /mcp by HTTP, with a token as Authorization: Bearer.

An agent starts it by itself; in its settings write:
  {"mcpServers": {"gloss": {"command": "gloss", "args": ["mcp"]}}}`,
      ),
  async run({ api, signal, out }) {
    const [{ createLibraryServer }, { StdioServerTransport }] = await Promise.all([
      import('#api/mcp/library-server.ts'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
    ]);
    const server = createLibraryServer(await api({ work: true }));
    const transport = new StdioServerTransport();
    const ended = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
    });
    await server.connect(transport);
    if (process.stdin.isTTY)
      out.note(
        'Waiting for an agent on stdin. Ctrl-C ends it; `gloss mcp --help` says how an agent starts it.',
      );
    process.stdin.once('end', () => void server.close());
    await Promise.race([ended, signal.aborted ? undefined : once(signal, 'abort')]);
    await server.close();
    return 0;
  },
};
