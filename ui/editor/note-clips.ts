import type { Editor } from '@tiptap/react';
import type { Locator, PageArea } from '#core/contract/locator.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';

/** A clip in the notes with its position, colour and heading, which may be empty. */
export interface NoteClip {
  _id: string;
  sourceId: string;
  locator: Locator;
  color: string;
  underline: boolean;
  heading: string;
  areas?: readonly PageArea[];
  occurrence?: number;
}

type Doc = Editor['state']['doc'];
/** `at`: offset from the start of the top-level block. */
type Held = readonly { at: number; named: boolean; clip: NoteClip }[];

/** A block is the same object until it is edited. */
const held = new WeakMap<Doc, Held>();

/** The clips of the document, in order. */
export function noteClips(doc: Doc): NoteClip[] {
  const clips: NoteClip[] = [];
  doc.forEach((node, position) => {
    const within = clipsIn(node);
    // Most blocks have none, and iterating over nothing creates garbage too.
    if (within.length > 0)
      for (const { at, named, clip } of within)
        clips.push(named ? clip : { ...clip, _id: `at-${position + at}` });
  });
  return clips;
}

function clipsIn(node: Doc): Held {
  const known = held.get(node);
  if (known) return known;
  const own = clipOf(node);
  const found: { at: number; named: boolean; clip: NoteClip }[] = own ? [{ at: 0, ...own }] : [];
  if (!own && !node.isTextblock) {
    node.descendants((inner, position) => {
      const clip = clipOf(inner);
      if (clip) found.push({ at: position + 1, ...clip });
      return !clip && !inner.isTextblock;
    });
  }
  held.set(node, found);
  return found;
}

function clipOf(node: Doc): { named: boolean; clip: NoteClip } | undefined {
  if (!node.type.name.endsWith('clip')) return undefined;
  const block = blockOf(node.type.name);
  const { _id, color, underline, clip_heading: heading } = block?.clean(node.attrs) ?? {};
  const [place] = block?.locators(node.attrs) ?? [];
  return (
    place && {
      named: typeof _id === 'string',
      clip: {
        _id: typeof _id === 'string' ? _id : '',
        color: String(color),
        underline: underline === true,
        heading: typeof heading === 'string' ? heading : '',
        ...place,
      },
    }
  );
}

/** Whether these are the same as before, by identity. */
export const sameClips = (one: readonly NoteClip[], other: readonly NoteClip[]): boolean =>
  one.length === other.length &&
  one.every((clip, at) => clip === other[at] || JSON.stringify(clip) === JSON.stringify(other[at]));
