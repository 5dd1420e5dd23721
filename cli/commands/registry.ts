import type { CliCommand } from '../command.ts';
import { add } from './add.ts';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { diff } from './diff.ts';
import { doctor } from './doctor.ts';
import { every } from './every.ts';
import { exporting } from './export.ts';
import { importSources } from './import.ts';
import { imports } from './imports.ts';
import { retry, rm } from './library.ts';
import { mcp } from './mcp.ts';
import { open, reindex } from './open.ts';
import { posts } from './posts.ts';
import { refresh } from './refresh.ts';
import { restore } from './restore.ts';
import { schedule } from './schedule.ts';
import { search } from './search.ts';
import { serve, worker } from './serve.ts';
import { show } from './show.ts';
import { list, status } from './status.ts';
import { thread, threads } from './threads.ts';
import { users } from './users.ts';

/** By the heading under which the help lists them. */
export const COMMANDS: Readonly<Record<string, readonly CliCommand[]>> = {
  'Bringing sources in:': [add, importSources, imports, status, retry],
  'The library:': [list, show, rm, threads, thread],
  'Keeping it fresh:': [refresh, every, diff],
  'Finding and asking:': [search, ask, mcp],
  'Publishing:': [posts],
  'Everything out, everything in:': [exporting, backup, restore],
  'The server:': [serve, worker, schedule, open, users, audit, doctor, reindex],
};
