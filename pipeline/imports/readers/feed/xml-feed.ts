/**
 * Reads RSS 0.9–2.0, RSS 1.0, Atom and sitemaps without distinguishing them: an item is any `item`
 * or `entry` element, or a `url` of a sitemap, and a field is recognised by its name at any depth.
 */
import { decodeHTMLStrict } from 'entities';
import { Fault } from '#core/contract/faults.ts';
import type { ImportInput } from '../contract.ts';
import { lineCounter, scanMarkup, type MarkupEvents } from '../markup/scan.ts';
import { Reading } from '../reading.ts';
import { parseDate } from '../parse-date.ts';

/** Namespace prefixes that are dropped from names. */
const OWN_PREFIX = /^(?:atom\d*|rss|a10|rdf|dc|dcterms|feedburner|sioc):/;
const TEXTS: Record<string, keyof Texts> = {
  title: 'title',
  link: 'link',
  loc: 'link',
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
  lastmod: 'updated',
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

/** Titles are HTML within XML, whatever type they declare. */
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

/** Collects the items of one feed while its markup is scanned. */
class FeedScan implements MarkupEvents {
  readonly #input: ImportInput;
  readonly #lineOf: (at: number) => number;
  readonly #reading = new Reading();
  readonly #channel = blank(1);
  #item: Item | undefined;
  #itemDepth = 0;
  /** The names of the open elements. */
  readonly #path: string[] = [];
  /** The field that receives text, and the depth of its element. */
  #field: { name: keyof Texts; depth: number } | undefined;
  #text = '';
  #cutOff: { line: number; text: string } | undefined;

  constructor(input: ImportInput) {
    this.#input = input;
    this.#lineOf = lineCounter(input.text);
  }

  open(tag: string, attributes: ReadonlyMap<string, string>, at: number): void {
    const depth = this.#path.push(tag);
    if (depth > MAX_DEPTH)
      throw new Fault('bad_request', {
        message: 'This feed nests its elements too deep to be one.',
      });
    const name = tag.replace(OWN_PREFIX, '');
    const isItem =
      this.#path[0] === 'urlset' ? name === 'url' : name === 'item' || name === 'entry';
    if (isItem && this.#field === undefined) {
      // An item that was never closed ends where the next begins.
      this.#endItem();
      this.#item = blank(this.#lineOf(at));
      this.#itemDepth = depth;
      return;
    }
    const item = this.#item ?? this.#channel;
    if (name === 'enclosure' || tag === 'media:content' || tag === 'media:player')
      item.enclosure ??= attributes.get('url');
    const isOfItem = this.#item === undefined ? depth <= 3 : depth === this.#itemDepth + 1;
    if (this.#field === undefined && isOfItem) this.#openField(item, name, attributes, depth);
  }

  close(tag: string): void {
    // Closes unclosed inner elements as well; does nothing if no such element is open.
    const at = this.#path.lastIndexOf(tag);
    if (at < 0) return;
    this.#path.length = at;
    if (this.#field !== undefined && this.#field.depth > at) this.#endField(this.#field.name);
    if (this.#item !== undefined && this.#itemDepth > at) this.#endItem();
  }

  text(more: string): void {
    if (this.#field !== undefined) this.#text += more;
  }

  cut(at: number): void {
    this.#cutOff ??= { line: this.#lineOf(at), text: this.#input.text.slice(at, at + 400) };
  }

  end(): Reading {
    // A field that was never closed is incomplete; half an address would be a wrong one.
    if (this.#item !== undefined && this.#field !== undefined) {
      this.#cutOff ??= { line: this.#item.line, text: this.#item.texts.title ?? this.#text };
      this.#item = undefined;
    }
    this.#endItem();
    this.#reading.title = plainText(this.#channel.texts.title);
    if (this.#cutOff !== undefined)
      this.#reading.skip(
        this.#cutOff.line,
        this.#cutOff.text,
        'The feed ends in the middle of this line. Fetch it again.',
      );
    return this.#reading;
  }

  #openField(
    item: Item,
    name: string,
    attributes: ReadonlyMap<string, string>,
    depth: number,
  ): void {
    if (name === 'link' && attributes.has('href')) {
      const relation = attributes.get('rel') ?? 'alternate';
      if (!item.links.has(relation)) item.links.set(relation, attributes.get('href') ?? '');
      return;
    }
    if (name === 'category' && attributes.has('term')) {
      item.tags.push(attributes.get('label') || attributes.get('term') || '');
      return;
    }
    if (name === 'guid') item.guidIsAddress = attributes.get('ispermalink') !== 'false';
    const known = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
    if (known === undefined) return;
    this.#field = { name: known, depth };
    this.#text = '';
  }

  #endField(name: keyof Texts): void {
    const { texts, tags } = this.#item ?? this.#channel;
    if (name === 'category') tags.push(this.#text);
    else if (this.#text.trim() !== '') texts[name] ??= this.#text.trim();
    this.#field = undefined;
  }

  #endItem(): void {
    const item = this.#item;
    if (item === undefined) return;
    this.#reading.add({
      line: item.line,
      url: this.#resolve(addressOf(item)),
      title: plainText(item.texts.title),
      siteTitle: true,
      guid: item.texts.guid,
      addedAt: parseDate(item.texts.published) ?? parseDate(item.texts.updated),
      tags: item.tags,
    });
    this.#item = undefined;
  }

  #resolve(address: string | undefined): string | undefined {
    if (address === undefined || isAddress(address)) return address;
    const site = this.#channel.links.get('alternate') ?? this.#channel.texts.link;
    return URL.parse(address, isAddress(site) ? site : this.#input.url)?.href ?? address;
  }
}

export function readXmlFeed(input: ImportInput): Reading {
  const scan = new FeedScan(input);
  scanMarkup(input.text, { xml: true }, scan);
  return scan.end();
}

const addressOf = ({ texts, links, guidIsAddress, enclosure }: Item): string | undefined =>
  [
    texts.original,
    links.get('alternate'),
    texts.link,
    guidIsAddress && isAddress(texts.guid) ? texts.guid : undefined,
    enclosure,
    links.get('enclosure'),
    links.get('related'),
  ]
    .map((address) => address?.trim())
    .find((address) => address !== undefined && address !== '');

function blank(line: number): Item {
  return { line, texts: {}, tags: [], links: new Map(), guidIsAddress: true };
}
