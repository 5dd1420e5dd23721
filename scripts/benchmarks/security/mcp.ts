/** Each MCP tool, called by a stranger, with a read-only token, with an expired one, and without any. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { z } from 'zod';
import { TOOLS } from '#api/mcp/tools.ts';
import { cameThrough, type AttackRow } from '../lib/attack.ts';
import { startGloss, untilReady, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { openHostileSite } from '../lib/hostile-site.ts';
import { addPerson, addThread, FOR_MANY, tokenFor } from '../lib/people.ts';

/** A word that occurs only in the owner's thread, source and notes. */
const CANARY = 'zyzzyva';
const ARTICLE = `<!doctype html><html lang="en"><title>${CANARY}</title><article><h1>The ${CANARY}</h1><p>A ${CANARY} is a beetle that lives on palms in South America, and its name ends many a dictionary.</p><p>It was named in 1922 by somebody who liked the last page.</p></article></html>`;
const Me = z.object({ user: z.object({ _id: z.string() }) });

interface Owned {
  thread: string;
  source: string;
}
/** For each tool, calls that try to access the owner's data, by ids and by names. */
const callsOf = (
  { thread, source }: Owned,
  url: string,
): Readonly<Record<string, Record<string, unknown>[]>> => ({
  search: [
    { query: CANARY },
    { query: 'beetle palms', thread },
    { query: 'beetle', thread: `About the ${CANARY}` },
  ],
  read: [{ source_id: source }, { source_id: source, from: 1 }],
  list: [{ what: 'threads' }, { what: 'sources' }, { what: 'sources', thread }],
  ask: [
    { question: 'What lives on palms?', thread },
    { question: 'What lives on palms?', thread, source_ids: [source] },
    { question: 'What lives on palms?', source_ids: [source] },
  ],
  add: [{ urls: [`${url}/other.html`], thread }],
});

async function call(
  gloss: GlossProcess,
  token: string | undefined,
  name: string,
  input: unknown,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${gloss.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: input },
    }),
  });
  return { status: response.status, text: await response.text() };
}
async function owned(gloss: GlossProcess, { thread, source }: Owned): Promise<string> {
  return JSON.stringify([
    await gloss.data('GET', 'threads'),
    await gloss.data('GET', 'sources'),
    await gloss.data('GET', `threads/${thread}`),
    await gloss.data('GET', `sources/${source}`),
  ]);
}

interface Counted {
  tried: number;
  leaked: number;
  written: number;
}
async function tryAll(
  gloss: GlossProcess,
  mine: Owned,
  url: string,
  token: string | undefined,
  mayRead: boolean,
): Promise<Counted> {
  const counted: Counted = { tried: 0, leaked: 0, written: 0 };
  for (const { name, writes } of TOOLS) {
    if (mayRead && writes !== true) continue;
    for (const input of callsOf(mine, url)[name] ?? []) {
      const before = await owned(gloss, mine);
      const { status, text } = await call(gloss, token, name, input);
      counted.tried += 1;
      // Responses may repeat the input.
      const given = Object.values(input).flat().map(String);
      const redacted = given.reduce((rest, value) => rest.replaceAll(value, ''), text);
      if (
        !mayRead &&
        status === 200 &&
        (redacted.includes(CANARY) || redacted.includes('beetle that lives'))
      )
        counted.leaked += 1;
      if ((await owned(gloss, mine)) !== before) counted.written += 1;
    }
  }
  return counted;
}

export async function attack(): Promise<AttackRow[]> {
  const site = await openHostileSite();
  site.files.set('/page.html', { type: 'text/html', bytes: ARTICLE });
  site.files.set('/other.html', { type: 'text/html', bytes: ARTICLE.replaceAll(CANARY, 'other') });
  try {
    return await withDataDir(async (folder) => {
      const gloss = await startGloss(folder, {
        ...FOR_MANY,
        GLOSS_FETCH_ALLOW: site.at,
        GLOSS_LOG_LEVEL: 'error',
      });
      try {
        const thread = await addThread(gloss, `About the ${CANARY}`);
        const {
          added: [source = ''],
        } = z.object({ added: z.array(z.string()) }).parse(
          await gloss.data('POST', 'thread/addSource', {
            threadId: thread,
            sources: [{ url: `${site.url}/page.html` }],
          }),
        );
        await untilReady(gloss);
        const mine = { thread, source };
        const { user } = Me.parse(await gloss.data('GET', 'me'));
        const expired = await tokenFor(gloss, user._id, 'write', 1);
        const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { timeout: 5_000 });
        database.exec(
          "UPDATE personal_tokens SET expires_at = '2020-01-01 00:00:00.000 +00:00' WHERE expires_at IS NOT NULL",
        );
        database.close();
        const columns = [
          {
            who: 'a stranger with an account',
            token: (await addPerson(gloss, 'stranger')).token,
            mayRead: false,
          },
          {
            who: "the owner's token that only reads",
            token: await tokenFor(gloss, user._id, 'read'),
            mayRead: true,
          },
          { who: 'an expired token of the owner', token: expired, mayRead: false },
          { who: 'an unknown token', token: 'unknown', mayRead: false },
          { who: 'no token', token: undefined, mayRead: false },
        ];
        const rows: AttackRow[] = [];
        for (const { who, token, mayRead } of columns) {
          const { tried, leaked, written } = await tryAll(gloss, mine, site.url, token, mayRead);
          if (!mayRead)
            rows.push(
              cameThrough(
                `tools of agents: leaked to ${who}`,
                'the API under that token',
                tried,
                leaked,
              ),
            );
          rows.push(
            cameThrough(
              `tools of agents: written by ${who}`,
              'the API under that token',
              tried,
              written,
            ),
          );
        }
        const open = await tryAll(
          gloss,
          mine,
          site.url,
          gloss.headers.Authorization.replace('Bearer ', ''),
          false,
        );
        rows.push(
          cameThrough(
            'tools of agents: read by the owner',
            'their own token (switched off)',
            open.tried,
            open.leaked,
          ),
        );
        return rows;
      } finally {
        await gloss.stop();
      }
    });
  } finally {
    site.close();
  }
}
