/** The page in headless Chromium: how it scrolls what is long, and what it holds on to. */
import { report, type Row } from './lib/table.ts';
import type { Measure } from './ui/measure.ts';
import { pdfScrolling } from './ui/pdf-scrolling.ts';
import { plainScrolling } from './ui/plain-scrolling.ts';
import { withUiStage } from './ui/stage.ts';
import { transcriptScrolling } from './ui/transcript-scrolling.ts';

const MEASURES: readonly Measure[] = [plainScrolling, pdfScrolling, transcriptScrolling];

export async function run(): Promise<void> {
  const rows: Row[] = [];
  await withUiStage(Object.assign({}, ...MEASURES.map((it) => it.files())), async (stage) => {
    for (const measure of MEASURES) rows.push(...await measure.run(stage));
  });
  report('ui', 'The page in headless Chromium (no GPU): scrolled by script, a frame at a time', rows);
}
