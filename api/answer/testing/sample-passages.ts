/**
 * Sample sources as passages: a talk with chapters, a report with pages and a Chinese web page.
 * `unquotedTexts` finds text of an answer that its cited passage does not contain.
 */
import type { Locator } from '#core/contract/locator.ts';
import type { SegmentPosition } from '#core/contract/snapshot.ts';
import type { Passage } from '../retrieve.ts';
import { passages, sourceId } from './passages.ts';

interface Section {
  heading: string;
  text: string;
}
interface Medium {
  locator(at: number, text: string): Locator;
  position(at: number): SegmentPosition;
}

const TIMED: Medium = {
  locator: (at, text) => ({
    medium: 'timed',
    startS: at * 60,
    endS: at * 60 + 55,
    quote: text.slice(0, 100),
  }),
  position: (at) => ({ medium: 'timed', startS: at * 60, endS: at * 60 + 55 }),
};
const PAGED: Medium = {
  locator: (at, text) => ({ medium: 'paged', page: at + 1, quote: text.slice(0, 100) }),
  position: (at) => ({
    medium: 'paged',
    page: at + 1,
    rects: [{ x: 0.1, y: 0.2, width: 0.5, height: 0.02 }],
  }),
};
const FLOW: Medium = {
  locator: (at, text) => ({
    medium: 'flow',
    paragraph: at + 1,
    quote: text.slice(0, 100),
    prefix: '',
    suffix: '',
  }),
  position: (at) => ({ medium: 'flow', paragraph: at + 1 }),
};

function sourceOf(
  title: string,
  language: string,
  medium: Medium,
  sections: readonly Section[],
): Passage[] {
  const id = sourceId();
  return passages(
    sections.map(({ heading, text }, at) => ({
      sourceId: id,
      title,
      heading: heading === '' ? title : `${title} › ${heading}`,
      text,
      language,
      locator: medium.locator(at, text),
      pieces: [{ start: 0, end: text.length, from: 0, at: medium.position(at) }],
    })),
  );
}

export const talk = (): Passage[] =>
  sourceOf('How honey bees talk', 'en', TIMED, [
    {
      heading: 'The waggle dance',
      text: 'The waggle dance is a figure of eight that a forager runs on the comb. Karl von Frisch described the waggle dance in 1927. The longer the waggle run lasts, the farther away the flowers are. One second of waggling stands for about one kilometre.',
    },
    {
      heading: 'The waggle dance',
      text: 'The angle of the waggle run tells the direction, because the bees measure it against the sun. A forager dances in the dark, so the others follow the dance with their antennae. For example, a run straight up the comb means to fly towards the sun.',
    },
    {
      heading: 'Life in the hive',
      text: 'A hive holds one queen and about 40,000 workers in summer. Nectar is a sugary liquid that flowers make to attract bees. Workers turn nectar into honey within three days. A forager collects nectar for about two weeks and then dies.',
    },
    {
      heading: 'Life in the hive',
      text: 'In winter the workers form a cluster around the queen. The cluster keeps the queen at 25 degrees, although it may freeze outside. Honey feeds the cluster until the flowers come back in spring [12].',
    },
    {
      heading: 'Open questions',
      text: 'However, critics said that the waggle dance was only excitement and that scent led the bees. Experiments with a robot bee showed in 1989 that the dance alone sends a forager to the flowers. Nobody knows how the waggle dance began.',
    },
  ]);

export const report = (): Passage[] =>
  sourceOf('Tides at the coast', 'en', PAGED, [
    {
      heading: '',
      text: 'The tide is the rise and fall of the sea that the moon causes. High tide comes twice a day on most coasts. The Bay of Fundy has a tidal range of 16 metres.',
    },
    {
      heading: '',
      text: 'Spring tides happen when sun and moon pull together. Neap tides are weaker because the sun pulls across the moon. A tidal power station at the Rance has made electricity since 1966.',
    },
  ]);

export const chinese = (): Passage[] =>
  sourceOf('蜜蜂的语言', 'zh', FLOW, [
    {
      heading: '舞蹈',
      text: '摆尾舞是一种告诉同伴花在哪里的舞蹈。蜜蜂在黑暗的蜂巢里跳摆尾舞。摆尾舞的方向由太阳的角度决定，因为蜜蜂用太阳辨别方向。',
    },
    {
      heading: '蜂巢',
      text: '蜂巢里有一只蜂王和大约四万只工蜂。花蜜是花产生的含糖液体。工蜂在三天内把花蜜变成蜂蜜。冬天工蜂围着蜂王保暖。',
    },
  ]);

/** Joins the passages of several sources and numbers them from 1. */
export const renumbered = (...sources: readonly Passage[][]): Passage[] =>
  sources.flat().map((it, at) => ({ ...it, n: at + 1 }));

const plain = (text: string): string =>
  text
    .replace(/\s*(?:\[\^?\d[\d\s,;–-]*\]|【[^】]*】)/g, '')
    .replace(/!\[/g, '[')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the text before each mark of a Markdown text, with the passage that the mark cites. */
export function cited(
  markdown: string,
  given: readonly Passage[],
): { words: string; passage: Passage | undefined }[] {
  return markdown.split('\n').flatMap((line) => {
    const bare = line.replace(/^\s*(?:> |- |\d+\. )*(?:\*\*[^*]+\*\*: )?/, '');
    let from = 0;
    return [...bare.matchAll(/ \[(\d+)\](?= |$)/g)].map((mark) => {
      // "also **term**" only names another position of the term.
      const words = bare
        .slice(from, mark.index)
        .replace(/^\S+ \*\*([^*]+)\*\*$/, '$1')
        .trim();
      from = mark.index + mark[0].length;
      return { words, passage: given.find((it) => it.n === Number(mark[1])) };
    });
  });
}

/** Returns each text before a mark that the cited passage does not contain. */
export const unquotedTexts = (markdown: string, given: readonly Passage[]): string[] =>
  cited(markdown, given).flatMap(({ words, passage }) =>
    passage && plain(passage.text).includes(plain(words)) ? [] : [words],
  );
