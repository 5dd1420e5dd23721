/** Clips suggested by an answer's moments: previews below it, each to be kept or dismissed. */
import type { JSONContent } from '@tiptap/core';
import type { ReactNodeViewProps } from '@tiptap/react';
import type { Citation } from '#core/contract/ask.ts';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { toast } from '#ui/kit/toast.ts';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { insertAfter } from '../ask-ai/insert-after.ts';
import { useEditorHost } from '../editor-host.ts';

const MOST = 6;

/** The moments in order, without duplicates and existing clips (`has`). */
export function suggestedClips(
  citations: readonly Citation[],
  {
    parentId,
    by,
    now,
    has,
  }: {
    parentId: string;
    by: string;
    now: Date;
    has: (sourceId: string, startS: number) => boolean;
  },
): JSONContent[] {
  const moments = new Map(
    citations.flatMap(({ source_id, locator }) =>
      locator.medium === 'timed' && !has(source_id, locator.startS)
        ? [[`${source_id} ${locator.startS}`, { source_id, locator }] as const]
        : [],
    ),
  );
  return [...moments.values()]
    .toSorted((a, b) => a.locator.startS - b.locator.startS)
    .slice(0, MOST)
    .map(({ source_id, locator: { startS, endS, quote } }) => ({
      type: 'clip',
      attrs: {
        _id: crypto.randomUUID(),
        parentId,
        createdAt: now.toISOString(),
        createdBy: by,
        source_id,
        start: startS,
        end: endS,
        clip_text: quote,
        clip_type: 'ghost',
      },
    }));
}

/** Suggests them below the block; undefined if no citation can become a clip. */
export function useSuggestClips(
  { editor, node }: ReactNodeViewProps,
  citations: readonly Citation[],
): (() => void) | undefined {
  const { assistant, readOnly } = useEditorHost();
  const id: unknown = node.attrs['_id'];
  if (
    readOnly ||
    typeof id !== 'string' ||
    !assistant ||
    !citations.some((it) => it.locator.medium === 'timed')
  )
    return undefined;
  return () => {
    const known = new Set<string>();
    editor.state.doc.descendants((it) => {
      if (it.type.name === 'clip') {
        const { source_id, start } = clip.read(it.attrs);
        known.add(`${source_id} ${start}`);
      }
    });
    const ghosts = suggestedClips(citations, {
      parentId: id,
      by: assistant.me,
      now: new Date(),
      has: (sourceId, startS) => known.has(`${sourceId} ${startS}`),
    });
    for (const ghost of ghosts) insertAfter(editor, id, ghost);
    toast.success(texts.suggested(ghosts.length));
  };
}
