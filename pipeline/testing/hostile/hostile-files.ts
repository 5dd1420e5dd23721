/** Hostile robots.txt, Markdown and PDFs. */
import type { HostileKind, HostileText } from './hostile-document.ts';

const texts = (
  kind: HostileKind,
  contentType: string,
  ending: string,
  all: Record<string, () => string>,
): HostileText[] =>
  Object.entries(all).map(
    ([name, text]): HostileText => ({
      name: `${kind}-${name}`,
      kind,
      contentType,
      ending,
      text: text(),
    }),
  );

/** At most 512 kB of a robots.txt are read. */
const ROBOTS_CHARS = 500_000;
/** A line separator for JavaScript's `.`, but not for robots.txt. */
const LINE_SEPARATOR = '\u2028';

export const hostileRobots = (): HostileText[] =>
  texts('robots', 'text/plain', 'txt', {
    spaces: () => `Crawl-delay:${' '.repeat(ROBOTS_CHARS)}#${LINE_SEPARATOR}`,
    'spaces-before': () => `${' '.repeat(ROBOTS_CHARS)}x`,
    hashes: () => `Crawl-delay: ${'# '.repeat(ROBOTS_CHARS / 2)}${LINE_SEPARATOR}`,
    agents: () => Array.from({ length: 25_000 }, (_, n) => `User-agent: a${n}`).join('\n'),
    'agents-and-delays': () =>
      `${Array.from({ length: 12_000 }, (_, n) => `User-agent: a${n}`).join('\n')}\n${'Crawl-delay: 1\n'.repeat(12_000)}`,
    digits: () => `User-agent: *\nCrawl-delay: ${'1'.repeat(ROBOTS_CHARS)}x`,
    dashes: () => '-'.repeat(ROBOTS_CHARS),
    'blank-lines': () => '\r'.repeat(ROBOTS_CHARS),
  });

export const hostileMarkdown = (): HostileText[] =>
  texts('markdown', 'text/markdown', 'md', {
    brackets: () => '['.repeat(5_000),
    'brackets-pairs': () => '[a]('.repeat(20_000),
    quotes: () => '>'.repeat(5_000),
    'quotes-lines': () => '> > > > words\n'.repeat(10_000),
    emphasis: () => '*a **b '.repeat(20_000),
    underscores: () => '_'.repeat(50_000),
    backticks: () => Array.from({ length: 500 }, (_, n) => '`'.repeat(n)).join(' '),
    lists: () => Array.from({ length: 1_000 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n'),
    'table-pipes': () => `|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}\n`,
    'html-open': () => '<a '.repeat(50_000),
    'html-comments': () => '<!--'.repeat(50_000),
    'links-defined': () =>
      Array.from({ length: 5_000 }, (_, n) => `[a${n}]: <x\n[a${n}]`).join('\n'),
    entities: () => '&#x'.repeat(50_000),
    math: () => '$$a$'.repeat(40_000),
    spaces: () => `a${' '.repeat(300_000)}\n\tb`,
  });

const PDF_HEAD = '%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n';
const pdfWith = (objects: string): string =>
  `${PDF_HEAD}${objects}\ntrailer<</Root 1 0 R/Size 100>>\n`;
const ONE_PAGE =
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R';

/** Nested forms that each draw the next one ten times; nine levels practically never end. */
function endlessForms(): string {
  const again = '/F Do '.repeat(10);
  const forms = Array.from(
    { length: 9 },
    (_, n) =>
      `${n + 10} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${n + 11} 0 R>>>>/Length 60>>stream\n${again}\nendstream endobj`,
  );
  const page = `${ONE_PAGE}/Resources<</XObject<</F 10 0 R>>>>>>endobj\n4 0 obj<</Length 60>>stream\n${again}\nendstream endobj`;
  return pdfWith(
    `${page}\n${forms.join('\n')}\n19 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 2>>stream\nn \nendstream endobj`,
  );
}

export const hostilePdfs = (): HostileText[] =>
  texts('pdf', 'application/pdf', 'pdf', {
    'endless-forms': endlessForms,
    'nested-arrays': () => pdfWith(`2 0 obj${'['.repeat(100_000)}endobj`),
    'nested-dictionaries': () => pdfWith(`2 0 obj${'<</A'.repeat(60_000)}endobj`),
    'pages-in-a-ring': () =>
      pdfWith('2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>endobj'),
    'pages-many': () =>
      pdfWith(
        '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 2000000000>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj',
      ),
    'page-huge': () =>
      pdfWith(
        `${ONE_PAGE.replace('200 200', '1e9 1e9')}>>endobj\n4 0 obj<</Length 2>>stream\nn \nendstream endobj`,
      ),
    'drawing-nested': () =>
      pdfWith(
        `${ONE_PAGE}>>endobj\n4 0 obj<</Length 600000>>stream\n${'q '.repeat(300_000)}\nendstream endobj`,
      ),
    'strings-open': () => pdfWith(`2 0 obj${'('.repeat(300_000)}`),
    comments: () => `${PDF_HEAD}${'%\n'.repeat(200_000)}`,
    'cross-references': () =>
      `${PDF_HEAD}xref\n0 1000000\n${'0000000000 65535 f \n'.repeat(20_000)}trailer<</Root 1 0 R/Prev 10>>\nstartxref\n70\n%%EOF`,
  });
