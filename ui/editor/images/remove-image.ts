import type { Editor } from '@tiptap/core';
import { toast } from '#ui/kit/toast.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { removeBlock } from '../block-edits.ts';
import { deleteFile } from './file-calls.ts';
import type { Uploads } from './uploads.ts';

const texts = textBlockTexts.image;
/** As long as it can be taken back, and a little more. */
const TAKEN_BACK_MS = 8000;

/** Away with a picture, and with its file once that can no longer be taken back. */
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

/** A copy of it shows the same file, and it may have been brought back by undoing. */
function isUsed(editor: Editor, id: string, fileKey: string): boolean {
  let used = false;
  editor.state.doc.descendants(({ attrs }) => {
    used ||= attrs['_id'] === id || (fileKey !== '' && attrs['file_key'] === fileKey);
    return !used;
  });
  return used;
}
