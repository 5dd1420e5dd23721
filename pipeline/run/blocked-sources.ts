import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { Job, jobId } from '#pipeline/queue/index.ts';

const Note = z.object({ at: z.string(), jobs: z.array(Job), isCertain: z.boolean() });
interface KeptNote {
  file: string;
  jobs: Job[];
  isCertain: boolean;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * The reports that watchdogs write to a folder of the data directory when a job blocks the event
 * loop. If a report names several jobs, each is a suspect until its stage ends. Suspects run one at
 * a time, so that the next report identifies the cause.
 */
export class BlockedSources {
  readonly #folder: string;
  readonly #log: Log;
  readonly #suspects = new Map<string, Job>();
  /** Serialises reads and writes of the notes. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ folder, log }: { folder: string; log: Log }) {
    this.#folder = folder;
    this.#log = log;
  }

  isSuspect(job: Job): boolean {
    return this.#suspects.has(jobId(job));
  }

  /**
   * Calls `setAside` for each job to blame, then deletes the notes. If it throws, the notes stay
   * for the next call.
   */
  judge(setAside: (job: Job) => Promise<void>): Promise<void> {
    return this.#inTurn(() => this.#judge(setAside));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #judge(setAside: (job: Job) => Promise<void>): Promise<void> {
    const notes = await this.#read();
    const suspects = new Map<string, Job>();
    for (const note of notes) {
      const again = note.jobs.filter((job) => suspects.has(jobId(job)));
      const culprits = note.isCertain ? note.jobs : again;
      for (const job of culprits) {
        await setAside(job);
        suspects.delete(jobId(job));
      }
      if (culprits.length === 0) for (const job of note.jobs) suspects.set(jobId(job), job);
    }
    this.#suspects.clear();
    for (const [id, job] of suspects) this.#suspects.set(id, job);
    if (notes.length > 0) await this.#replace(notes);
  }

  /** Its stage ended, so it is innocent. */
  async clear(job: Job): Promise<void> {
    if (!this.isSuspect(job)) return;
    await this.#inTurn(async () => {
      this.#suspects.delete(jobId(job));
      // Another process may have left a note meanwhile, which still has to be judged.
      for (const { file, isCertain, jobs } of await this.#read()) {
        const remaining = jobs.filter((it) => jobId(it) !== jobId(job));
        if (isCertain || remaining.length === jobs.length) continue;
        if (remaining.length > 0) await this.#write(file, remaining);
        else await rm(file, { force: true });
      }
    });
  }

  /** Replaces the notes by one note with the remaining suspects. */
  async #replace(notes: readonly KeptNote[]): Promise<void> {
    const jobs = [...this.#suspects.values()];
    if (jobs.length > 0) {
      await this.#write(
        join(this.#folder, `${Date.now()}-${randomBytes(4).toString('hex')}.json`),
        jobs,
      );
    }
    for (const { file } of notes) await rm(file, { force: true });
  }

  async #write(file: string, jobs: readonly Job[]): Promise<void> {
    const note = JSON.stringify({ at: new Date().toISOString(), jobs, isCertain: false });
    await writeFile(file, note, { mode: 0o600 });
  }

  /** Reads notes, oldest first: file names start with the time. */
  async #read(): Promise<KeptNote[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const notes: KeptNote[] = [];
    for (const name of names.filter((it) => it.endsWith('.json')).sort()) {
      const file = join(this.#folder, name);
      try {
        notes.push({ file, ...Note.parse(JSON.parse(await readFile(file, 'utf8'))) });
      } catch (error) {
        if (isMissing(error)) continue;
        this.#log.warn(
          { err: error, file },
          'a note of a blocked event loop cannot be read and is dropped',
        );
        await rm(file, { force: true });
      }
    }
    return notes;
  }
}
