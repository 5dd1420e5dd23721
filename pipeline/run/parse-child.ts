/**
 * A parsing child: takes one task at a time over IPC. It holds no secret, and it may be killed at
 * any moment.
 */
import { readFileSync, statSync } from 'node:fs';
import { Fault } from '#core/contract/faults.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import type { Extracted, ExtractInput } from '#pipeline/sources/contract.ts';
import { packBatches } from './batches.ts';
import { Task } from './parse-messages.ts';
import { serveTasks, type SendProgress } from './serve-tasks.ts';

const REPORT_EVERY_MS = 100;

type Parts = Extract<Task, { kind: 'extract' }>['parts'];

/** A rewritten part has another time or another position on disk; nothing is known of sent bytes. */
function identityOf(parts: Parts): string | undefined {
  if (!parts.every((part) => 'path' in part)) return undefined;
  const stats = parts.map(({ path }) => ({
    path,
    stat: statSync(path, { bigint: true, throwIfNoEntry: false }),
  }));
  return stats.every(({ stat }) => stat)
    ? stats
        .map(
          ({ path, stat }) =>
            `${path} ${stat?.dev} ${stat?.ino} ${stat?.size} ${stat?.mtimeNs} ${stat?.ctimeNs}`,
        )
        .join('\n')
    : undefined;
}

/** Passes on the last report, and at most one in `everyMs` before it. */
function throttled(progress: SendProgress, everyMs: number): SendProgress {
  let reported = 0;
  return (done, total) => {
    if (done < total && performance.now() - reported < everyMs) return;
    reported = performance.now();
    progress(done, total);
  };
}

const readSnapshot = (path: string): Snapshot =>
  Snapshot.parse(JSON.parse(readFileSync(path, 'utf8')));

/** Sanitises the Reader view as the last step of the extraction. */
async function sanitised(extracted: Extracted, baseUrl: string): Promise<Extracted> {
  const { readerHtml, ...text } = extracted.snapshot;
  if (readerHtml === undefined) return extracted;
  const { sanitiseReader } = await import('#pipeline/stages/sanitise-reader.ts');
  return { ...extracted, snapshot: { ...text, readerHtml: sanitiseReader(readerHtml, baseUrl) } };
}

async function run(task: Task, progress: SendProgress): Promise<unknown> {
  if (task.kind === 'sanitise') {
    const { sanitiseReader } = await import('#pipeline/stages/sanitise-reader.ts');
    return sanitiseReader(task.readerHtml, task.baseUrl);
  }
  if (task.kind === 'read-import') {
    const { readImport } = await import('#pipeline/imports/readers/read-import.ts');
    return readImport(task.bytes, task);
  }
  if (task.kind === 'split-text') {
    const { splitText } = await import('#pipeline/stages/split-text.ts');
    const { chunks, identity } = splitText(readSnapshot(task.path), task);
    return { batches: packBatches(chunks), identity };
  }
  if (task.kind === 'shingles') {
    const { shinglesOfSnapshot } = await import('#pipeline/stages/text-identity.ts');
    return shinglesOfSnapshot(readSnapshot(task.path));
  }
  if (task.kind === 'compare-versions') {
    const { compareVersions } = await import('#pipeline/refresh/compare-versions.ts');
    const paths = new Map(task.snapshots.map(({ version, path }) => [version, path]));
    return compareVersions(task, {
      read: async (version) => readSnapshot(paths.get(version) ?? ''),
      onAnchor: throttled(progress, REPORT_EVERY_MS),
    });
  }
  const { answerReading, extractorOf } = await import('#pipeline/sources/extractors.ts');
  if (task.kind === 'read-bytes') return answerReading(task.sourceKind, task.name, task.input);
  const kind = await extractorOf(task.sourceKind);
  const parts = new Map(task.parts.map((part) => [part.name, part]));
  // Reports each page of a batch before parsing it, because the child may die on it.
  const everyMs = task.kind === 'read-pages' ? 0 : REPORT_EVERY_MS;
  const input: ExtractInput = {
    url: task.url,
    facts: task.facts,
    notes: task.notes,
    part: (name) => {
      const part = parts.get(name);
      return part && ('bytes' in part ? part.bytes : readFileSync(part.path));
    },
    file: identityOf(task.parts),
    report: throttled(progress, everyMs),
  };
  if (task.kind === 'extract') return sanitised(await kind.extract(input), task.url);
  if (task.kind === 'archive') {
    if (!kind.archive)
      throw new Fault('internal', { message: `Sources of the kind ${kind.name} have no archive.` });
    const html = kind.archive(input);
    const { sanitiseWeb } = await import('#pipeline/stages/sanitise-web.ts');
    return sanitiseWeb(html, task.url);
  }
  if (!kind.pages)
    throw new Fault('internal', {
      message: `Sources of the kind ${kind.name} are not read by pages.`,
    });
  if (task.kind === 'plan-pages') return kind.pages.plan(input);
  if (task.kind === 'read-pages') return kind.pages.read(input, task.range);
  progress(task.page, task.page);
  return kind.pages.draw(input, task.page, task.as);
}

serveTasks((message, progress) => run(Task.parse(message), progress));
