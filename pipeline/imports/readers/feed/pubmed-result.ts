/**
 * Search results of PubMed as its E-utilities return them: `<eSearchResult>` with the numbers of the
 * articles.
 */
import type { ImportInput } from '../contract.ts';
import { lineCounter, scanMarkup } from '../markup/scan.ts';
import { Reading } from '../reading.ts';

export const isPubmedResult = ({ root }: ImportInput): boolean => root === 'esearchresult';

export function readPubmedResult({ text }: ImportInput): Reading {
  const reading = new Reading();
  const lineOf = lineCounter(text);
  let id: { at: number; text: string } | undefined;
  const end = () => {
    if (id && /^\s*\d{1,12}\s*$/.test(id.text))
      reading.add({
        line: lineOf(id.at),
        url: `https://pubmed.ncbi.nlm.nih.gov/${id.text.trim()}/`,
      });
    id = undefined;
  };
  scanMarkup(
    text,
    { xml: true },
    {
      open(tag, _attributes, at) {
        if (tag === 'id') id = { at, text: '' };
      },
      close(tag) {
        if (tag === 'id') end();
      },
      text(more) {
        if (id) id.text += more;
      },
      cut: () => undefined,
    },
  );
  return reading;
}
