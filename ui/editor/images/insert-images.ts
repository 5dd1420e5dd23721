import type { Editor } from '@tiptap/core';
import { image } from '#core/editor/blocks/image/block.ts';
import { insertBlocks } from '#core/editor/insert-blocks.ts';
import { toast } from '#ui/kit/toast.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { positionOf } from '../block-position.ts';
import { isImage, readableImage } from './readable-image.ts';
import type { Uploads } from './uploads.ts';

const texts = textBlockTexts.image;

export interface NewImage {
  file: Blob;
  name: string;
  alt?: string;
  source_id?: string;
  sec?: number;
}

/** Inserts images at the cursor or at `position`, and uploads them. Returns how many. */
export async function insertImages(
  editor: Editor,
  uploads: Uploads,
  images: readonly NewImage[],
  position?: number,
): Promise<number> {
  const drawn = await Promise.all(
    images.map(async (it) => ({ ...it, blob: await readableImage(it.file) })),
  );
  const fresh = drawn.flatMap(({ blob, ...it }) =>
    blob ? [{ ...it, blob, id: crypto.randomUUID() }] : [],
  );
  if (fresh.length < images.length)
    toast.error(images.every(({ file }) => isImage(file)) ? texts.unreadable : texts.notImage);
  if (fresh.length === 0 || editor.isDestroyed) return 0;
  const nodes = fresh.map(({ id, name, alt = '', source_id = '', sec = 0 }) => ({
    type: image.name,
    attrs: image.clean({
      _id: id,
      file: name,
      alt,
      source_id,
      sec,
      createdAt: new Date().toISOString(),
    }),
  }));
  for (const { id, name, blob } of fresh) uploads.add(id, { name, blob });
  if (position === undefined) insertBlocks(editor, nodes);
  else editor.commands.insertContentAt(position, nodes);
  return fresh.length;
}

/**
 * Stores the key of an uploaded image in its block, without an undo step. Returns `false` if the
 * block is missing.
 */
export function saveImageKey(editor: Editor, id: string, fileKey: string, file: string): boolean {
  if (editor.isDestroyed) return false;
  const { doc, tr } = editor.state;
  const position = positionOf(doc, id);
  const node = position === undefined ? null : doc.nodeAt(position);
  if (position === undefined || node?.type.name !== image.name) return false;
  editor.view.dispatch(
    tr
      .setNodeMarkup(
        position,
        undefined,
        image.clean({ ...node.attrs, file_key: fileKey, uploaded: true, file }),
      )
      .setMeta('addToHistory', false),
  );
  toast.success(texts.uploaded);
  return true;
}

/** Opens the file picker for images. */
export function pickImages(onPicked: (images: NewImage[]) => void): void {
  const field = document.createElement('input');
  Object.assign(field, { type: 'file', accept: 'image/*', multiple: true });
  field.addEventListener('change', () =>
    onPicked([...(field.files ?? [])].map((file) => ({ file, name: file.name }))),
  );
  field.click();
}
