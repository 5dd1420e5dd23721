import type { ReactNodeViewProps } from '@tiptap/react';
import { toast } from '#ui/kit/toast.ts';
import { removeBlockAt } from '../block-edits.ts';
import { answerTexts } from '../texts/answers.ts';
import { clipAlerts } from '../texts/clip-alerts.ts';

type View = Pick<ReactNodeViewProps, 'editor' | 'getPos'>;

/** Deletes the block and shows a message with undo. */
export function deleteBlock({ editor, getPos }: View, message: string = answerTexts.deleted): void {
  const position = getPos();
  const undo = position === undefined ? undefined : removeBlockAt(editor, position);
  if (undo) toast.success(message, { action: { label: clipAlerts.undo, onClick: undo } });
}

/** Deletes a clip, which also disappears from its source. */
export const deleteClip = (view: View): void => deleteBlock(view, clipAlerts.clipDeleted);
