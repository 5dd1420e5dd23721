import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { prosemirrorJSONToYXmlFragment, yDocToProsemirrorJSON } from '@tiptap/y-tiptap';
import { afterAll, expect, it } from 'vitest';
import { Source } from '#core/contract/source.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { openClient } from '../../collab/testing/client.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  callsOfOwner,
  spawnGloss,
  startServerProcess,
  startWorkerProcess,
} from '../../testing/server-process.ts';
import { htmlPage, openChangingSite } from './testing/changing-site.ts';

const TEXT = [
  'The ferry crosses the sound four times a day in summer and twice in winter, when the ice allows it.',
  'It carries twelve cars and a hundred people, and on Sundays the band of the island plays on its upper deck.',
];

/** One process only serves, one only works, two run the schedule. */
describeOnDatabases('a refresh with several processes', (open, dialect) => {
  const undo: (() => unknown)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];
  const queues: [string, Record<string, string>][] = [
    ['in the database', {}],
    ...(redisUrl
      ? [
          [
            'on Redis',
            { GLOSS_REDIS_URL: `${redisUrl}/${dialect === 'sqlite' ? 3 : 4}` },
          ] satisfies [string, Record<string, string>],
        ]
      : []),
  ];

  it.each(queues)(
    'starts once when it is due, and moves the clip in open notes, with jobs %s',
    { timeout: 150_000 },
    async (_name, queue) => {
      const { database, location, folder } = await open();
      const site = await openChangingSite();
      undo.push(() => site.close());
      site.pages.set('ferry.html', { html: htmlPage('The ferry', TEXT) });
      const env = {
        GLOSS_DATA_DIR: folder,
        GLOSS_PORT: '0',
        GLOSS_FETCH_ALLOW: new URL(site.origin).host,
        ...(location.url ? { GLOSS_DATABASE_URL: location.url } : {}),
        ...queue,
      };
      const server = await startServerProcess(env, ['--no-worker', '--no-sample']);
      undo.push(() => server.kill());
      const call = await callsOfOwner(folder, () => server.url);
      const worker = startWorkerProcess(env);
      undo.push(() => worker.kill());
      const thread = (await call('POST', 'threads', { title: 'Ferries' })) as { _id: string };
      const { added } = (await call('POST', 'thread/addSource', {
        threadId: thread._id,
        url: `${site.origin}/ferry.html`,
      })) as { added: string[] };
      const look = async () => Source.parse(await call('GET', `sources/${added[0]}`));
      await expect
        .poll(async () => (await look()).status.embedding, { timeout: 60_000, interval: 100 })
        .toBe(1);
      const token = (await readFile(join(folder, 'owner-token'), 'utf8')).trim();
      const client = openClient({
        url: `${server.url.replace('http', 'ws')}/collab`,
        threadId: thread._id,
        accessToken: token,
      });
      undo.push(() => {
        client.close();
      });
      await expect.poll(() => client.provider.synced).toBe(true);
      prosemirrorJSONToYXmlFragment(
        notesSchema(),
        cleanDoc({
          type: 'doc',
          content: [
            {
              type: 'web-clip',
              attrs: {
                _id: 'clip',
                source_id: added[0],
                text: 'twelve cars and a hundred people',
                paragraph: 2,
              },
            },
          ],
        }),
        client.document.getXmlFragment('default'),
      );
      await expect.poll(() => client.isSaved()).toBe(true);
      const clip = () =>
        cleanDoc(yDocToProsemirrorJSON(client.document, 'default')).content?.[0]?.attrs;

      site.pages.set('ferry.html', {
        html: htmlPage('The ferry', [
          'A notice says that the timetable of the ferry was changed this spring.',
          ...TEXT,
        ]),
      });
      const schedules = [1, 2].map(() => spawnGloss(env, ['schedule']));
      for (const it of schedules) {
        it.stderr.resume();
        it.stdout.resume();
        undo.push(() => it.kill('SIGKILL'));
      }
      await call('PUT', `sources/${added[0]}/schedule`, { every: '1d' });
      const asked = site.asked.length;
      await database.sequelize.query(
        "UPDATE sources SET next_refresh_at = '2026-01-01 00:00:00.000 +00:00'",
      );
      await expect
        .poll(async () => (await look()).version, { timeout: 60_000, interval: 100 })
        .toBe(2);
      await expect.poll(() => clip()?.['paragraph']).toBe(3);
      expect(clip()).toMatchObject({ anchor: null, text: 'twelve cars and a hundred people' });
      expect(site.asked.slice(asked).map((it) => it.path)).toEqual(['ferry.html']);
      await expect
        .poll(async () => (await database.sequelize.query('SELECT * FROM anchor_moves'))[0])
        .toEqual([]);
      const ended = Promise.all(schedules.map((it) => once(it, 'exit')));
      for (const it of schedules) it.kill('SIGTERM');
      expect((await ended).map(([code]) => code as unknown)).toEqual([0, 0]);
      expect(await worker.stop()).toBe(0);
      expect(await server.stop()).toBe(0);
    },
  );
});
