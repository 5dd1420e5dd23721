/**
 * The thread of the watchdog. It receives a heartbeat of the main thread twice a second. After a
 * long silence, it asks the main thread through the inspector which stage's code is running. The
 * inspector interrupts JavaScript and regular expressions, but not native code.
 */
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type {
  BlockedNote,
  RunningJob,
  WatchdogData,
  WatchdogMessage,
} from './watchdog-messages.ts';

const LOOK_MS = 500;
/** A check that is this late means that the whole process was stopped: the measurement starts again. */
const SLEPT_MS = 2_000;
/**
 * A process that uses less of a processor than this waits, for example for a disk, rather than
 * computes.
 */
const COMPUTES = 0.05;
/** how many times longer than a loop that computes a loop that waits may be blocked */
const WAITS_LONGER = 6;
const ANSWER_MS = 1_000;
/** A loop that became free at the last moment sends a heartbeat within this time. */
const LAST_BEAT_MS = 700;
const END_MS = 2_000;
const STDERR = 2;
const LEVEL_ERROR = 50;

const MAIN = "globalThis[Symbol.for('gloss.watchdog')]";
/** The first two lines of the stack are the error's name and this expression. */
const STACK = "String(new Error().stack).split('\\n').slice(2, 8).map((line) => line.trim())";
const ASK = `JSON.stringify({ id: ${MAIN}.current(), stack: ${STACK} })`;

/** `id`: the stage whose code runs; undefined if it isn't a stage's. */
interface Answer {
  id?: string;
  stack: string[];
}
interface Blame {
  jobs: RunningJob[];
  isCertain: boolean;
  stack?: string[];
}

const { folder, blockedMs, isLogged } = workerData as WatchdogData;
const running = new Map<string, RunningJob>();
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
let lookedAt = performance.now();
let last = { at: performance.now(), cpuMs: cpuMs() };
let isEnding = false;

function beat(): void {
  last = { at: performance.now(), cpuMs: cpuMs() };
}

function look(): void {
  const now = performance.now();
  const hasSlept = now - lookedAt > SLEPT_MS;
  lookedAt = now;
  if (hasSlept) return beat();
  const ms = now - last.at;
  if (isEnding || ms < blockedMs) return;
  const computes = cpuMs() - last.cpuMs >= ms * COMPUTES;
  if (computes || ms >= blockedMs * WAITS_LONGER) void onBlocked();
}

async function onBlocked(): Promise<void> {
  isEnding = true;
  const before = last;
  const session = new Session();
  session.connectToMainThread();
  const answer = await Promise.race([ask(session), wait(ANSWER_MS)]);
  await wait(LAST_BEAT_MS);
  if (last !== before) {
    session.disconnect();
    isEnding = false;
    return;
  }
  report(blameFor(answer ?? undefined), Math.round(performance.now() - before.at));
  session.post('Runtime.evaluate', { expression: `${MAIN}.end()` });
  await wait(END_MS);
  process.kill(process.pid, 'SIGKILL');
}

function ask(session: Session): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    session.post('Runtime.evaluate', { expression: ASK }, (error, reply) => {
      const value: unknown = error ? undefined : reply.result.value;
      resolve(typeof value === 'string' ? (JSON.parse(value) as Answer) : undefined);
    });
  });
}

/**
 * Without an answer, each running job may be the cause. The same applies if the answer names a
 * finished stage, because what it opened, such as a connection, now serves others.
 */
function blameFor(answer: Answer | undefined): Blame {
  if (answer && answer.id === undefined) return { jobs: [], isCertain: true, stack: answer.stack };
  const one = answer?.id === undefined ? undefined : running.get(answer.id);
  const jobs = one ? [one] : [...running.values()];
  return { jobs, isCertain: one !== undefined, ...(answer && { stack: answer.stack }) };
}

/** The main thread and its log are blocked, so both lines are written from here. */
function report({ jobs, isCertain, stack }: Blame, ms: number): void {
  let problem: string | undefined;
  if (jobs.length > 0) {
    const at = new Date().toISOString();
    const note: BlockedNote = { at, pid: process.pid, jobs: jobs.map(({ job }) => job), isCertain };
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, `${Date.now()}-${process.pid}.json`), JSON.stringify(note), {
        mode: 0o600,
      });
    } catch (error) {
      problem = `no note was left for the next start: ${String(error)}`;
    }
  }
  if (!isLogged) return;
  const [first] = jobs;
  const blamed = isCertain &&
    first && { jobId: jobIdOf(first), stage: first.job.stage, sourceId: first.job.sourceId };
  const suspects = isCertain ? undefined : jobs.map(jobIdOf);
  const fields = { ...blamed, suspects, ms, stack, problem };
  const line = { level: LEVEL_ERROR, time: Date.now(), ...fields, msg: 'event_loop_blocked' };
  writeSync(STDERR, `${JSON.stringify(line)}\n`);
}

const jobIdOf = ({ id }: RunningJob): string => id.slice(0, id.indexOf(' '));

parentPort?.on('message', (message: WatchdogMessage) => {
  if (message.kind === 'beat') beat();
  else if (message.kind === 'begin') running.set(message.running.id, message.running);
  else running.delete(message.id);
});
setInterval(look, LOOK_MS);
