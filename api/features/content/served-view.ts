import {
  readPictures,
  readReaderView,
  type FileStore,
  type Library,
  type SourceRow,
} from '#pipeline/library/index.ts';
import { readerHeader, type HeaderFacts } from './reader-header.ts';
import { showPictures } from './reader-pictures.ts';
import type { Signer } from './signing.ts';
import { viewDocument, type ViewDocument } from './view-document.ts';

export interface ViewPorts {
  library: Library;
  files: FileStore;
  signer: Signer;
  /** HTML of a page with its original appearance */
  readWebView(source: SourceRow): Promise<string>;
  /** origin of the app, which may frame views, read files and put uploads */
  publicUrl: string;
}

/**
 * Returns a Reader view with its saved images in place, which makes no requests to third parties.
 * Faults: `not_ready`, `absent`.
 */
export async function readReader(
  ports: Pick<ViewPorts, 'library' | 'files' | 'signer'>,
  source: SourceRow,
): Promise<string> {
  const { library, files, signer } = ports;
  const html = await readReaderView(library, files, source);
  const pictures = await readPictures(library, source);
  return showPictures(html, (address) => {
    const picture = pictures.get(address);
    return picture && signer.url({ what: 'file', ...picture, name: 'picture' });
  });
}

function headerFacts({ title, url, canonicalUrl, facts }: SourceRow, signer: Signer): HeaderFacts {
  const isWeb = /^https?:/.test(canonicalUrl) && URL.canParse(canonicalUrl);
  return {
    title,
    author: facts.author,
    publishedAt: facts.publishedAt,
    ...(isWeb && {
      site: {
        name: facts.siteName ?? new URL(canonicalUrl).hostname.replace(/^www\./, ''),
        url: signer.currentSampleUrl(url),
      },
    }),
  };
}

/** Returns one view of a page to serve. Faults: `not_ready`, `absent`. */
export async function servedView(
  ports: ViewPorts,
  source: SourceRow,
  mode: 'reader' | 'web',
): Promise<ViewDocument> {
  const html = await (mode === 'reader' ? readReader(ports, source) : ports.readWebView(source));
  return viewDocument({
    html,
    mode,
    header: mode === 'reader' ? readerHeader(headerFacts(source, ports.signer), html) : '',
    title: source.title,
    language: source.facts.language ?? 'und',
    contentUrl: ports.signer.contentUrl,
    frameOrigin: ports.publicUrl,
  });
}
