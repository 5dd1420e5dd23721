/**
 * Patches libraries to make long notes fast. If one check fails, no patch is used: notes then use
 * the stock editor, which does the same, but slowly in long notes. See
 * docs/decisions/2026-11-25-editor-patches.md.
 */
import type { Extensions } from '@tiptap/core';
import type { Doc } from 'yjs';
import { specimenView } from './group-marks.ts';
import { groupedView } from './grouped-view.ts';
import { memberFault, specimensOf, versionFault } from './library-checks.ts';
import { sharedChanges } from './minimal-changes.ts';
import { isLeftOut, isSwitchedOff } from './off-switch.ts';
import type { Patch } from './patch-names.ts';
import { patchViews } from './patch-views.ts';
import { promptSelection } from './prompt-selection.ts';
import { wholeSelection } from './whole-selection.ts';

let isInstalled: boolean | undefined;

/**
 * Checks and patches the libraries the first time. Returns false if notes use the stock editor:
 * switched off, or a check failed, which is logged once.
 */
export function install(): boolean {
  return (isInstalled ??= !isSwitchedOff() && patchLibraries());
}

function patchLibraries(): boolean {
  const fault = versionFault(LIBRARY_VERSIONS) ?? shapeFault();
  if (fault !== undefined)
    console.warn(`Notes use the stock editor, which is slow in long notes: ${fault}.`);
  return fault === undefined;
}

function shapeFault(): string | undefined {
  let view: ReturnType<typeof specimenView> | undefined;
  try {
    view = specimenView();
    const fault = memberFault(specimensOf(view));
    if (fault === undefined) patchViews(view);
    return fault;
  } catch (error) {
    return String(error);
  } finally {
    view?.destroy();
  }
}

/** Whether the editor uses this patch. */
export const usesPatch = (patch: Patch): boolean => install() && !isLeftOut(patch);

/** The patches that are editor extensions; none for the stock editor. */
export function performanceExtensions(document: Doc): Extensions {
  const extensions: Partial<Record<Patch, Extensions[number]>> = {
    'prompt-selection': promptSelection(document),
    'minimal-changes': sharedChanges,
    'grouped-view': groupedView,
    'whole-selection': wholeSelection,
  };
  return (Object.keys(extensions) as Patch[])
    .filter(usesPatch)
    .flatMap((patch) => extensions[patch] ?? []);
}
