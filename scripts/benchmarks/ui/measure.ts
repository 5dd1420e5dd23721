import type { Row } from '../lib/table.ts';
import type { ScriptedProvider } from '#api/answer/testing/scripted-provider.ts';
import type { SiteFile, UiStage } from './stage.ts';

/** One measurement of the page; one file each, with a line in `../ui.ts`. */
export interface Measure {
  /** files that the site must serve */
  files(): Record<string, SiteFile>;
  run(stage: UiStage, provider: ScriptedProvider): Promise<Row[]>;
}
