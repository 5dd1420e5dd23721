/** The version of pdf.js that the patches are written for. */
const PATCHED_VERSION = '6.5.438';

interface Edit {
  /** occurs exactly once in `pdf.worker.mjs` */
  from: string;
  to: string;
}
interface Patch {
  name: string;
  /** applied together or not at all */
  edits: readonly Edit[];
}

/**
 * Passes on ActualText, the text that a document declares for its glyphs, used for scripts such as
 * Devanagari and Thai. pdf.js 6 drops it.
 */
const ACTUAL_TEXT: Patch = {
  name: 'actual-text',
  edits: [
    {
      from: `const mcid = args[1] instanceof Dict ? args[1].get("MCID") : null;
              textContent.items.push({
                type: "beginMarkedContentProps",`,
      to: `const mcid = args[1] instanceof Dict ? args[1].get("MCID") : null;
              const actual = args[1] instanceof Dict ? args[1].get("ActualText") : null;
              textContent.items.push({
                type: "beginMarkedContentProps",
                actualText: typeof actual === "string" ? stringToPDFString(actual) : undefined,`,
    },
  ],
};

/**
 * Reads no space where room is made for a slanted letter that leans over the next one: TeX leaves
 * up to 0.139 of the font size there, and its narrowest space is 0.167.
 */
const SLANTED_SPACE: Patch = {
  name: 'slanted-space',
  edits: [
    {
      from: 'this.psName = null;\n    this.disableFontFace',
      to: 'this.psName = null;\n    this.isSlanted = Boolean(properties.italicAngle);\n    this.disableFontFace',
    },
    {
      from: 'textContentItem.trackingSpaceMin = fontSize * TRACKING_SPACE_FACTOR;',
      to: `const leastSpace = fontSize * (font.isSlanted ? 0.15 : TRACKING_SPACE_FACTOR);
      textContentItem.trackingSpaceMin = leastSpace;`,
    },
    {
      from: 'textContentItem.spaceInFlowMin = fontSize * SPACE_IN_FLOW_MIN_FACTOR;',
      to: 'textContentItem.spaceInFlowMin = leastSpace;',
    },
  ],
};

/** Skips the text below each link, for which pdf.js reads the page a second time. Speed only. */
const NO_LINK_TEXT: Patch = {
  name: 'no-link-text',
  edits: [{ from: 'if (highlightedAnnotations.length > 0) {', to: 'if (false) {' }],
};

const PATCHES: readonly Patch[] = [ACTUAL_TEXT, SLANTED_SPACE, NO_LINK_TEXT];
export const PATCH_NAMES: readonly string[] = PATCHES.map(({ name }) => name);

/** The patched source, or the reason why the source can't be patched. */
export type PatchResult = { source: string } | { problem: string };

/**
 * `pdf.worker.mjs` of the given version of pdf.js with the named patches. Another version, an
 * unknown name or an edit that doesn't fit exactly once is a problem: then none is applied.
 */
export function patchPdfjs(
  original: string,
  version: string,
  names: readonly string[] = PATCH_NAMES,
): PatchResult {
  if (version !== PATCHED_VERSION)
    return { problem: `they are for version ${PATCHED_VERSION}, this is ${version}` };
  let source = original;
  for (const name of names) {
    const patch = PATCHES.find((it) => it.name === name);
    if (!patch) return { problem: `there is no patch "${name}"` };
    for (const { from, to } of patch.edits) {
      if (source.split(from).length !== 2) return { problem: `"${name}" does not fit` };
      source = source.replace(from, () => to);
    }
  }
  return { source };
}
