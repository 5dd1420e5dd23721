import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { DEFAULT_FOLLOW_INTERVAL, Follow, MOST_NEW_ITEMS } from '#core/contract/follow.ts';
import { FollowId } from '#core/contract/id.ts';
import { intervalLabel, parseInterval } from '#core/text/interval.ts';
import type { Api } from '#api/client/client.ts';
import { findThread } from '#api/client/find-thread.ts';
import type { CliCommand, Context } from '../command.ts';
import { parseMax, parseSince } from '../parse-limits.ts';
import { followLine } from '../render/follow-line.ts';
import { oneLine } from '../render/output.ts';

const WHICH = 'a follow: its id, the start of its id, or its address';
const NOTHING = 'You follow nothing yet. Follow a feed: gloss follow URL';

function parseEvery(text: string): string {
  const interval = parseInterval(text);
  if (interval === undefined)
    throw new InvalidArgumentError(
      'It must be an interval from 15 minutes to a year, like 6h, 1d or weekly.',
    );
  return interval;
}

async function allFollows(api: Api): Promise<Follow[]> {
  return (await api.get('follows', z.object({ docs: z.array(Follow) }))).docs;
}

/** Faults: `absent`; `bad_request` if the start of an id fits several. */
async function followCalled(api: Api, named: string): Promise<Follow> {
  const all = await allFollows(api);
  const exact = all.find(({ _id, url }) => _id === named || url === named);
  const fitting = exact
    ? [exact]
    : all.filter(({ _id }) => named !== '' && _id.startsWith(named.toLowerCase()));
  const [only, ...more] = fitting;
  if (only === undefined)
    throw new Fault('absent', {
      message: `You don't follow ${oneLine(named)}. List what you follow: gloss follows`,
    });
  if (more.length > 0)
    throw new Fault('bad_request', {
      message: `${named} fits ${fitting.length} follows; give more of the id:\n${fitting.map((it) => `${it._id}  ${oneLine(it.title)}`).join('\n')}`,
    });
  return only;
}

function showFollow({ out }: Context, api: Api, follow: Follow): void {
  out.record(follow);
  out.line(followLine(follow, out.columns));
  if (api.hosted)
    out.note(
      'No server is running. Start one to check it: gloss start, or gloss schedule with gloss worker',
    );
}

export const follow: CliCommand = {
  describe: (program) =>
    program
      .command('follow')
      .argument('<url>', 'a feed, blog, channel, playlist, arXiv or PubMed search, or sitemap')
      .description('Follow a feed, so that each new item becomes a source')
      .addOption(
        new Option(
          '--every <interval>',
          `how often it is checked (default: ${intervalLabel(DEFAULT_FOLLOW_INTERVAL).replace('every ', '')})`,
        ).argParser(parseEvery),
      )
      .option('--since <date>', 'only items published since this day', parseSince)
      .option('-t, --thread <thread>', 'thread by title, address or id (default: the library only)')
      .option('--tag <tag...>', 'tags of the new sources')
      .option(
        '--max <n>',
        `most new items per check, newest first (default: ${MOST_NEW_ITEMS})`,
        parseMax,
      )
      .option('--match <text>', 'only items with all of these words in their title or address')
      .addHelpText(
        'after',
        `
Examples:
  gloss follow https://example.org/blog
  gloss follow "https://www.youtube.com/@channel" --every 1d --thread Talks --max 5
  gloss follow "https://arxiv.org/list/cs.CL/recent" --match retrieval --tag papers`,
      ),
  async run(context, [url = ''], options) {
    const { every, since, thread, tag, max, match } = z
      .object({
        every: z.string().optional(),
        since: z.string().optional(),
        thread: z.string().optional(),
        tag: z.array(z.string()).optional(),
        max: z.number().optional(),
        match: z.string().optional(),
      })
      .parse(options);
    const api = await context.api();
    const into = thread === undefined ? undefined : await findThread(api, thread);
    const body = { url, every, since, threadId: into?._id, tags: tag, max, match };
    showFollow(context, api, await api.send('POST', 'follows', body, Follow));
    return 0;
  },
};

const check: CliCommand = {
  describe: (program) =>
    program.command('check').argument('<id>', WHICH).description('Check it for new items now'),
  async run(context, [named = '']) {
    const api = await context.api();
    const { _id } = await followCalled(api, named);
    showFollow(context, api, await api.send('POST', `follows/${_id}/check`, {}, Follow));
    return 0;
  },
};

export const follows: CliCommand = {
  under: [check],
  describe: (program) =>
    program
      .command('follows')
      .description('List what you follow')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: id, state (active, failed or ended), title, items seen, interval, last check, address, error\n\nExamples:\n  gloss follows\n  gloss follows check 0198a000',
      ),
  async run({ out, api }) {
    const all = await allFollows(await api());
    for (const it of all) {
      out.record(it);
      out.line(followLine(it, out.columns));
    }
    if (all.length === 0) out.remark(NOTHING);
    return 0;
  },
};

export const unfollow: CliCommand = {
  describe: (program) =>
    program
      .command('unfollow')
      .argument('<id>', WHICH)
      .description('Stop following; sources that were added stay'),
  async run({ out, api }, [named = '']) {
    const server = await api();
    const { _id, title } = await followCalled(server, named);
    out.record(
      await server.send('DELETE', `follows/${_id}`, undefined, z.object({ _id: FollowId })),
    );
    out.line(`Unfollowed: ${oneLine(title)}`);
    return 0;
  },
};
