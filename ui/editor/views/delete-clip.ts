import type { ReactNodeViewProps } from '@tiptap/react';
import { toast } from '#ui/kit/toast.ts';
import { clipAlerts } from '../texts/clip-alerts.ts';
import { removeBlock } from '../block-edits.ts';

/** Gone here and in its source, until it is taken back. */
export function deleteClip({ editor, node, deleteNode }: ReactNodeViewProps): void {
  const back =
    typeof node.attrs['_id'] === 'string' ? removeBlock(editor, node.attrs['_id']) : undefined;
  if (back)
    toast.success(clipAlerts.clipDeleted, { action: { label: clipAlerts.undo, onClick: back } });
  else deleteNode();
}
