import { defineBlock } from '../../block.ts';
import { anchorMark, color, flag, integer, sourceId, text } from '../../fields.ts';
import { quoteTokenizer, readQuote, spanLabel, writeQuote } from '../../locator-link.ts';
import { quotation } from '../../post-rendering.ts';

/**
 * A clip of a web page: its paragraph (from 1), its occurrence in the paragraph (from 0), and the
 * text around it.
 */
export const webClip = defineBlock({
  name: 'web-clip',
  attributes: {
    source_id: sourceId(),
    text: text(20_000),
    occurrence: integer(0, 100_000, 0),
    paragraph: integer(1, 1_000_000, 1),
    prefix: text(200),
    suffix: text(200),
    color: color(),
    underline: flag(false),
    anchor: anchorMark(),
  },
  text: (it) => it.text,
  locators: (it) => [
    {
      sourceId: it.source_id,
      locator: {
        medium: 'flow',
        paragraph: it.paragraph,
        quote: it.text,
        prefix: it.prefix,
        suffix: it.suffix,
      },
      occurrence: it.occurrence,
      anchor: it.anchor,
    },
  ],
  relocate: (_it, _n, { locator, occurrence, anchor }) => ({
    ...(locator?.medium === 'flow'
      ? {
          paragraph: locator.paragraph,
          prefix: locator.prefix,
          suffix: locator.suffix,
          occurrence: occurrence ?? 0,
        }
      : {}),
    anchor,
  }),
  html: (it) => [
    ['blockquote', it.text],
    ['figcaption', spanLabel('flow', it.paragraph)],
  ],
  post: (it, context, [at]) => quotation({ className: 'clip', text: it.text, at }, context),
  markdown: {
    tokenizer: quoteTokenizer('web-clip'),
    parse: (token) => {
      const quote = readQuote(token);
      return quote
        ? {
            source_id: quote.at.sourceId,
            text: quote.text,
            paragraph: quote.at.position,
            occurrence: quote.at.extra ?? 0,
          }
        : {};
    },
    render: (it) =>
      writeQuote('web-clip', {
        text: it.text,
        label: spanLabel('flow', it.paragraph),
        at: {
          sourceId: it.source_id,
          medium: 'flow',
          position: it.paragraph,
          extra: it.occurrence,
        },
      }),
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000003',
    source_id: '0198c0de-0000-7000-8000-0000000000a3',
    text: 'Marginalia are marks made in the margins of a book.',
    occurrence: 1,
    paragraph: 12,
    color: '#ffd356',
    anchor: { outcome: 'lost', version: 3 },
  },
});
