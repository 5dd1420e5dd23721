import { Fault } from '#core/contract/faults.ts';
import type { Extracted, ExtractInput, Extractor } from '#pipeline/sources/contract.ts';
import { documentSnapshot } from '#pipeline/sources/document-snapshot.ts';
import { withZippedFiles, type ZippedFiles } from '#pipeline/sources/zipped-files.ts';
import { PART } from '../part.ts';
import { readDocx } from './docx.ts';
import { readOdt } from './odt.ts';
import { damaged, type OfficeText } from './office-text.ts';
import { readPptx } from './pptx.ts';

/** Detects the format from the contents, because file extensions may be wrong. */
function readDocument(files: ZippedFiles): Promise<OfficeText> {
  if (files.has('word/document.xml')) return readDocx(files);
  if (files.has('ppt/presentation.xml')) return readPptx(files);
  if (files.has('content.xml')) return readOdt(files);
  throw damaged('it holds no text that Gloss can read');
}

async function extractDocument(input: ExtractInput): Promise<Extracted> {
  const bytes = input.part(PART);
  if (bytes === undefined) throw new Fault('internal', { message: 'The document was not kept.' });
  const text = await withZippedFiles(bytes, damaged, readDocument);
  return documentSnapshot(text, input);
}

export const officeExtractor: Extractor = { name: 'office', extract: extractDocument };
