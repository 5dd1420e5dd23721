import type { CliCommand } from '../command.ts';
import { add } from './add.ts';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { completion } from './completion.ts';
import { diff } from './diff.ts';
import { doctor } from './doctor.ts';
import { every } from './every.ts';
import { exportThreads } from './export.ts';
import { follow, follows, unfollow } from './follow.ts';
import { importSources } from './import.ts';
import { imports } from './imports.ts';
import { list } from './list.ts';
import { mcp } from './mcp.ts';
import { open, reindex } from './open.ts';
import { posts } from './posts.ts';
import { refresh } from './refresh.ts';
import { restore } from './restore.ts';
import { retry } from './retry.ts';
import { rm } from './rm.ts';
import { schedule } from './schedule.ts';
import { search } from './search.ts';
import { serve, worker } from './serve.ts';
import { show } from './show.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { tag } from './tag.ts';
import { thread, threads } from './threads.ts';
import { upgrade } from './upgrade.ts';
import { users } from './users.ts';

/** In groups, under the headings of the help. */
export const COMMANDS: Readonly<Record<string, readonly CliCommand[]>> = {
  'Add sources:': [add, importSources, imports, follow, follows, unfollow, status, retry],
  'Manage the library:': [list, show, tag, rm, threads, thread],
  'Refresh sources:': [refresh, every, diff],
  'Search and ask:': [search, ask, mcp],
  'Publish:': [posts],
  'Export and back up:': [exportThreads, backup, restore],
  'Run a server:': [
    start,
    serve,
    worker,
    schedule,
    open,
    users,
    audit,
    doctor,
    reindex,
    completion,
    upgrade,
  ],
};
