/** The last step before the text of a post is written as HTML: what is not on these lists is not there. */
import { sanitize, type Schema } from 'hast-util-sanitize';
import { MARK_COLORS } from '#core/editor/marked.ts';
import type { Root } from './tree.ts';

const MATH = ['math', 'semantics', 'mrow', 'mi', 'mo', 'mn', 'ms', 'mtext', 'mspace', 'msup', 'msub', 'msubsup', 'mfrac', 'msqrt', 'mroot', 'munder', 'mover', 'munderover', 'mtable', 'mtr', 'mtd', 'mstyle', 'mpadded', 'mphantom', 'menclose', 'mmultiscripts', 'mprescripts'];
const MATH_ATTRIBUTES = ['accent', 'columnAlign', 'columnLines', 'columnSpacing', 'display', 'displayStyle', 'fence', 'lineThickness', 'linethickness', 'lspace', 'mathVariant', 'mathvariant', 'maxsize', 'minsize', 'movablelimits', 'notation', 'rowLines', 'rowSpacing', 'rspace', 'scriptLevel', 'separator', 'stretchy', 'symmetric', 'width', 'height', 'depth', 'voffset'];

const SCHEMA: Schema = {
  tagNames: [
    'a', 'aside', 'blockquote', 'br', 'cite', 'code', 'dd', 'del', 'details', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'h2', 'h3', 'h4', 'hr', 'img', 'li', 'mark', 'ol', 'p', 'pre', 's', 'section',
    'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul', ...MATH,
  ],
  attributes: {
    '*': [['className', /^[a-z][\w-]*$/], ['id', /^s-[\p{L}\p{N}-]+$/u], ['lang', /^[a-zA-Z-]{2,20}$/]],
    a: ['href', 'title', ['rel', 'noopener', 'nofollow'], ['dataVideo', /^[\w-]{1,20}$/], ['dataStart', /^\d+$/]],
    img: ['src', 'alt', 'width', 'height', ['loading', 'lazy'], ['decoding', 'async']],
    mark: [['dataColor', ...MARK_COLORS]], details: ['open'], ol: ['start'], td: ['colSpan', 'rowSpan'], th: ['colSpan', 'rowSpan', ['scope', 'col']], section: [['dataAnswer', /^\d+$/], 'ariaLabel'], pre: [['tabIndex', 0]], div: [['tabIndex', 0], ['role', 'region'], 'ariaLabel'],
    ...Object.fromEntries(MATH.map((name) => [name, MATH_ATTRIBUTES])),
  },
  protocols: { href: ['http', 'https', 'mailto'], src: [] },
  strip: ['script', 'style'], clobber: [], required: {},
};

export const sanitised = (tree: Root): Root => sanitize(tree, SCHEMA) as Root;
