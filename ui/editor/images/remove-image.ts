import type { Editor } from '@tiptap/core';
import { toast } from '#ui/kit/toast.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { removeBlock } from '../block-edits.ts';
import { deleteFile } from './file-requests.ts';
import type { Uploads } from './uploads.ts';

const texts = textBlockTexts.image;
/** The time for undo, and a little more. */
const TAKEN_BACK_MS = 8000;

/** Deletes an image, and its file once that can no longer be undone. */
export function removeImage(
  editor: Editor,
  id: string,
  fileKey: string,
  uploads: Uploads | undefined,
): void {
  const back = removeBlock(editor, id);
  if (!back) return;
  let isKept = false;
  toast.success(texts.deleted, {
    action: {
      label: texts.undo,
      onClick: () => {
        isKept = true;
        back();
      },
    },
  });
  setTimeout(() => {
    if (isKept || (!editor.isDestroyed && isUsed(editor, id, fileKey))) return;
    if (fileKey === '') uploads?.drop(id);
    else if (uploads)
      deleteFile(uploads.threadId, fileKey).catch(() => toast.error(texts.deleteFailed));
  }, TAKEN_BACK_MS);
}

/** A copy may show the same file, or the image may have been restored with undo. */
function isUsed(editor: Editor, id: string, fileKey: string): boolean {
  let used = false;
  editor.state.doc.descendants(({ attrs }) => {
    used ||= attrs['_id'] === id || (fileKey !== '' && attrs['file_key'] === fileKey);
    return !used;
  });
  return used;
}
