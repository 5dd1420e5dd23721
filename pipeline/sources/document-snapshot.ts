/** Creates the snapshot of a document that its kind has converted to HTML, for the medium `flow`. */
import { Fault } from '#core/contract/faults.ts';
import type { Extracted, ExtractInput } from './contract.ts';
import { detectLanguage } from './detect-language.ts';
import { markSegments } from './flow-segments.ts';
import { parsePage, tidy } from './html-document.ts';
import { defined, languageTag } from './source-facts.ts';

/** Elements that aren't text, or need the network. */
const DROPPED =
  'script,style,link,meta,title,template,svg,img,picture,audio,video,object,embed,iframe,form,input';

interface DocumentText {
  html: string;
  /** for example `Markdown file` */
  origin: string;
  title?: string | undefined;
  author?: string | undefined;
  publishedAt?: string | undefined;
  language?: string | undefined;
}

/** Faults: `no_text`. */
export async function documentSnapshot(
  { html, origin, title, language, ...facts }: DocumentText,
  { facts: known, notes }: Pick<ExtractInput, 'facts' | 'notes'>,
): Promise<Extracted> {
  const { body } = parsePage(`<html><body>${html}</body></html>`);
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const link of body.querySelectorAll('a'))
    if (!/^https?:/i.test(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes);
  const content = body.ownerDocument.createElement('div');
  for (const node of [...body.childNodes]) content.append(node);
  body.append(content);
  const segments = markSegments(content);
  if (segments.length === 0)
    throw new Fault('no_text', { message: 'This file has no text. Add another file.' });
  const written = title ?? tidy(content.querySelector('h1')?.textContent ?? '');
  return {
    snapshot: {
      medium: 'flow',
      title: (notes['named'] === 'person' ? '' : written) || known.title,
      language:
        languageTag(language) ??
        (await detectLanguage(segments.map(({ text }) => text).join('\n'))),
      origin,
      segments,
      readerHtml: content.innerHTML,
      ...defined(facts),
    },
    images: {},
  };
}
