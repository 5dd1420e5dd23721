/** Texts about the passages that an answer cites, loaded with the first answer. */
import type { CitationSupport } from '#core/contract/ask.ts';

const LABELS: Readonly<Record<CitationSupport, string>> = {
  supported: '',
  partly: ', partly supported',
  unchecked: ', not checked',
};

export const citationTexts = {
  label: (mark: number, title: string, place: string, support: CitationSupport) =>
    `Citation ${mark}: ${title}, ${place}${LABELS[support]}`,
  support: {
    supported: 'This passage supports the sentence: words, names and numbers match.',
    partly: 'This passage supports the sentence only in part. Compare names, numbers and wording.',
    unchecked:
      'Not checked: the passage may be in another language. Read it before you rely on it.',
  } satisfies Record<CitationSupport, string>,
  lost: (version: number) =>
    `The source no longer says this. Version ${version} was the last that did.`,
  changed: (version: number, now: string) =>
    `Changed in version ${version}. The source now says: “${now}”`,
} as const;

export const nearestTexts = {
  title: 'Not in your sources',
  text: "Your sources don't answer this.",
  show: 'Show related passages',
  list: 'Related passages',
  failed: "Couldn't load related passages",
  none: 'No related passages found',
  search: 'Search your library',
} as const;
