import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { Library } from './library.ts';
import type { SourceRow } from './source.model.ts';

/** The part of what was fetched that holds `{text, format, language?}` as its owner gave it. */
const PART = 'transcript.json';
const Fetched = z.looseObject({ parts: z.array(z.looseObject({ name: z.string() })) });

/**
 * From now on the source says what its owner's transcript says. It is read again from `extract`,
 * also when its site gives nothing of it; a good version stays until then. Returns the version to
 * be read. Faults: `not_ready` while it is being read just now.
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
