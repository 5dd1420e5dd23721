import type { Editor } from '@tiptap/react';
import type { Locator, PageArea } from '#core/contract/locator.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';

/** A clip as the notes hold it: where it leads, its colour and its heading, empty where it has none. */
export interface KeptClip { _id: string; sourceId: string; locator: Locator; color: string; underline: boolean; heading: string; areas?: readonly PageArea[]; occurrence?: number }

type Doc = Editor['state']['doc'];

/** The clips of the document, in their order. */
export function keptClips(doc: Doc): KeptClip[] {
  const clips: KeptClip[] = [];
  doc.descendants((node, position) => {
    if (!node.type.name.endsWith('clip')) return true;
    const block = blockOf(node.type.name);
    const { _id, color, underline, clip_heading: heading } = block?.clean(node.attrs) ?? {};
    const [place] = block?.places(node.attrs) ?? [];
    if (place) clips.push({ _id: typeof _id === 'string' ? _id : `at-${position}`, color: String(color), underline: underline === true, heading: typeof heading === 'string' ? heading : '', ...place });
    return false;
  });
  return clips;
}
