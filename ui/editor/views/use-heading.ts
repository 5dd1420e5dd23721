/**
 * Generates the heading of a clip: in the window that created it or, failing that, in one window of
 * any editor of the notes.
 */
import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { pause } from '#ui/client/pause.ts';
import { WINDOW_ID } from '#ui/kit/window-id.ts';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { fillBlock } from '../ask-ai/insert-after.ts';
import { positionOf } from '../block-position.ts';
import { useEditorHost } from '../editor-host.ts';

type Clip = ReturnType<typeof clip.read>;

/** Time after which the window that created the clip is done or gone. */
const OTHERS_MS = 8000;
/** Time after which one of several other windows remains. */
const SETTLED_MS = 1500;

/** Whether a heading is being generated. */
export function useHeading(editor: Editor, it: Clip, editing: boolean): boolean {
  const { readOnly, assistant } = useEditorHost();
  const { _id: id, clip_text: words } = it;
  const title = assistant?.title;
  const isWanted =
    !readOnly &&
    !editing &&
    id !== null &&
    it.clip_heading === '' &&
    it.clip_type === 'manual' &&
    assistant !== undefined;
  const isOwn = it.createdBy === assistant?.me;
  useEffect(() => {
    if (!isWanted || !title) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const read = (): Clip | undefined => {
      const position = editor.isDestroyed ? undefined : positionOf(editor.state.doc, id);
      const node = position === undefined ? null : editor.state.doc.nodeAt(position);
      return node ? clip.read(node.attrs) : undefined;
    };
    const isNameless = (attrs: Readonly<Record<string, unknown>>) => attrs['clip_heading'] === '';
    const isTaken = () => read()?.generatingBy === WINDOW_ID;
    const name = async () => {
      if (signal.aborted || !isTaken() || read()?.clip_heading !== '') return;
      const heading =
        words.trim() === ''
          ? ''
          : await title(words).catch((error: unknown) => {
              console.warn('A clip got no heading.', error);
              return '';
            });
      if (!signal.aborted)
        fillBlock(editor, id, isNameless, {
          clip_heading: heading.trim() || texts.untitled,
          generatingBy: null,
        });
    };
    const takeAndName = async () => {
      await idle();
      if (signal.aborted) return;
      fillBlock(editor, id, isNameless, { generatingBy: WINDOW_ID });
      await pause(SETTLED_MS, signal);
      await name();
    };
    void alone(`gloss-heading-${id}`, signal, async () => {
      if (isTaken()) return name();
      // The author's windows come first; among other editors, chance decides.
      await pause(isOwn ? OTHERS_MS : OTHERS_MS * (1.5 + chance()), signal);
      // Notes can have many such clips, which get their headings one after another.
      return alone('gloss-headings', signal, takeAndName);
    });
    return () => stop.abort();
  }, [editor, id, title, isWanted, words, isOwn]);
  return isWanted;
}

/** From 0 to 1. */
const chance = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255;

/** Waits until the page is idle. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });

/**
 * Limits the work to one window of this browser at a time if locks are supported; closing a window
 * releases its lock.
 */
async function alone(name: string, signal: AbortSignal, job: () => Promise<void>): Promise<void> {
  // Only secure pages have locks.
  const locks = (navigator as Partial<Navigator>).locks;
  try {
    await (locks ? locks.request(name, { signal }, job) : job());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
