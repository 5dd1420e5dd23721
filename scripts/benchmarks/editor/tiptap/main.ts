/**
 * Tiptap with only its StarterKit, for the content passed to `openTiptap`, or for the shared document
 * named in the URL hash.
 */
import { Editor, type JSONContent } from '@tiptap/core';
import Collaboration from '@tiptap/extension-collaboration';
import StarterKit from '@tiptap/starter-kit';
import { HocuspocusProvider } from '@hocuspocus/provider';
import { Doc } from 'yjs';

declare global {
  var openTiptap: (content: JSONContent) => void;
  /** ms from the navigation until the shared document was painted */
  var tiptapOpenMs: number | undefined;
}

globalThis.openTiptap = (content) => {
  const element = document.querySelector('main');
  new Editor({ element, extensions: [StarterKit], content });
};

const asked = new URLSearchParams(location.hash.slice(1));
const [url, name] = [asked.get('url'), asked.get('name')];
if (url !== null && name !== null) {
  const shared = new Doc();
  const provider = new HocuspocusProvider({
    url,
    name,
    document: shared,
    onSynced: () =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          globalThis.tiptapOpenMs ??= performance.now();
        };
        port2.postMessage(null);
      }),
  });
  new Editor({
    element: document.querySelector('main'),
    extensions: [
      StarterKit.configure({ undoRedo: false }),
      Collaboration.configure({ document: shared, provider }),
    ],
  });
}
