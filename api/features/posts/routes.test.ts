import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { TagPage, Post } from '#core/contract/post.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createPost, doc, paragraph, samplePost, update, visit } from './testing/post-samples.ts';

describeOnDatabases('posts', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open);
  });
  afterAll(() => test.close());
  const pathOf = (post: Post) => new URL(post.url).pathname;
  const fieldsOf = (reply: { body: unknown }) =>
    ((reply.body as { details?: { field: string }[] }).details ?? [])
      .map((it) => it.field)
      .toSorted();

  it('are drafted once per block, and published for everyone', async () => {
    const thread = await test.thread();
    const [source] = await test.read(thread, 'otters.html');
    const body = {
      thread: thread._id,
      blog_node_id: 'block-1',
      title: 'How otters sleep',
      content: samplePost(String(source?._id)),
      sources: [source?._id],
    };
    const created = await test.owner.post('post/v1/create', body);
    expect(created.status).toBe(201);
    const post = Post.parse(dataOf(created));
    expect(post).toMatchObject({
      status: 0,
      published: false,
      postTemplate: 1,
      postType: 1,
      slug: 'how-otters-sleep',
      metadata: {
        learning_level: 'Beginner',
        theme: {
          mode: 'light',
          colors: { primary: '#000000', secondary: '#ffffff', tertiary: '#808080' },
        },
      },
    });
    expect(
      Post.parse(dataOf(await test.owner.post('post/v1/create', { ...body, title: 'Again' })))._id,
    ).toBe(post._id);
    expect((await visit(test, pathOf(post))).status).toBe(404);

    const published = await update(test, post._id, { status: 2, gist: 'Otters sleep in rafts.' });
    expect(published).toMatchObject({
      status: 2,
      published: true,
      metadata: { gist: 'Otters sleep in rafts.' },
    });
    const page = await visit(test, pathOf(post));
    expect(page).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1>How otters sleep</h1>'),
    });
    expect(page.text).toContain(
      `${test.site.origin}/otters.html#:~:text=Sea%20otters%20hold%20hands`,
    );
    expect(page.text).toMatch(
      /<details class="solution"><summary>Show the answer<\/summary><p>In a pouch<\/p>/,
    );
    expect(page.text).toMatch(/<math[ >].*<mfrac><mn>1<\/mn><mn>2<\/mn><\/mfrac>/);
    expect(page.text).toContain('<span class="hljs-keyword">const</span>');
  });

  it('accept the whole form', async () => {
    const post = await createPost(test, { title: 'A form' });
    const tags = TagPage.parse(
      dataOf(await test.owner.get('tags/v1/tags?page=1&limit=100&tagType=5')),
    );
    const [first] = tags.docs;
    const { url } = dataOf(await test.owner.get(`threads/${String(post.thread)}`)) as {
      url: string;
    };
    expect(post.thread_url).toBe(url);
    const changed = await update(test, post._id, {
      status: 2,
      title: 'Another title',
      tags: [first?._id, 'biology'],
      aiGeneratedTags: ['sea life', 'sleep'],
      gist: 'In short.',
      indexable: false,
      learningLevel: 'Advanced',
      theme: { mode: 'dark', colors: { primary: '#112233' } },
      metadataTitle: 'For searchers',
      metadataDescription: 'What it says',
      description: 'Said',
    });
    expect(changed).toMatchObject({
      title: 'Another title',
      tags: [first, { tag_name: 'Biology' }],
      aiGeneratedTags: ['sea life', 'sleep'],
      indexable: false,
      description: 'Said',
      metadata: {
        gist: 'In short.',
        learning_level: 'Advanced',
        theme: {
          mode: 'dark',
          colors: { primary: '#112233', secondary: '#ffffff', tertiary: '#808080' },
        },
        header: { title: 'For searchers', description: 'What it says' },
      },
    });
    expect(Post.parse(dataOf(await test.owner.get(`post/v1/post/${post._id}`)))).toEqual(changed);
    const page = await visit(test, pathOf(changed));
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.text).toContain('<title>For searchers</title>');
    expect(page.text).toContain('--paper:#112233');
  });

  it('store tags and metadata, and clear fields that are emptied', async () => {
    const post = await createPost(test, { title: 'There and back' });
    const tags = TagPage.parse(
      dataOf(await test.owner.get('tags/v1/tags?page=1&limit=2&tagType=5')),
    ).docs;
    const metadata = {
      gist: 'In short.',
      learning_level: 'Advanced',
      theme: {
        mode: 'dark',
        colors: { primary: '#112233', secondary: '#ffffff', tertiary: '#808080' },
      },
      header: { title: 'For searchers', description: 'What it says' },
    };
    expect(await update(test, post._id, { tags, metadata })).toMatchObject({ tags, metadata });
    expect(
      await update(test, post._id, {
        gist: 'Shorter.',
        metadata: { gist: 'Longer.', header: { title: '' } },
      }),
    ).toMatchObject({
      metadata: {
        ...metadata,
        gist: 'Shorter.',
        header: { title: '', description: 'What it says' },
      },
    });
    expect(
      fieldsOf(
        await test.owner.put(`post/v1/update-post/${post._id}`, {
          metadata: { learning_level: 'Expert', theme: { colors: { primary: 'red' } } },
        }),
      ),
    ).toEqual(['metadata.learning_level', 'metadata.theme.colors.primary']);
  });

  it('report what is wrong with each field', async () => {
    const post = await createPost(test);
    const wrong = await test.owner.put(`post/v1/update-post/${post._id}`, {
      status: 7,
      title: ' ',
      tags: ['no such tag'],
      aiGeneratedTags: [''],
      theme: { colors: { primary: 'red;}</style><script>' } },
      learningLevel: 'Expert',
      content: { type: 'doc', content: [{ type: 'poem' }] },
      scheduled_at: 'soon',
    });
    expect(wrong.status).toBe(400);
    expect(fieldsOf(wrong)).toEqual([
      'aiGeneratedTags.0',
      'content',
      'learningLevel',
      'scheduled_at',
      'status',
      'tags.0',
      'theme.colors.primary',
      'title',
    ]);
    const thread = await test.thread();
    expect(
      fieldsOf(
        await test.owner.post('post/v1/create', {
          thread: thread._id,
          blog_node_id: 'a b',
          title: '',
          content: { type: 'paragraph' },
        }),
      ),
    ).toEqual(['blog_node_id', 'content', 'title']);
    expect(
      fieldsOf(
        await test.owner.get(`post/v1/post-thumbnail-signed-url/${post._id}?filename=evil.svg`),
      ),
    ).toEqual(['filename']);
    expect(
      fieldsOf(
        await test.owner.put(`post/v1/update-post/${post._id}`, {
          cover: 'https://elsewhere.test/beacon.png',
        }),
      ),
    ).toEqual(['cover']);
  });

  it('refuse posts, threads and sources of others', async () => {
    const post = await createPost(test);
    const other = await test.thread('Other');
    const foreign = dataOf(await test.stranger.post('threads', { title: 'Theirs' })) as {
      _id: string;
    };
    const calls: [string, (who: TestServer['owner']) => ReturnType<TestServer['owner']['get']>][] =
      [
        ['get', (who) => who.get(`post/v1/post/${post._id}`)],
        ['update', (who) => who.put(`post/v1/update-post/${post._id}`, { title: 'Mine' })],
        [
          'signed url',
          (who) => who.get(`post/v1/post-thumbnail-signed-url/${post._id}?filename=a.png`),
        ],
        ['thumbnail', (who) => who.put(`post/v1/post-thumbnail/${post._id}?fileKey=posts/x`)],
        ['export', (who) => who.get(`posts/${post._id}/export`)],
        [
          'create',
          (who) =>
            who.post('post/v1/create', { thread: post.thread, blog_node_id: 'x', title: 'x' }),
        ],
      ];
    for (const [name, call] of calls) {
      expect([name, (await call(test.stranger)).status]).toEqual([name, 404]);
      expect([name, (await call(test.nobody)).status]).toEqual([name, 401]);
    }
    expect(dataOf(await test.stranger.get('posts'))).toEqual({ docs: [], next: null });
    expect((await test.nobody.get('posts')).status).toBe(401);
    expect((await test.owner.get(`post/v1/post/${uuidv7()}`)).status).toBe(404);
    expect(
      (
        await test.owner.post('post/v1/create', {
          thread: foreign._id,
          blog_node_id: 'x',
          title: 'x',
        })
      ).status,
    ).toBe(404);
    const [source] = await test.read(other, 'bees.html');
    const mine = await test.thread('Without bees');
    expect(
      (
        await test.owner.post('post/v1/create', {
          thread: mine._id,
          blog_node_id: 'x',
          title: 'x',
          sources: [source?._id],
        })
      ).status,
    ).toBe(404);
    expect(
      (await test.owner.put(`post/v1/update-post/${post._id}`, { sources: [uuidv7()] })).status,
    ).toBe(404);
  });

  it('are visible only to their owner as draft, archived or deleted', async () => {
    const post = await createPost(test, { title: 'Seen by whom' });
    const mine = { Authorization: `Bearer ${test.ownerToken}` };
    const theirs = { Authorization: `Bearer ${test.strangerToken}` };
    for (const status of [1, 3, 4]) {
      await update(test, post._id, { status });
      expect((await visit(test, pathOf(post))).status).toBe(404);
      expect((await visit(test, pathOf(post), theirs)).status).toBe(404);
      const own = await visit(test, pathOf(post), mine);
      expect([
        own.status,
        own.headers.get('cache-control'),
        own.text.includes('content="noindex"'),
      ]).toEqual([200, 'private, no-store', true]);
      await update(test, post._id, { status: 2 });
      expect((await visit(test, pathOf(post), theirs)).status).toBe(200);
    }
    await update(test, post._id, { status: 4 });
    const list = async (query = '') =>
      (dataOf(await test.owner.get(`posts${query}`)) as { docs: Post[] }).docs.map((it) => it._id);
    expect(await list()).not.toContain(post._id);
    expect(await list('?status=3,4')).toContain(post._id);
    expect(await list('?status=0,1,2')).not.toContain(post._id);
    expect((await test.owner.get('posts?status=9')).status).toBe(400);
  });

  it('redirect from their previous addresses', async () => {
    const post = await update(test, (await createPost(test, { title: 'First name' }))._id, {
      status: 2,
    });
    const renamed = await update(test, post._id, { title: 'Second name' });
    const moved = await visit(test, '/p/first-name');
    expect([moved.status, moved.headers.get('location'), renamed.slug]).toEqual([
      301,
      '/p/second-name',
      'second-name',
    ]);
    const another = await createPost(test, { title: 'First name' });
    expect(another.slug).toMatch(/^first-name-[0-9a-f]{6}$/);
    expect((await update(test, post._id, { title: 'First name' })).slug).toBe('first-name');
    expect((await visit(test, '/p/first-name')).status).toBe(200);
    expect((await visit(test, '/p/second-name')).headers.get('location')).toBe('/p/first-name');
    expect((await createPost(test, { title: 'Tag' })).slug).toBe('tag-post');
  });

  it('have the date of their first publication, and of later changes', async () => {
    const post = await update(test, (await createPost(test, { title: 'Dated' }))._id, {
      status: 2,
    });
    expect((await visit(test, pathOf(post))).text).not.toContain('Updated <time');
    const edited = await update(test, post._id, { content: doc(paragraph('Said anew.')) });
    expect(edited.published_at).toBe(post.published_at);
    const page = await visit(test, pathOf(post));
    expect(page.text).toContain('Updated <time');
    expect(page.text).toContain('Said anew.');
    expect((await update(test, post._id, { status: 1 })).published_at).toBe(post.published_at);
    const undone = await update(test, post._id, { status: 1, published_at: null });
    expect(undone.published_at).toBeNull();
    const again = await update(test, post._id, { status: 2 });
    expect(Date.parse(again.published_at ?? '')).toBeGreaterThan(
      Date.parse(post.published_at ?? ''),
    );
  });

  it('are published at their scheduled time', async () => {
    const post = await createPost(test, { title: 'In time' });
    expect(await update(test, post._id, { scheduled_at: '2020-01-01T00:00:00Z' })).toMatchObject({
      scheduled_at: '2020-01-01T00:00:00.000Z',
      published: false,
    });
    await expect.poll(async () => (await visit(test, pathOf(post))).status).toBe(200);
    expect(Post.parse(dataOf(await test.owner.get(`post/v1/post/${post._id}`)))).toMatchObject({
      status: 2,
      scheduled_at: null,
    });
    const waiting = await createPost(test, { title: 'Not yet' });
    await update(test, waiting._id, { scheduled_at: '2099-01-01T00:00:00Z' });
    expect(await update(test, waiting._id, { scheduled_at: null })).toMatchObject({
      status: 0,
      scheduled_at: null,
    });
  });

  it("are found in the owner's search with notes and answers", async () => {
    const post = await createPost(test, {
      title: 'On narwhals',
      content: doc(
        paragraph('A narwhal has a tusk that is a tooth.'),
        paragraph('Its horn was sold as that of a unicorn.'),
      ),
    });
    const search = async (query: string, who = test.owner) =>
      (
        dataOf(await who.get(`search?${query}`)) as {
          own: { kind: string; _id: string; post_url?: string; title: string }[];
        }
      ).own;
    await expect
      .poll(() => search('q=narwhal+tusk&in=posts'))
      .toMatchObject([{ kind: 'post', _id: post._id, title: 'On narwhals' }]);
    await update(test, post._id, { status: 2 });
    await expect.poll(async () => (await search('q=unicorn'))[0]?.post_url).toBe('/p/on-narwhals');
    expect(await search(`q=unicorn&threadId=${post.thread}&in=posts`)).toHaveLength(1);
    expect(await search('q=unicorn&in=notes')).toEqual([]);
    expect(await search('q=unicorn', test.stranger)).toEqual([]);
    await update(test, post._id, { status: 4 });
    await expect.poll(() => search('q=unicorn&in=posts')).toEqual([]);
  });
});
