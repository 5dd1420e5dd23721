import { expect, it } from 'vitest';
import { extensionOf, FileType, fileTypeOf } from './contract/file.ts';
import {
  beginsAs,
  extensionsOf,
  KIND_NAMES,
  kindDescriptor,
  kindOfFile,
  kindOfFileName,
  kindOfFileType,
  SIGNATURE_BYTES,
  SOURCE_FILES,
  UPLOADED_KINDS,
} from './kinds.ts';

it.each(KIND_NAMES)('%s has a readable name', (name) => {
  const { label, empty } = kindDescriptor(name);
  for (const text of [label, empty.title, empty.text]) expect(text.trim()).not.toBe('');
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

it.each(UPLOADED_KINDS)('recognises $file.type by its type, name and first bytes', (kind) => {
  const { file } = kind;
  expect(file.extension).toMatch(/^[a-z0-9]+$/);
  expect(kindOfFileType(file.type)).toBe(kind);
  const head = bytesOf(`\n${file.signature ?? 'words'} and more`);
  for (const extension of extensionsOf(file)) {
    expect(kindOfFileName(`A paper.${extension.toUpperCase()}`)).toBe(kind);
    expect(kindOfFile(`a.${extension}`, head)).toBe(kind);
    expect(fileTypeOf(`a.${extension}`)).toBe(file.type);
  }
  expect(beginsAs(file, Uint8Array.from([1, 0, 2, 0, 0, 0, 7]))).toBe(false);
  expect(beginsAs(file, new Uint8Array(SIGNATURE_BYTES))).toBe(false);
});

it('has no type or name twice', () => {
  for (const of of ['type', 'extension'] as const)
    expect(new Set(SOURCE_FILES.map((it) => it[of])).size).toBe(SOURCE_FILES.length);
  const extensions = SOURCE_FILES.flatMap(extensionsOf);
  expect(new Set(extensions).size).toBe(extensions.length);
});

it('recognises a file with the wrong extension by its first bytes', () => {
  const pdf = kindOfFileType('application/pdf');
  expect(kindOfFile('scan', bytesOf('%PDF-1.7'))).toBe(pdf);
  expect(kindOfFile('scan.txt', bytesOf('%PDF-1.7'))).toBe(pdf);
  expect(kindOfFile('about.txt', bytesOf('A PDF begins with %PDF-.'))?.file.type).toBe(
    'text/plain',
  );
  expect(kindOfFile('words', bytesOf('words'))).toBeUndefined();
  expect(kindOfFile('picture.png', bytesOf('words'))).toBeUndefined();
});

it('maps every type to an extension and back', () => {
  for (const type of FileType.options) expect(fileTypeOf(`a.${extensionOf(type)}`)).toBe(type);
  expect(kindOfFileName('picture.png')).toBeUndefined();
  expect(fileTypeOf('photo.JPEG')).toBe('image/jpeg');
});
