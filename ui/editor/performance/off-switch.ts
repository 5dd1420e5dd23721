/** Switches the patches off: by the server's setting, or the page's address. */
import type { Patch } from './patch-names.ts';

/** The server adds it to the page if `GLOSS_NOTES_PERFORMANCE` is `off`. */
const SETTING = 'meta[name="gloss-notes-performance"][content="off"]';

let plain: readonly string[] | undefined;
/** Read when the page loads, because the workspace drops unknown parameters from its address. */
const leftOut = (): readonly string[] =>
  (plain ??=
    new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).searchParams
      .get('plain')
      ?.split(',') ?? []);

export const isSwitchedOff = (): boolean =>
  leftOut().includes('1') || document.querySelector(SETTING) !== null;

/** `?plain=late-view,fast-binding` disables only these patches, to measure their effect. */
export const isLeftOut = (patch: Patch): boolean => leftOut().includes(patch);
