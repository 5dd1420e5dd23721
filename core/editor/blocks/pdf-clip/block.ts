import { defineBlock } from '../../block.ts';
import { anchorMark, color, flag, list, sourceId, text } from '../../fields.ts';
import { quoteTokenizer, readQuote, spanLabel, writeQuote } from '../../locator-link.ts';
import { quotation } from '../../post-rendering.ts';
import { fromHighlightAreas, toHighlightAreas } from './areas.ts';
import { HighlightArea } from './highlight-area.ts';

const pageOf = (areas: readonly HighlightArea[]): number => (areas[0]?.pageIndex ?? 0) + 1;

/** A clip of a PDF: its text and its position on the page. */
export const pdfClip = defineBlock({
  name: 'pdf-clip',
  attributes: {
    source_id: sourceId(),
    text: text(20_000),
    highlightAreas: list(HighlightArea, 200),
    color: color(),
    underline: flag(false),
    anchor: anchorMark(),
  },
  text: (it) => it.text,
  locators: (it) => {
    const areas = fromHighlightAreas(it.highlightAreas);
    const { page, rects } = areas[0] ?? { page: 1, rects: [] };
    return [
      {
        sourceId: it.source_id,
        locator: { medium: 'paged', page, rects: [...rects], quote: it.text },
        areas,
        anchor: it.anchor,
      },
    ];
  },
  relocate: (it, _n, { areas = [], anchor }) => {
    const found = toHighlightAreas(areas);
    return { highlightAreas: found.length > 0 ? found : it.highlightAreas, anchor };
  },
  html: (it) => [
    ['blockquote', it.text],
    ['figcaption', spanLabel('paged', pageOf(it.highlightAreas))],
  ],
  post: (it, context, [at]) => quotation({ className: 'clip', text: it.text, at }, context),
  markdown: {
    tokenizer: quoteTokenizer('pdf-clip'),
    parse: (token) => {
      const quote = readQuote(token);
      if (!quote) return {};
      return {
        source_id: quote.at.sourceId,
        text: quote.text,
        highlightAreas: [
          { pageIndex: quote.at.position - 1, left: 0, top: 0, width: 0, height: 0 },
        ],
      };
    },
    render: (it) => {
      const page = pageOf(it.highlightAreas);
      return writeQuote('pdf-clip', {
        text: it.text,
        label: spanLabel('paged', page),
        at: { sourceId: it.source_id, medium: 'paged', position: page },
      });
    },
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000002',
    source_id: '0198c0de-0000-7000-8000-0000000000a2',
    text: 'The margin is where reading turns into writing.',
    underline: true,
    highlightAreas: [
      { pageIndex: 3, left: 12.5, top: 40, width: 60, height: 2.2 },
      { pageIndex: 3, left: 12.5, top: 43, width: 20, height: 2.2 },
    ],
  },
});
