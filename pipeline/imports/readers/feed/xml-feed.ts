/**
 * RSS 0.9–2.0, RSS 1.0 and Atom, told apart by nothing: an `item` or an `entry` is one, and each
 * field is known by its name wherever feeds put it.
 */
import { decodeHTMLStrict } from 'entities';
import { Fault } from '#core/contract/faults.ts';
import type { ImportInput } from '../contract.ts';
import { lineCounter, scanMarkup } from '../markup/scan.ts';
import { Reading } from '../reading.ts';
import { parseDate } from '../parse-date.ts';

/** Prefixes that feeds give to their own elements. */
const OWN_PREFIX = /^(?:atom\d*|rss|a10|rdf|dc|dcterms|feedburner|sioc):/;
const TEXTS: Record<string, keyof Texts> = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  id: 'guid',
  origlink: 'original',
  pubdate: 'published',
  date: 'published',
  published: 'published',
  issued: 'published',
  created: 'published',
  updated: 'updated',
  modified: 'updated',
  category: 'category',
  subject: 'category',
};
interface Texts {
  title?: string;
  link?: string;
  guid?: string;
  original?: string;
  published?: string;
  updated?: string;
  category?: string;
}

const MAX_DEPTH = 500;

interface Item {
  line: number;
  texts: Texts;
  tags: string[];
  links: Map<string, string>;
  enclosure?: string;
  guidIsAddress: boolean;
}

/** Titles are HTML within XML, whatever they say they are. */
const plainText = (html: string | undefined): string | undefined =>
  html === undefined
    ? undefined
    : decodeHTMLStrict(
        html.replace(
          /<\/?(?:a|b|i|u|p|br|em|strong|span|code|sub|sup|small|div|q|cite|mark)\b[^<>]*>/gi,
          '',
        ),
      );
const isAddress = (text: string | undefined): boolean => /^https?:\/\//i.test(text ?? '');

export function readXmlFeed(input: ImportInput): Reading {
  const lineOf = lineCounter(input.text);
  const reading = new Reading();
  const channel: Item = blank(1);
  let item: Item | undefined;
  /** names of the elements around */
  const around: string[] = [];
  let itemDepth = 0;
  /** the field that text goes to, and the depth of its element */
  let field: { name: keyof Texts; depth: number } | undefined;
  let text = '';
  let cutOff: { line: number; text: string } | undefined;

  const resolve = (address: string | undefined): string | undefined => {
    const given = address?.trim();
    if (!given) return undefined;
    const site = channel.links.get('alternate') ?? channel.texts.link;
    return isAddress(given)
      ? given
      : (URL.parse(given, isAddress(site) ? site : input.url)?.href ?? given);
  };
  const end = () => {
    if (item === undefined) return;
    const { texts, links } = item;
    const address = [
      texts.original,
      links.get('alternate'),
      texts.link,
      item.guidIsAddress && isAddress(texts.guid) ? texts.guid : undefined,
      item.enclosure,
      links.get('enclosure'),
      links.get('related'),
    ]
      .map((it) => it?.trim())
      .find((it) => it !== undefined && it !== '');
    reading.add({
      line: item.line,
      url: resolve(address),
      title: plainText(texts.title),
      addedAt: parseDate(texts.published) ?? parseDate(texts.updated),
      tags: item.tags,
    });
    item = undefined;
  };
  const settle = () => {
    if (field === undefined) return;
    const { texts, tags } = item ?? channel;
    if (field.name === 'category') tags.push(text);
    else if (text.trim() !== '') texts[field.name] ??= text.trim();
    field = undefined;
  };

  scanMarkup(
    input.text,
    { xml: true },
    {
      open(tag, attributes, at) {
        const depth = around.push(tag);
        if (depth > MAX_DEPTH)
          throw new Fault('bad_request', {
            message: 'This feed nests its elements too deep to be one.',
          });
        const name = tag.replace(OWN_PREFIX, '');
        if ((name === 'item' || name === 'entry') && field === undefined) {
          // An item that was never closed ends where the next begins.
          end();
          item = blank(lineOf(at));
          itemDepth = depth;
          return;
        }
        const now = item ?? channel;
        if (name === 'enclosure' || tag === 'media:content' || tag === 'media:player')
          now.enclosure ??= attributes.get('url');
        const ofItem = item === undefined ? depth <= 3 : depth === itemDepth + 1;
        if (field !== undefined || !ofItem) return;
        if (name === 'link' && attributes.has('href')) {
          const relation = attributes.get('rel') ?? 'alternate';
          const href = attributes.get('href') ?? '';
          if (!now.links.has(relation)) now.links.set(relation, href);
          return;
        }
        if (name === 'category' && attributes.has('term')) {
          now.tags.push(attributes.get('label') || attributes.get('term') || '');
          return;
        }
        if (name === 'guid') now.guidIsAddress = attributes.get('ispermalink') !== 'false';
        const known = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
        if (known !== undefined) {
          field = { name: known, depth };
          text = '';
        }
      },
      close(tag) {
        // What was left open within ends with it; what was never open ends nothing.
        const at = around.lastIndexOf(tag);
        if (at < 0) return;
        around.length = at;
        if (field !== undefined && field.depth > at) settle();
        if (item !== undefined && itemDepth > at) end();
      },
      text(more) {
        if (field !== undefined) text += more;
      },
      cut(at) {
        cutOff ??= { line: lineOf(at), text: input.text.slice(at, at + 400) };
      },
    },
  );
  // A field that was never ended is half a field, an address above all.
  if (item !== undefined && field !== undefined) {
    cutOff ??= { line: item.line, text: item.texts.title ?? text };
    item = undefined;
  }
  end();
  if (cutOff !== undefined)
    reading.skip(
      cutOff.line,
      cutOff.text,
      'The feed ends in the middle of this line. Fetch it again.',
    );
  return reading;
}

function blank(line: number): Item {
  return { line, texts: {}, tags: [], links: new Map(), guidIsAddress: true };
}
