/**
 * The versions that the patches were verified with. `scripts/upgrade-check` tries the latest ones;
 * docs/decisions/2026-11-25-editor-patches.md describes what to check before changing a version
 * here.
 */
export const PATCHED_LIBRARIES: Readonly<Record<string, string>> = {
  'prosemirror-model': '1.25.13',
  'prosemirror-state': '1.4.4',
  'prosemirror-view': '1.42.9',
  '@tiptap/y-tiptap': '3.0.9',
  yjs: '13.6.33',
};
