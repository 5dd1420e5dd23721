import { expect, it } from 'vitest';
import { passages, sourceId } from '../testing/passages.ts';
import { headingQuestions } from './heading-question.ts';
import { readThrough } from './read-through.ts';

const TEXT =
  'Good spacing guides the eye. The layout of a page needs spacing between its parts, and the parts need a grid, as Bringhurst says. ';

const asked = (heading: string, title = 'Page layout') => {
  const reading = readThrough(
    passages([
      { sourceId: sourceId(), title, heading: `${title} › ${heading}`, text: TEXT.repeat(5) },
    ]),
  );
  const [section] = reading.sections;
  return section && headingQuestions(reading)(section);
};

it.each([
  ['Spacing', 'What does the video say about spacing?'],
  ['2.1 Spacing:', 'What does the video say about spacing?'],
  ['Chapter 3: The Grid', 'What does the video say about the grid?'],
  ['5 tips for layout', 'What does the video say about 5 tips for layout?'],
  ['CSS Grid', 'What does the video say about CSS grid?'],
  ['The Bauhaus', 'What does the video say about the Bauhaus?'],
  ['Bringhurst on grids', 'What does the video say about Bringhurst on grids?'],
  ['Life in columns', 'What does the video say about life in columns?'],
  ['How much spacing do I need?', 'How much spacing do I need?'],
])('asks about “%s” in a sentence', (heading, question) => expect(asked(heading)).toBe(question));

it.each(['Introduction', 'See also', 'Table of contents', 'A long heading '.repeat(6)])(
  'does not ask about “%s”',
  (heading) => expect(asked(heading)).toBeUndefined(),
);

it.each(['Style guide', 'A Guide to Layout', 'The guide'])('calls “%s” a guide', (title) =>
  expect(asked('Spacing', title)).toBe('What does the guide say about spacing?'),
);
