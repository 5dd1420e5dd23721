import { yDocToProsemirrorJSON } from '@tiptap/y-tiptap';
import { expect, it } from 'vitest';
import { Doc, XmlElement, XmlText } from 'yjs';
import { docText, schemaViolation } from '#core/editor/document.ts';
import { liftPosts } from './shared-notes.ts';

const element = (name: string, ...held: (XmlElement | XmlText)[]): XmlElement => {
  const made = new XmlElement(name);
  made.insert(0, held);
  return made;
};

it('keeps the text of a post inside another post, and the outer post', () => {
  const document = new Doc();
  const inner = element('blog', element('paragraph', new XmlText('inner')));
  document
    .getXmlFragment('default')
    .insert(0, [
      element('paragraph', new XmlText('before')),
      element('blog', element('paragraph', new XmlText('outer')), element('callout', inner)),
    ]);
  liftPosts(document.getXmlFragment('default'));
  const doc = yDocToProsemirrorJSON(document, 'default');
  expect(schemaViolation(doc)).toBeUndefined();
  expect([docText(doc as never), JSON.stringify(doc).match(/"blog"/g)?.length]).toEqual([
    'before\nouter\ninner',
    1,
  ]);
});
