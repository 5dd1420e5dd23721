/**
 * Follows an import until it is done: on a terminal with a live screen, otherwise with a line or
 * record per settled entry.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import { Import, ImportItem, ImportLive } from '#core/contract/import.ts';
import type { Api } from '#api/client/client.ts';
import type { Context, ExitCode } from '../command.ts';
import {
  pendingText,
  counted,
  doneText,
  itemLine,
  finishedText,
  waitText,
} from '../render/import-line.ts';
import { oneLine, type Output } from '../render/output.ts';
import { ImportProgress } from './import-progress.ts';
import type { NamedImport } from './known-imports.ts';
import { openImportScreen, type OpenScreen } from './open-screen.ts';
import { writeReceipt } from './receipt-file.ts';

/** time for a server to restart */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;
/** how long an interrupted command waits to write its receipt */
const LAST_LOOK_MS = 5_000;
const MOST_FAILURES = 10;

export interface FollowOptions {
  /** written at the end, and when interrupted */
  receipt?: string | undefined;
  /** also report entries settled before */
  fromStart: boolean;
}

export async function followImport(
  context: Context,
  begun: NamedImport,
  { receipt, fromStart }: FollowOptions,
): Promise<ExitCode> {
  const { out, signal } = context;
  const api = await context.api();
  const progress = new ImportProgress(out);
  const interrupted = new AbortController();
  const ended = AbortSignal.any([signal, interrupted.signal]);
  const hearAll = async (quietly: boolean, until = signal): Promise<void> => {
    for await (const item of api.lines(`imports/${begun._id}/receipt`, ImportItem, until))
      progress.hear(item, quietly);
  };
  const now = () => api.get(`imports/${begun._id}?limit=1`, Import);

  let last: Import | undefined;
  let toldWait: Import['waitsFor'];
  let screen: OpenScreen | undefined;
  try {
    await hearAll(!fromStart);
    last = await now();
    if (out.live) {
      screen = await openImportScreen({
        name: begun.name,
        into: begun.into,
        goesOn: !api.hosted,
        live: ImportLive.parse({ ...last, stages: {}, hosts: [], perMinute: 0, lastErrors: [] }),
        steer: async (what) => {
          await api.send('POST', `imports/${begun._id}/${what}`, {}, Import);
        },
        leave: () => {
          interrupted.abort();
        },
      });
    }
    await untilEnded(api, begun._id, ended, {
      item: (item) => {
        progress.hear(item);
      },
      import: (live) => {
        if (!screen && live.waitsFor && live.waitsFor !== toldWait) out.note(waitText(live));
        toldWait = live.waitsFor;
        if (!screen && live.state === 'paused' && last?.state === 'running')
          out.note(`Paused. Resume it: gloss imports resume ${begun._id}`);
        last = live;
        screen?.show({
          ...live,
          lastErrors: live.lastErrors.map((it) => ({ ...it, input: progress.nameOf(it.input) })),
        });
      },
    });
    if (!ended.aborted) {
      await hearAll(false);
      last = await now();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    screen?.close();
  }

  if (receipt !== undefined) {
    // The server knows more than the events received here, which must suffice if it is gone.
    if (ended.aborted)
      await hearAll(true, AbortSignal.timeout(LAST_LOOK_MS)).catch((error: unknown) => {
        out.note(
          `The receipt is incomplete: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
    await writeReceipt(receipt, progress.all());
    out.note(`Receipt: ${receipt}`);
  }
  if (last && !ended.aborted) return conclude(out, begun, last, progress.all());
  if (signal.aborted && out.live) out.line();
  out.note(
    `${last ? `${doneText(last)}. ` : ''}${api.hosted ? `Stopped; nothing is lost.\nContinue: gloss imports watch ${begun._id}` : howToFollow(api, begun._id)}`,
  );
  // The user left with a key, so nothing was interrupted.
  return signal.aborted || api.hosted ? 130 : 0;
}

/** Explains how to follow the import again. */
export const howToFollow = (api: Api, id: Import['_id']): string =>
  `${api.hosted ? 'No server is running. Start one (gloss start), or continue it now:\n' : 'It continues on the server. Follow it:\n'}gloss imports watch ${id}`;

/** Explains how to follow the import later. */
export async function leaveToServer({ out, api }: Context, { _id }: NamedImport): Promise<0> {
  out.line(_id);
  out.note(howToFollow(await api(), _id));
  return 0;
}

/** Reports the results, and what to do about failures. */
function conclude(
  out: Output,
  { name, place }: NamedImport,
  last: Import,
  items: readonly ImportItem[],
): ExitCode {
  out.record(last);
  const failed = items.filter((item) => item.state === 'failed');
  if (out.live) {
    if (failed.length > 0) out.line();
    for (const item of failed.slice(0, MOST_FAILURES)) out.line(itemLine(item, out.columns));
    if (failed.length > MOST_FAILURES)
      out.line(`     … and ${counted(failed.length - MOST_FAILURES, 'other')}`);
    if (failed.length > 0) out.line();
  } else
    out.note(
      `${oneLine(name)}: ${[finishedText(last), pendingText(last)].filter(Boolean).join(' · ')}`,
    );
  if (last.state === 'cancelled')
    out.note(`Cancelled; what was added stays.\ngloss imports show ${last._id}`);
  if (failed.length > (out.live ? MOST_FAILURES : 0))
    out.note(`See them all: gloss imports show ${last._id} --failed`);
  if (failed.length > 0) out.note(`Retry them: gloss imports retry ${last._id}`);
  if (place !== undefined) out.remark(place);
  return failed.length > 0 || last.state === 'cancelled' ? 1 : 0;
}

interface Hear {
  import(now: ImportLive): void;
  item(item: ImportItem): void;
}
/**
 * Follows the events and reconnects when the connection breaks. Faults: `unreachable` if the server
 * is gone too long.
 */
async function untilEnded(api: Api, id: string, signal: AbortSignal, hear: Hear): Promise<void> {
  let heardAt = Date.now();
  while (!signal.aborted) {
    try {
      let now: ImportLive | undefined;
      for await (const { event, data } of api.events(`imports/${id}/events`, { signal })) {
        heardAt = Date.now();
        if (event === 'import') {
          now = ImportLive.parse(JSON.parse(data));
          hear.import(now);
        } else if (event === 'item') hear.item(ImportItem.parse(JSON.parse(data)));
      }
      if (signal.aborted) return;
      if ((now ?? (await api.get(`imports/${id}?limit=1`, Import))).finishedAt !== undefined)
        return;
    } catch (error) {
      if (signal.aborted) return;
      const passing =
        error instanceof Fault &&
        (error.code === 'unreachable' ||
          error.code === 'interrupted' ||
          error.code === 'unavailable');
      if (!passing || Date.now() - heardAt > PATIENCE_MS) throw error;
    }
    await wait(PAUSE_MS, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
