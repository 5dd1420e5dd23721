import { join } from 'node:path';
import { build } from 'vite';
import type { SiteFile } from '../ui/stage.ts';

const STYLE =
  'body{margin:0;height:100vh;overflow:auto;font:17px/1.6 serif}main{max-width:68ch;margin:0 auto;padding:24px}';

/** A page with only the Tiptap editor, bundled by Vite. */
export async function tiptapPage(): Promise<Record<string, SiteFile>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, 'tiptap/main.ts'),
        formats: ['es'],
        fileName: 'tiptap',
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk || !('code' in chunk)) throw new Error('the Tiptap page could not be bundled');
  return {
    '/tiptap.html': {
      type: 'text/html',
      bytes: `<!doctype html><html lang="en"><title>Tiptap</title><style>${STYLE}</style><main></main><script type="module" src="/tiptap.js"></script>`,
    },
    '/tiptap.js': { type: 'text/javascript', bytes: chunk.code },
  };
}
