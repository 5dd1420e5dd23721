import { Fault } from '#core/contract/faults.ts';
import { KINDS } from '#core/kinds.ts';
import type { Extracted, ExtractInput, Extractor } from '#pipeline/sources/contract.ts';
import { documentSnapshot } from '#pipeline/sources/document-snapshot.ts';
import { PART } from '../part.ts';
import { markdownHtml } from './bounded-markdown.ts';
import { decodeText } from './decode-text.ts';
import { splitFrontMatter } from './front-matter.ts';
import { plainHtml } from './plain-html.ts';

const [MARKDOWN] = KINDS.textfile.files;

async function extractText(input: ExtractInput): Promise<Extracted> {
  const bytes = input.part(PART);
  if (bytes === undefined) throw new Fault('internal', { message: 'The text was not kept.' });
  const text = decodeText(bytes);
  if (input.notes['type'] !== MARKDOWN.type)
    return documentSnapshot({ html: plainHtml(text), origin: 'text file' }, input);
  const { text: markdown, ...facts } = splitFrontMatter(text);
  return documentSnapshot(
    { html: markdownHtml(markdown), origin: 'Markdown file', ...facts },
    input,
  );
}

export const textExtractor: Extractor = { name: 'textfile', extract: extractText };
