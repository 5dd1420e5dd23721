/** Versions of a thread's notes: named ones and automatic ones. */
import { z } from 'zod';

const Person = z.object({ _id: z.uuid(), name: z.string() });

export const NotesVersion = z.object({
  _id: z.uuid(),
  /** null for an automatic version */
  name: z.string().nullable(),
  createdAt: z.iso.datetime(),
  words: z.int(),
  blocks: z.int(),
  /** who named it */
  namedBy: Person.nullable(),
  /** who edited since the previous version */
  editors: z.array(Person),
});
export type NotesVersion = z.infer<typeof NotesVersion>;
/** Newest first. */
export const NotesVersions = z.object({ docs: z.array(NotesVersion) });
export const NewNotesVersion = z.object({ name: z.string().trim().min(1).max(200) });

/**
 * The kind of a line of the notes: a top-level block, a list item, a line of code, a row of a
 * table.
 */
export const NotesLine = z.object({
  kind: z.enum(['paragraph', 'heading', 'item', 'task', 'quote', 'code', 'row', 'block']),
  /** heading level from 1 to 3; depth of a list item, from 0 */
  level: z.int(),
  /** the type of a block */
  block: z.string().optional(),
  /** whether a task is done */
  done: z.boolean().optional(),
});
export type NotesLine = z.infer<typeof NotesLine>;

export const NotesDiffPart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'same',
      'added',
      'removed',
      /** the same text with other formatting */
      'restyled',
    ]),
    line: NotesLine,
    text: z.string(),
  }),
  z.object({
    kind: z.literal('changed'),
    line: NotesLine,
    words: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  }),
]);
export type NotesDiffPart = z.infer<typeof NotesDiffPart>;
/**
 * `now`: from this version to the current notes. `before`: from the previous version to this one.
 */
export const DiffAgainst = z.enum(['now', 'before']);
export type DiffAgainst = z.infer<typeof DiffAgainst>;
export const NotesDiff = z.object({
  version: NotesVersion,
  parts: z.array(NotesDiffPart),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
});
export type NotesDiff = z.infer<typeof NotesDiff>;

/** `before`: the notes before restoring, which can be restored too. */
export const RestoredNotes = z.object({ restored: NotesVersion, before: NotesVersion });
export type RestoredNotes = z.infer<typeof RestoredNotes>;
