import { positionOf, type Locator, type Medium } from '../../../contract/locator.ts';
import { defineBlock } from '../../block.ts';
import { anchorMark, choice, number, sourceId, text } from '../../fields.ts';
import {
  escapeMarkdown,
  LOCATOR_LINK,
  parseLocatorQuery,
  spanLabel,
  unescapeMarkdown,
  writeLocatorQuery,
} from '../../locator-link.ts';

function locatorOf(medium: Medium, place: number, quote: string): Locator {
  if (medium === 'timed') return { medium, startS: place, endS: place, quote };
  const ordinal = Math.max(1, Math.trunc(place));
  return medium === 'paged'
    ? { medium, page: ordinal, quote }
    : { medium, paragraph: ordinal, quote, prefix: '', suffix: '' };
}

/** An inline chip: a second, a page or a paragraph of a source. */
export const place = defineBlock({
  name: 'place',
  inline: true,
  attributes: {
    source_id: sourceId(),
    medium: choice(['timed', 'paged', 'flow'], 'timed'),
    place: number(0, 10_000_000, 0),
    label: text(200),
    quote: text(4000),
    anchor: anchorMark(),
  },
  normalise: (it) => (it.label ? it : { ...it, label: spanLabel(it.medium, it.place) }),
  text: (it) => it.label,
  locators: (it) => [
    {
      sourceId: it.source_id,
      locator: locatorOf(it.medium, it.place, it.quote),
      anchor: it.anchor,
    },
  ],
  relocate: (it, _n, { locator, anchor }) => {
    if (!locator) return { anchor };
    const place = locator.medium === 'timed' ? locator.startS : positionOf(locator);
    // Keeps a label that a person wrote.
    return {
      place,
      anchor,
      ...(it.label === spanLabel(it.medium, it.place)
        ? { label: spanLabel(it.medium, place) }
        : {}),
    };
  },
  html: (it) => [it.label],
  post: (it, { link }, [at]) => link(at, it.label, { className: 'moment', title: it.quote }),
  markdown: {
    tokenizer: {
      name: 'place',
      level: 'inline',
      start: (src) => src.search(/(?<!\\)\[(?:\\.|[^[\]\\\n])*\]\(\?source=/),
      tokenize(src) {
        const [raw, label, query, quote] = LOCATOR_LINK.exec(src) ?? [];
        return raw === undefined ? undefined : { type: 'place', raw, label, query, quote };
      },
    },
    parse: (token) => {
      const [label, query, quote] = [token['label'], token['query'], token['quote']].map((part) =>
        typeof part === 'string' ? part : '',
      );
      const at = parseLocatorQuery(query ?? '');
      return at
        ? {
            source_id: at.sourceId,
            medium: at.medium,
            place: at.position,
            label: unescapeMarkdown(label ?? ''),
            quote: unescapeMarkdown(quote ?? ''),
          }
        : {};
    },
    render: (it) => {
      const quote = it.quote ? ` "${escapeMarkdown(it.quote.replaceAll('\n', ' '))}"` : '';
      return `[${escapeMarkdown(it.label)}](${writeLocatorQuery({ sourceId: it.source_id, medium: it.medium, position: it.place })}${quote})`;
    },
  },
  example: {
    source_id: '0198c0de-0000-7000-8000-0000000000a1',
    medium: 'timed',
    place: 83,
    label: '01:23',
    quote: 'A gloss is a "note" in the [margin].',
  },
});
