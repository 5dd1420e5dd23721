import type { Row } from '../lib/table.ts';
import type { ScriptedProvider } from '#api/answer/testing/scripted-provider.ts';
import type { SiteFile, UiStage } from './stage.ts';

/** One thing that is measured of the page; a file each, and a line in `../ui.ts`. */
export interface Measure {
  /** what the site must serve for it */
  files(): Record<string, SiteFile>;
  run(stage: UiStage, provider: ScriptedProvider): Promise<Row[]>;
}
