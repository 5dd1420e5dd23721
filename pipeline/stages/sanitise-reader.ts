/**
 * Sanitises the Reader view with allow lists for text, images, tables, lists and formulas. No
 * allowed element contains raw text or leaves MathML, so a browser parses the output as serialised
 * here.
 */
import { fromHtml } from 'hast-util-from-html';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { safeAddress, safeSet } from './safe-address.ts';

type Root = ReturnType<typeof fromHtml>;
type Element = Extract<Root['children'][number], { type: 'element' }>;
type ElementContent = Element['children'][number];

const words = (list: string): string[] => list.trim().split(/\s+/);

const HTML = words(`
  a abbr acronym address article aside audio b bdi bdo big blockquote br caption center cite code col
  colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6
  header hgroup hr i img ins kbd label legend li main mark menu meter nav nobr ol p picture pre
  progress q rp rt ruby s samp search section small source span strike strong sub summary sup table
  tbody td tfoot th thead time tr track tt u ul var video wbr
`);
const MATH = words(`
  math menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom
  mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder
  munderover
`);
const MATH_ATTRIBUTES = words(`
  accent accentunder bevelled close columnalign columnlines columnspacing columnspan denomalign depth
  display displaystyle fence frame height largeop linethickness lquote lspace mathsize mathvariant
  maxsize minsize movablelimits notation numalign open rowalign rowlines rowSpan rowspacing rquote
  rspace scriptlevel scriptminsize scriptsizemultiplier separator separators stretchy subscriptshift
  supscriptshift symmetric voffset width
`);
const CELL = words('abbr align colSpan headers height noWrap rowSpan scope vAlign width');
const SIZE = words('height width');
const MEDIA = words('controls loop muted playsInline preload src');

const SCHEMA: Schema = {
  tagNames: [...HTML, ...MATH],
  // Removed with their content.
  strip: words(
    'annotation annotation-xml head iframe noembed noframes noscript plaintext script style svg template title xmp',
  ),
  attributes: {
    '*': [
      ...words(`
        align ariaDescribedBy ariaHidden ariaLabel ariaLabelledBy ariaLevel clear dir hidden id lang
        role title translate
      `),
      ['dataP', /^\d{1,7}$/],
    ],
    a: words('href hrefLang name'),
    audio: MEDIA,
    blockquote: ['cite'],
    col: [...SIZE, 'span'],
    colgroup: [...SIZE, 'span'],
    data: ['value'],
    del: words('cite dateTime'),
    details: ['open'],
    font: ['size'],
    hr: [...SIZE, 'size'],
    img: [...SIZE, ...words('alt border decoding loading sizes src srcSet')],
    ins: words('cite dateTime'),
    li: ['value'],
    meter: words('high low max min optimum value'),
    ol: words('reversed start type'),
    progress: words('max value'),
    q: ['cite'],
    source: [...SIZE, ...words('media sizes src srcSet type')],
    table: [...SIZE, ...words('border cellPadding cellSpacing summary')],
    td: CELL,
    th: CELL,
    time: ['dateTime'],
    track: words('default kind label src srcLang'),
    ul: ['type'],
    video: [...SIZE, ...MEDIA, 'poster'],
    ...Object.fromEntries(MATH.map((name) => [name, MATH_ATTRIBUTES])),
  },
  ancestors: {},
  clobber: [],
  protocols: {},
  required: {},
};
const MATH_TAGS: ReadonlySet<string> = new Set(MATH);
const ADDRESSES = ['href', 'src', 'poster', 'cite'] as const;

function makeSafe({ tagName, properties }: Element, baseUrl: string): void {
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) delete properties[name];
    else properties[name] = value;
  };
  for (const name of ADDRESSES)
    if (name in properties)
      set(name, safeAddress(tagName, String(properties[name]), { baseUrl, mayLoad: true }));
  if ('srcSet' in properties) set('srcSet', safeSet(String(properties['srcSet']), baseUrl));
  const { href } = properties;
  if (typeof href !== 'string' || href.startsWith('#')) return;
  properties['rel'] = ['noopener', 'noreferrer', 'nofollow'];
  properties['target'] = '_blank';
}

/** Keeps only MathML within MathML, and no parts of MathML outside. */
function tidied(
  nodes: readonly ElementContent[],
  baseUrl: string,
  inMath: boolean,
): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node];
    const isMath = node.tagName === 'math';
    const children = tidied(node.children, baseUrl, inMath || isMath);
    const belongs = isMath ? !inMath : MATH_TAGS.has(node.tagName) === inMath;
    if (!belongs) return children;
    makeSafe(node, baseUrl);
    return [{ ...node, children }];
  });
}

/**
 * Sanitises the HTML of a Reader view. Addresses become absolute to `baseUrl`. Returns a fragment and
 * preserves `data-p`.
 */
export function sanitiseReader(html: string, baseUrl: string): string {
  const safe = sanitize(fromHtml(html, { fragment: true }), SCHEMA) as Root | ElementContent;
  const nodes = safe.type === 'root' ? (safe.children as ElementContent[]) : [safe];
  return toHtml(
    { type: 'root', children: tidied(nodes, baseUrl, false) },
    { characterReferences: { useNamedReferences: true } },
  );
}
