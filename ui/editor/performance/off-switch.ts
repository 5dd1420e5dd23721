/** Who wants the notes without patches: the server's setting, or the address of the page. */
import type { Patch } from './patch-names.ts';

/** The server puts it into the page if `GLOSS_NOTES_PERFORMANCE` is `off`. */
const SETTING = 'meta[name="gloss-notes-performance"][content="off"]';

let plain: readonly string[] | undefined;
/** As the page was loaded: the workspace drops what it doesn't know from its address. */
const leftOut = (): readonly string[] =>
  (plain ??=
    new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).searchParams
      .get('plain')
      ?.split(',') ?? []);

export const isSwitchedOff = (): boolean =>
  leftOut().includes('1') || document.querySelector(SETTING) !== null;

/** `?plain=late-view,fast-binding` leaves out these patches alone, to measure what they gain. */
export const isLeftOut = (patch: Patch): boolean => leftOut().includes(patch);
