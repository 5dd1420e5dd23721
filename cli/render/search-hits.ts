/** Formats search results for a terminal or a pipe. */
import { positionLabel, positionOf } from '#core/contract/locator.ts';
import type { PersonalSearchHit, SearchHit, SourceMatch } from '#core/contract/search.ts';
import { truncate } from './terminal-cells.ts';
import { oneLine, paint, type Output } from './output.ts';
import { snippet } from './snippet.ts';

const SNIPPET_LINES = 3;
/** Length of a snippet line in a pipe, and its maximum on a wide terminal. */
const SNIPPET_COLUMNS = 100;

const OWN = {
  clip: 'clip',
  note: 'your notes',
  answer: 'an answer',
  post: 'your post',
} as const satisfies Record<PersonalSearchHit['kind'], string>;
type Matched = SourceMatch['matched'][number];
const FIELD = {
  title: 'your title',
  note: 'your note',
  tag: 'tag',
  highlight: 'your highlight',
} as const satisfies Record<Matched['field'], string>;

interface Shown {
  title: string;
  label: string;
  texts: { text: string; highlights: readonly [number, number][] }[];
  below: string;
}

function show(out: Output, { title, label, texts, below }: Shown): void {
  const width = Math.min(SNIPPET_COLUMNS, (out.columns ?? SNIPPET_COLUMNS) - 2);
  const name = out.columns === undefined ? title : truncate(title, out.columns - label.length - 4);
  out.line(`${paint('bold', name)} ${paint('dim', `· ${label}`)}`);
  for (const { text, highlights } of texts)
    for (const pieces of snippet(text, highlights, { width, lines: SNIPPET_LINES })) {
      const line = pieces.map(({ text: piece, hit }) =>
        hit ? paint(['bold', 'yellow'], piece) : piece,
      );
      out.line(`  ${line.join('')}`);
    }
  out.line(`  ${paint('dim', below)}`);
  out.line();
}

export const showPassage = (out: Output, hit: SearchHit, below: string): void => {
  show(out, {
    title: oneLine(hit.title),
    label: positionLabel(hit.place.medium, positionOf(hit.place)),
    texts: [hit],
    below,
  });
};

export const showPersonalHit = (out: Output, hit: PersonalSearchHit, below: string): void => {
  show(out, { title: oneLine(hit.title), label: OWN[hit.kind], texts: [hit], below });
};

/**
 * In a pipe one line with the columns id, state, day saved, title, what matched (`title`, `note`,
 * `tag`, `highlight`; empty if operators alone found it), the text that matched, and address.
 */
export function showSource(out: Output, source: SourceMatch): void {
  const day = source.saved_at.slice(0, 10);
  const title = oneLine(source.title);
  const url = source.url ?? '';
  if (!out.live) {
    const fields = [...new Set(source.matched.map((it) => it.field))].join(',');
    const text = source.matched.map((it) => oneLine(it.text)).join(' · ');
    out.line([source.source_id, source.state, day, title, fields, text, url].join('\t'));
    return;
  }
  show(out, {
    title,
    label: [...new Set(source.matched.map((it) => FIELD[it.field])), source.state, day].join(' · '),
    texts: source.matched.filter((it) => it.field !== 'title'),
    below: [source.source_id, url].filter(Boolean).join('  '),
  });
}
