/** Answers: correctness, citations, provider faults, and the cost of streaming. */
import { faultRows } from './answers-faults.ts';
import { libraryRows } from './answers-library.ts';
import { squadRows } from './answers-squad.ts';
import { supportRows } from './answers-support.ts';
import { streamRows } from './answers-streams.ts';
import { renderTable, report, skipped, type Row } from './lib/table.ts';

const SETS = ['squad-dev', 'xquad-en', 'xquad-de', 'xquad-es', 'xquad-ru', 'xquad-vi', 'xquad-zh'];

export async function run(): Promise<void> {
  const all = process.argv.includes('--all');
  const questions: Row[] = [];
  for (const set of SETS) questions.push(...((await squadRows(set, { all })) ?? []));
  if (questions.length === 0) skipped('answers', 'the questions are missing (GLOSS_EVAL_DATA)');
  const support = supportRows();
  process.stdout.write(`\nAnswers: claims shown as supported\n\n${renderTable(support)}\n`);
  const library = (await libraryRows()) ?? [];
  process.stdout.write(`\nAnswers: questions to the library\n\n${renderTable(library)}\n`);
  const streams = await streamRows();
  process.stdout.write(
    `\nAnswers: streaming\n\n${renderTable(streams)}\n\nAnswers: faults of the provider\n\n`,
  );
  const faults = await faultRows();
  process.stdout.write(`${renderTable(faults)}\n`);
  report(
    'answers',
    'Answers of the offline assistant: does what it cites hold a gold answer?',
    questions,
    { streams, faults, support, library },
  );
}
