/** Tiptap with its StarterKit and nothing else, over content that the page is given. */
import { Editor, type JSONContent } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

declare global { var openPeer: (content: JSONContent) => void }

globalThis.openPeer = (content) => {
  const element = document.querySelector('main');
  new Editor({ element, extensions: [StarterKit], content });
};
