import type { ImportFormat, ParsedImport } from '#core/contract/import.ts';
import { readImport } from '../readers/read-import.ts';

export const readText = (text: string, name = '', format: ImportFormat = 'auto'): ParsedImport =>
  readImport(new TextEncoder().encode(text), { name, format });
