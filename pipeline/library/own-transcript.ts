import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { Library } from './library.ts';
import type { SourceRow } from './source.model.ts';

/** The fetched part that contains `{text, format, language?}` as supplied by the owner. */
const PART = 'transcript.json';
const Fetched = z.looseObject({ parts: z.array(z.looseObject({ name: z.string() })) });

/**
 * Replaces the text of a source by its owner's transcript. The source is processed again from
 * `extract`, even if its site has no transcript; a good version stays until then. Returns the
 * version to be processed. Faults: `not_ready` while the source is in progress.
 */
export async function giveOwnTranscript(
  library: Library,
  source: SourceRow,
  blob: { key: string; size: number },
  transaction: Transaction,
): Promise<number> {
  const facts = { ...source.facts, ownTranscriptKey: blob.key };
  const before = Fetched.safeParse(
    await library.artifacts.find(source.id, source.version, 'fetch'),
  ).data;
  const version = await library.readAgainFrom(source, 'extract', { facts }, transaction);
  if (version === undefined)
    throw new Fault('not_ready', {
      message: 'This video is still processing. Upload your transcript again in a moment.',
    });
  const fetched = before ?? {
    finalUrl: source.canonicalUrl,
    facts: { ...source.facts, title: source.title },
    notes: {},
    parts: [],
  };
  const parts = [
    ...fetched.parts.filter((part) => part.name !== PART),
    { name: PART, contentType: 'application/json', ...blob },
  ];
  await library.artifacts.save(source.id, version, 'fetch', { ...fetched, parts }, transaction);
  return version;
}
