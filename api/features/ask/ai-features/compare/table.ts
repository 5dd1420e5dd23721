/** Exports a comparison as a file: a row per question, a column per source. */
import type { Citation } from '#core/contract/ask.ts';
import type { CompareCell, CompareContradiction } from '#core/contract/compare.ts';
import { positionLabel, positionOf } from '#core/contract/locator.ts';
import { csvCell } from '#core/text/csv-cell.ts';
import type { SourceRow } from '#pipeline/library/index.ts';

export interface Comparison {
  questions: readonly string[];
  sources: readonly Pick<SourceRow, 'id' | 'title'>[];
  cells: readonly CompareCell[];
  contradictions: readonly CompareContradiction[];
}

const labelOf = ({ locator }: Pick<Citation, 'locator'>): string =>
  positionLabel(locator.medium, positionOf(locator));
/** Replaces marks by positions: `It was built in 1889 (page 4)`. */
const textOf = ({ text, citations }: CompareCell): string =>
  citations.reduce((shown, it) => shown.replaceAll(`[${it.mark}]`, `(${labelOf(it)})`), text);

function rowsOf({ questions, sources, cells }: Comparison): string[][] {
  return [
    ['', ...sources.map((it) => it.title)],
    ...questions.map((question) => [
      question,
      ...sources.map(({ id }) => {
        const cell = cells.find((it) => it.question === question && it.source_id === id);
        return cell ? textOf(cell) : '';
      }),
    ]),
  ];
}

const contradictionRows = ({ contradictions }: Comparison): string[][] =>
  contradictions.map(({ question, about, statements }) => [
    question,
    about,
    ...statements.map((it) => `${it.title} (${labelOf(it)}): “${it.locator.quote}”`),
  ]);

export function comparisonCsv(comparison: Comparison): string {
  const contradictions = contradictionRows(comparison);
  const rows = [
    ...rowsOf(comparison),
    ...(contradictions.length > 0 ? [[], ['Contradictions'], ...contradictions] : []),
  ];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

const markdownCell = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\|<>*_`[\]]/g, '\\$&');

export function comparisonMarkdown(comparison: Comparison): string {
  const [head = [], ...rows] = rowsOf(comparison);
  const line = (row: readonly string[]) => `| ${row.map(markdownCell).join(' | ')} |`;
  const contradictions = contradictionRows(comparison).map(
    ([question = '', about = '', ...statements]) =>
      `- ${markdownCell(question)} (${markdownCell(about)})\n${statements.map((it) => `  - ${markdownCell(it)}\n`).join('')}`,
  );
  return [
    line(head),
    `|${' --- |'.repeat(head.length)}`,
    ...rows.map(line),
    ...(contradictions.length > 0 ? ['', '## Contradictions', '', ...contradictions] : []),
    '',
  ].join('\n');
}
