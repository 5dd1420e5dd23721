import { expect, it } from 'vitest';
import { tagAddresses } from '../../db/migrations/029-tag-addresses.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { openTestServer } from '../../testing/test-server.ts';
import { createPost, update, visit } from './testing/post-samples.ts';

const tag = (name: string) => `/p/tag/${encodeURIComponent(name)}`;

describeOnDatabases('the page of a tag', (open) => {
  it('is at its current address, and at its previous ones', async () => {
    const opened = await open();
    const { database } = opened;
    const test = await openTestServer(async () => opened, { worker: false });
    const post = await update(test, (await createPost(test, { title: 'Read' }))._id, {
      status: 2,
      tags: ['Zoology'],
      aiGeneratedTags: ['हिन्दी', 'sea life'],
    });
    // As servers stored tags while slugs had no marks.
    await database.write(async (transaction) => {
      const run = (sql: string) => database.sequelize.query(sql, { transaction });
      await run(`UPDATE post_tags SET tag = 'ह-न-द' WHERE tag = 'हिन्दी'`);
      await run('DROP TABLE post_tag_slugs');
      const { sequelize, dialect } = database;
      const queryInterface = sequelize.getQueryInterface();
      await tagAddresses.up({ sequelize, transaction, queryInterface, dialect });
    });
    const { pathname } = new URL(post.url);
    for (const name of ['हिन्दी', 'sea-life', 'zoology'])
      expect((await visit(test, tag(name))).text).toContain(pathname);
    for (const [name, current] of [
      ['ह-न-द', 'हिन्दी'],
      ['Sea life', 'sea-life'],
    ] as const) {
      const { status, headers } = await visit(test, tag(name));
      expect([status, headers.get('location')]).toEqual([301, tag(current)]);
    }
    expect((await visit(test, tag('nothing'))).status).toBe(404);
    await test.close();
  });
});
