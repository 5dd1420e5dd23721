/** Stands in for Open Notebook's API: responds from memory, in the shapes of its `frontend/src/lib/types`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { word, WORD_MS } from '../streaming.ts';

export interface Shelf {
  notebooks: readonly { id: string; titles: readonly string[] }[];
  sources: Readonly<Record<string, { title: string; text: string }>>;
}
export interface StandIn {
  /** `words` streams word by word; `complete` sends the answer in one event, like its server. */
  speaks(how: 'words' | 'complete'): void;
  /** ends the current answer */
  end(): void;
  /** requested paths that it doesn't implement */
  unknown: readonly string[];
  close(): void;
}

/** about as many words as arrive on our page during the presses; a slower page waits from then on */
const MOST_WORDS = 1200;
/** The port on which its built pages expect the API. */
const PORT = 5055;
const AT = '2026-01-02T03:04:05Z';
const SESSION = {
  id: 'chat_session:1',
  title: 'About this',
  created: AT,
  updated: AT,
  message_count: 0,
  model_override: null,
};
const MODEL = {
  id: 'model:1',
  name: 'Measured',
  provider: 'openai',
  type: 'language',
  credential: null,
  created: AT,
  updated: AT,
};
const NOTE = {
  id: 'note:1',
  title: 'On margins',
  content: 'A note that can be written in.',
  note_type: 'human',
  created: AT,
  updated: AT,
};
const row = (id: string, title: string) => ({
  id,
  title,
  topics: [],
  asset: null,
  embedded: true,
  embedded_chunks: 4,
  insights_count: 0,
  created: AT,
  updated: AT,
  status: 'completed',
});
/** like FastAPI's CORSMiddleware */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, cache-control, content-type',
  'Access-Control-Max-Age': '600',
};
const NOTHING: Readonly<Record<string, unknown>> = {
  '/config': { version: '1.0.0', latestVersion: null, hasUpdate: false, dbStatus: 'online' },
  '/auth/status': { auth_enabled: false },
  '/credentials/status': { encryption_configured: true, configured: {}, source: {} },
  '/credentials/env-status': {},
  '/credentials': [],
  '/recently-viewed': [],
  '/transformations': [],
  '/settings': {},
  '/capabilities': {},
  '/podcasts/episodes': [],
  '/episode-profiles': [],
  '/speaker-profiles': [],
  '/languages': [],
  '/models': [MODEL],
  '/models/defaults': { default_chat_model: MODEL.id },
  '/chat/context': { context: { sources: [], notes: [] }, token_count: 4000, char_count: 16_000 },
  '/notes': [NOTE],
};

export async function openStandIn(shelf: Shelf): Promise<StandIn> {
  const unknown: string[] = [];
  let how: 'words' | 'complete' = 'words';
  let over = false;
  const notebook = ({ id, titles }: Shelf['notebooks'][number]) => ({
    id,
    name: 'Measured',
    description: '',
    archived: false,
    created: AT,
    updated: AT,
    source_count: titles.length,
    note_count: 1,
  });

  async function say(response: ServerResponse): Promise<void> {
    const event = (it: unknown) => response.write(`data: ${JSON.stringify(it)}\n\n`);
    over = false;
    // Otherwise its server buffers words to compress them.
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
    });
    for (let n = 0; !over; n++) {
      if (how === 'words' && n < MOST_WORDS)
        event({ type: 'ai_message', content: word(n, '[source:1]'), timestamp: null });
      await wait(WORD_MS);
    }
    if (how === 'complete')
      event({
        type: 'ai_message',
        content: Array.from({ length: MOST_WORDS }, (_, n) => word(n, '[source:1]')).join(''),
        timestamp: null,
      });
    event({ type: 'complete' });
    response.end();
  }

  function answer(path: string, query: URLSearchParams): unknown {
    if (path in NOTHING) return NOTHING[path];
    if (path === '/notebooks') return shelf.notebooks.map(notebook);
    const [, room = '', id = '', ...rest] = path.split('/').map(decodeURIComponent);
    const book = shelf.notebooks.find((it) => it.id === (query.get('notebook_id') ?? id));
    if (room === 'notebooks' && book) return notebook(book);
    if (path === '/sources' && book) {
      const from = Number(query.get('offset'));
      return book.titles
        .slice(from, from + Number(query.get('limit')))
        .map((title, n) => row(`source:${from + n + 1}`, title));
    }
    if (path === '/chat/sessions' || (room === 'sources' && rest.join('/') === 'chat/sessions'))
      return [{ ...SESSION, notebook_id: book?.id, source_id: id }];
    if (path.startsWith('/chat/sessions/') || rest.join('/').startsWith('chat/sessions/'))
      return { ...SESSION, messages: [] };
    if (room === 'sources' && rest[0] === 'insights') return [];
    if (room === 'sources' && rest[0] === 'status') return { status: 'completed', message: '' };
    const source = room === 'sources' && rest.length === 0 ? shelf.sources[id] : undefined;
    return source && { ...row(id, source.title), full_text: source.text, notebooks: [] };
  }

  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand.in');
    const path = pathname.replace(/^\/api/, '').replace(/\/$/, '');
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    request.resume();
    if (request.method === 'OPTIONS') {
      response.writeHead(200).end();
      return;
    }
    if (request.method === 'POST' && path.endsWith('/messages')) {
      void say(response);
      return;
    }
    const body = answer(path, searchParams);
    if (body === undefined) {
      unknown.push(`${request.method} ${path}`);
      response.writeHead(404).end('{"detail":"Not found"}');
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(PORT, '127.0.0.1', resolve);
  });
  return {
    unknown,
    speaks(it) {
      how = it;
    },
    end() {
      over = true;
    },
    close() {
      over = true;
      server.closeAllConnections();
      server.close();
    },
  };
}
