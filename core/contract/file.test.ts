import { expect, test } from 'vitest';
import { FileType, fileTypeOf } from './file.ts';

test.each([
  ['paper.pdf', 'application/pdf'],
  ['photo.JPG', 'image/jpeg'],
  ['photo.jpeg', 'image/jpeg'],
  ['scan.2024.png', 'image/png'],
  ['a.webp', 'image/webp'],
  ['moving.gif', 'image/gif'],
  ['png', 'application/pdf'],
  ['photo.png.exe', 'application/pdf'],
  ['', 'application/pdf'],
  // Properties that every object has.
  ['a.constructor', 'application/pdf'],
  ['a.__proto__', 'application/pdf'],
  ['a.tostring', 'application/pdf'],
])('%j is %s', (name, type) => expect(fileTypeOf(name)).toBe(type));

test.each(['image/svg+xml', 'text/javascript', 'IMAGE/PNG', ''])("%j can't be uploaded", (type) =>
  expect(FileType.safeParse(type).success).toBe(false),
);
