import type { CliCommand } from '../command.ts';
import { add } from './add.ts';
import { ask } from './ask.ts';
import { doctor } from './doctor.ts';
import { retry, rm } from './library.ts';
import { open, reindex } from './open.ts';
import { search } from './search.ts';
import { serve, worker } from './serve.ts';
import { show } from './show.ts';
import { list, status } from './status.ts';
import { thread, threads } from './threads.ts';

export const COMMANDS: readonly CliCommand[] = [serve, worker, open, add, status, list, show, rm, retry, search, ask, threads, thread, doctor, reindex];
