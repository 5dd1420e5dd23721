/** Images that are pasted or dropped into the notes. */
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { insertPoint } from '@tiptap/pm/transform';
import { insertImages, type NewImage } from './insert-images.ts';
import { isImage } from './readable-image.ts';
import type { Uploads } from './uploads.ts';

const picturesIn = (data: DataTransfer | null): NewImage[] =>
  [...(data?.files ?? [])].filter(isImage).map((file) => ({ file, name: file.name || 'picture' }));

/** An image next to HTML or a table is not what was copied. */
const isMore = (html: string): boolean =>
  html !== '' && new DOMParser().parseFromString(html, 'text/html').body.textContent.trim() !== '';

export const imageFiles = (uploads: Uploads) =>
  Extension.create({
    name: 'imageFiles',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            handlePaste(_, event) {
              const pictures = picturesIn(event.clipboardData);
              if (pictures.length === 0 || isMore(event.clipboardData?.getData('text/html') ?? ''))
                return false;
              void insertImages(editor, uploads, pictures);
              return true;
            },
            handleDrop(view, event, _, moved) {
              const pictures = moved ? [] : picturesIn(event.dataTransfer);
              const type = view.state.schema.nodes['image'];
              if (pictures.length === 0 || !type) return false;
              const at =
                view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ??
                view.state.doc.content.size;
              void insertImages(
                editor,
                uploads,
                pictures,
                insertPoint(view.state.doc, at, type) ?? view.state.doc.content.size,
              );
              return true;
            },
          },
        }),
      ];
    },
  });
