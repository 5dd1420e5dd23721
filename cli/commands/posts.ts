import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { Fault, toFault } from '#core/contract/faults.ts';
import type { PostCard } from '#core/contract/post.ts';
import { Post, PostExport, PostPage, PostStatus } from '#core/contract/post.ts';
import type { Api } from '#api/client/client.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';

const WHICH = 'a post: its id, the beginning of it, or its address';
const STATUS = ['draft', 'draft', 'published', 'archived', 'deleted'] as const;

function statusOf({ status, scheduled_at }: Pick<PostCard, 'status' | 'scheduled_at'>): string {
  return scheduled_at === null ? (STATUS[status] ?? 'draft') : `publishes ${scheduled_at}`;
}

async function* eachPost(server: Api): AsyncGenerator<PostCard> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof PostPage> = await server.get(
      `posts?${new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })}`,
      PostPage,
    );
    yield* page.docs;
    cursor = page.next;
  }
}
/** Faults: `absent`, and `bad_request` if several ids start with this prefix. */
async function postCalled(server: Api, given: string): Promise<PostCard> {
  const slug = given.replace(/^.*\/p\//, '');
  const found: PostCard[] = [];
  for await (const post of eachPost(server)) {
    if (post._id === slug || post.slug === slug) return post;
    if (slug.length >= 4 && post._id.startsWith(slug)) found.push(post);
  }
  if (found.length > 1)
    throw new Fault('bad_request', {
      message: `Several posts begin with ${oneLine(given)}. Write more of the id.`,
    });
  const [only] = found;
  if (!only)
    throw new Fault('absent', {
      message: `No post matches ${oneLine(given)}. List them: gloss posts list`,
    });
  return only;
}

const lineOf = (post: PostCard, out: Context['out']): string =>
  out.live
    ? `${paint('bold', oneLine(post.title))}  ${paint('dim', statusOf(post))}\n  ${paint('dim', post.published ? post.url : post._id)}`
    : [post._id, statusOf(post), oneLine(post.title), post.url].join('\t');

async function showAll({ out, api }: Context): Promise<ExitCode> {
  let found = 0;
  for await (const post of eachPost(await api())) {
    found += 1;
    out.record(post);
    out.line(lineOf(post, out));
  }
  if (found === 0)
    out.remark("There are no posts yet. Create one from a blog block in a thread's notes.");
  return 0;
}

/** Handles each separately, so that a failure doesn't affect the others. */
async function forEach(
  { out, api }: Context,
  given: readonly string[],
  act: (server: Api, post: PostCard) => Promise<void>,
): Promise<ExitCode> {
  const server = await api();
  let failed = 0;
  for (const name of given) {
    try {
      await act(server, await postCalled(server, name));
    } catch (error) {
      failed += 1;
      out.problem(toFault(error).message, name);
    }
  }
  return failed === 0 ? 0 : 1;
}

function parseTime(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a time like 2026-12-24T18:00.');
  return at.toISOString();
}

const list: CliCommand = {
  describe: (program) => program.command('list').description('List posts, newest first'),
  run: (context) => showAll(context),
};
const publish: CliCommand = {
  describe: (program) =>
    program
      .command('publish')
      .argument('<post...>', WHICH)
      .description('Publish posts, so that anyone can read them')
      .option('--at <time>', 'publish at this time, like 2026-12-24T18:00', parseTime),
  run: (context, given, options) =>
    forEach(context, given, async (server, { _id, published }) => {
      const at = options['at'];
      if (published && typeof at === 'string')
        throw new Fault('conflict', {
          message: 'It is already published. Unpublish it first: gloss posts unpublish',
        });
      const post = await server.send(
        'PUT',
        `post/v1/update-post/${_id}`,
        typeof at === 'string'
          ? { status: PostStatus.draft, scheduled_at: at }
          : { status: PostStatus.published },
        Post,
      );
      context.out.record(post);
      context.out.line(lineOf(post, context.out));
    }),
};
const unpublish: CliCommand = {
  describe: (program) =>
    program
      .command('unpublish')
      .argument('<post...>', WHICH)
      .description('Unpublish posts; only you can read a draft')
      .option('--archive', 'archive them'),
  run: (context, given, options) =>
    forEach(context, given, async (server, { _id }) => {
      const post = await server.send(
        'PUT',
        `post/v1/update-post/${_id}`,
        {
          status: options['archive'] === true ? PostStatus.archived : PostStatus.draft,
          scheduled_at: null,
        },
        Post,
      );
      context.out.record(post);
      context.out.line(lineOf(post, context.out));
    }),
};
const exporting: CliCommand = {
  describe: (program) =>
    program
      .command('export')
      .argument('[post...]', `${WHICH} (default: all)`)
      .description('Write Markdown and images, one folder per post')
      .option('-o, --output <folder>', 'where to', '.')
      .addHelpText(
        'after',
        '\nExamples:\n  gloss posts export -o site/content\n  gloss posts export why-we-forget',
      ),
  async run(context, given, options) {
    const folder = resolve(typeof options['output'] === 'string' ? options['output'] : '.');
    const wanted =
      given.length > 0
        ? given
        : (await Array.fromAsync(eachPost(await context.api()))).map((it) => it._id);
    if (wanted.length === 0) context.out.remark('There are no posts yet.');
    return forEach(context, wanted, async (server, { _id, slug }) => {
      const { markdown, assets } = await server.get(`posts/${_id}/export`, PostExport);
      const into = join(folder, basename(slug));
      await mkdir(into, { recursive: true });
      await writeFile(join(into, 'index.md'), markdown);
      for (const { path, base64 } of assets)
        await writeFile(join(into, basename(path)), Buffer.from(base64, 'base64'));
      context.out.record({
        _id,
        folder: into,
        files: ['index.md', ...assets.map((it) => it.path)],
      });
      context.out.line(into);
    });
  },
};

export const posts: CliCommand = {
  under: [list, publish, unpublish, exporting],
  describe: (program) =>
    program
      .command('posts')
      .description('List posts; publish, unpublish and export them')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: id, status, title, address\n\nExamples:\n  gloss posts\n  gloss posts publish why-we-forget --at 2026-12-24T18:00\n  gloss posts export -o site/content',
      ),
  run: (context) => showAll(context),
};
