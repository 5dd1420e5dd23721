/** What is said of the passages behind an answer; it comes once there is one. */
import { counted } from '#ui/kit/format.ts';

export const citationTexts = {
  label: (mark: number, title: string, place: string, weak: boolean) =>
    `Citation ${mark}: ${title}, ${place}${weak ? ', loose' : ''}`,
  weak: 'This passage supports the sentence only loosely.',
  lost: (version: number) => `The source no longer says this. It did in version ${version}.`,
  changed: (version: number, now: string) =>
    `The source reads differently here since version ${version}: “${now}”`,
} as const;

export const nearestTexts = {
  title: 'Not in your sources',
  text: (count: number) =>
    counted(count, {
      one: 'No passage of the source carries this answer.',
      other: 'No passage of the # sources carries this answer.',
    }),
  show: 'Show the nearest passages',
  list: 'Nearest passages',
  failed: 'The nearest passages could not be read.',
  none: 'Nothing in them comes near the question.',
} as const;
