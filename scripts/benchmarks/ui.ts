/** The page in headless Chromium: first load, response to input, scrolling of long content, and memory. */
import { scriptedProvider } from '#api/answer/testing/scripted-provider.ts';
import { report, type Row } from './lib/table.ts';
import { firstLoad } from './ui/first-load.ts';
import type { Measure } from './ui/measure.ts';
import { pdfScrolling } from './ui/pdf-scrolling.ts';
import { plainScrolling } from './ui/plain-scrolling.ts';
import { sourceScrolling } from './ui/source-scrolling.ts';
import { withUiStage } from './ui/stage.ts';
import { streaming } from './ui/streaming.ts';
import { transcriptScrolling } from './ui/transcript-scrolling.ts';
import { compareRows } from './ui/open-notebook/compare-rows.ts';
import { builtOpenNotebook, openNotebook } from './ui/open-notebook/open-notebook.ts';
import { openNotebookBundles } from './ui/open-notebook-bundles.ts';

const SCROLLING: readonly Measure[] = [
  plainScrolling,
  sourceScrolling,
  transcriptScrolling,
  pdfScrolling,
];
const filesOf = (measures: readonly Measure[]) =>
  Object.assign({}, ...measures.map((it) => it.files()));

export async function run(): Promise<void> {
  const openNotebookFolder = builtOpenNotebook();
  const provider = await scriptedProvider();
  try {
    await withUiStage(
      filesOf([firstLoad, streaming, ...SCROLLING]),
      async (stage) => {
        const rows = async (measures: readonly Measure[]) => {
          const all: Row[] = [];
          for (const measure of measures) all.push(...(await measure.run(stage, provider)));
          return all;
        };
        const load = await rows([firstLoad]);
        report(
          'ui-load',
          "The first load of a thread in headless Chromium (no GPU), with nothing in the browser's cache; kB = 1000 bytes gzipped",
          [...load, ...(openNotebookFolder ? [] : openNotebookBundles)],
        );
        const response = await rows([streaming]);
        report(
          'ui-response',
          'A press and what it paints, while an answer streams beside a two-hour transcript that plays',
          response,
        );
        const scrolling = await rows(SCROLLING);
        report(
          'ui',
          'The page in headless Chromium (no GPU): scrolled by script, a frame at a time',
          scrolling,
        );
        if (openNotebookFolder)
          report(
            'ui-peer',
            'Gloss beside Open Notebook: its own pages and server, before a stand-in for its API that answers at once. Its notebook page shows titles, notes and chat, its source page the text beside a chat; it has no viewer of PDFs and no player with a transcript',
            compareRows(
              { load, response, scrolling },
              await openNotebook(openNotebookFolder, stage),
            ),
          );
      },
      [],
      { OPENAI_BASE_URL: provider.baseUrl },
    );
  } finally {
    await provider.close();
  }
}
