import { expect, it } from 'vitest';
import { extensionOf, FileType, fileTypeOf } from './contract/file.ts';
import {
  KIND_NAMES,
  kindDescriptor,
  kindOfFileName,
  kindOfFileType,
  kindOfSignature,
  SIGNATURE_BYTES,
  SOURCE_FILES,
  UPLOADED_KINDS,
} from './kinds.ts';

it.each(KIND_NAMES)('%s has words for people', (name) => {
  const { label, empty } = kindDescriptor(name);
  for (const text of [label, empty.title, empty.text]) expect(text.trim()).not.toBe('');
});

it.each(UPLOADED_KINDS)('tells a file of $name by its type, name and first bytes', (kind) => {
  const { file } = kind;
  expect(file.extension).toMatch(/^[a-z0-9]+$/);
  expect(file.signature.length).toBeLessThan(SIGNATURE_BYTES);
  expect(kindOfFileType(file.type)).toBe(kind);
  expect(kindOfFileName(`A paper.${file.extension.toUpperCase()}`)).toBe(kind);
  expect(kindOfSignature(`\n${file.signature} and more`)).toBe(kind);
  expect(fileTypeOf(`a.${file.extension}`)).toBe(file.type);
});

it('tells no two kinds by the same type or name', () => {
  for (const of of ['type', 'extension'] as const)
    expect(new Set(SOURCE_FILES.map((it) => it[of])).size).toBe(SOURCE_FILES.length);
});

it('knows an extension for every type, and the type again by it', () => {
  for (const type of FileType.options) expect(fileTypeOf(`a.${extensionOf(type)}`)).toBe(type);
  expect(kindOfFileName('picture.png')).toBeUndefined();
  expect(fileTypeOf('photo.JPEG')).toBe('image/jpeg');
});
