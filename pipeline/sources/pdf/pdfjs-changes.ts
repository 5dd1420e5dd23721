/**
 * What is changed in pdf.js while it is loaded, place by place: `from` as it stands there once,
 * `to` in its stead.
 */
interface Change {
  file: 'pdf.mjs' | 'pdf.worker.mjs';
  from: string;
  to: string;
}

/** What it reads. */
const MEANING: readonly Change[] = [
  {
    file: 'pdf.worker.mjs',
    from: 'const mcid = args[1] instanceof Dict ? args[1].get("MCID") : null;\n              textContent.items.push({\n                type: "beginMarkedContentProps",',
    to: 'const mcid = args[1] instanceof Dict ? args[1].get("MCID") : null;\n              const actual = args[1] instanceof Dict ? args[1].get("ActualText") : null;\n              textContent.items.push({\n                type: "beginMarkedContentProps",\n                actualText: typeof actual === "string" ? stringToPDFString(actual) : undefined,',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'case "Link":\n        return new LinkAnnotation(parameters);',
    to: 'case "Link":\n        return dict.get("A") instanceof Dict && dict.get("A").get("S")?.name === "URI" ? new LinkAnnotation(parameters) : null;',
  },
];

/**
 * A slanted letter leans over what follows, for which room is made (TeX: of up to 0.139 of its
 * height, and 0.167 is its narrowest blank): no blank.
 */
const SLANTED: readonly Change[] = [
  {
    file: 'pdf.worker.mjs',
    from: 'this.psName = null;\n    this.disableFontFace',
    to: 'this.psName = null;\n    this.isSlanted = Boolean(properties.italicAngle);\n    this.disableFontFace',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'textContentItem.trackingSpaceMin = fontSize * TRACKING_SPACE_FACTOR;',
    to: 'const leastSpace = fontSize * (font.isSlanted ? 0.15 : TRACKING_SPACE_FACTOR);\n      textContentItem.trackingSpaceMin = leastSpace;',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'textContentItem.spaceInFlowMin = fontSize * SPACE_IN_FLOW_MIN_FACTOR;',
    to: 'textContentItem.spaceInFlowMin = leastSpace;',
  },
];

/** Not read of a link: the words below it, for which the page would be read a second time. */
const LINKS: Change = {
  file: 'pdf.worker.mjs',
  from: 'if (highlightedAnnotations.length > 0) {',
  to: 'if (false) {',
};

/**
 * A saved state does not hold on to those before it; what is compared of a state is not copied with
 * all the rest.
 */
const STATES: readonly Change[] = [
  {
    file: 'pdf.worker.mjs',
    from: 'const clone = Object.assign(Object.create(this), this);\n    clone.textMatrix = this.textMatrix.slice();\n    clone.textLineMatrix = this.textLineMatrix.slice();\n    clone.fontMatrix = this.fontMatrix.slice();\n    return clone;',
    to: `const clone = Object.create(TextState.prototype);
    clone.ctm = this.ctm;
    clone.fontName = this.fontName;
    clone.fontSize = this.fontSize;
    clone.loadedName = this.loadedName;
    clone.font = this.font;
    clone.fontMatrix = this.fontMatrix;
    clone.textMatrix = this.textMatrix.slice();
    clone.textLineMatrix = this.textLineMatrix.slice();
    clone.charSpacing = this.charSpacing;
    clone.wordSpacing = this.wordSpacing;
    clone.leading = this.leading;
    clone.textHScale = this.textHScale;
    clone.textRise = this.textRise;
    return clone;`,
  },
  {
    file: 'pdf.worker.mjs',
    from: 'flushTextContentItem();\n        currentTextState = textState.clone();',
    to: 'flushTextContentItem();\n        currentTextState = { fontSize: textState.fontSize, fontName: textState.fontName, font: textState.font };',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'currentTextState ||= textState.clone();',
    to: 'currentTextState ||= { fontSize: textState.fontSize, fontName: textState.fontName, font: textState.font };',
  },
];

/**
 * Where a letter stands is reckoned in one step, and once where the next letter begins at its end.
 */
const PLACES: readonly Change[] = [
  {
    file: 'pdf.worker.mjs',
    from: `const tsm = [textState.fontSize * textState.textHScale, 0, 0, textState.fontSize, 0, textState.textRise];
      if (font.isType3Font && (textState.fontSize <= 1 || font.isCharBBox) && !isArrayEqual(textState.fontMatrix, FONT_IDENTITY_MATRIX)) {
        const glyphHeight = font.bbox[3] - font.bbox[1];
        if (glyphHeight > 0) {
          tsm[3] *= glyphHeight * textState.fontMatrix[3];
        }
      }
      return Util.transform(textState.ctm, Util.transform(textState.textMatrix, tsm));`,
    to: `const across = textState.fontSize * textState.textHScale;
      let up = textState.fontSize;
      if (font.isType3Font && (textState.fontSize <= 1 || font.isCharBBox) && !isArrayEqual(textState.fontMatrix, FONT_IDENTITY_MATRIX)) {
        const glyphHeight = font.bbox[3] - font.bbox[1];
        if (glyphHeight > 0) up *= glyphHeight * textState.fontMatrix[3];
      }
      const { ctm: c, textMatrix: m, textRise: rise } = textState;
      const p0 = m[0] * across, p1 = m[1] * across, p2 = m[2] * up, p3 = m[3] * up, p4 = m[2] * rise + m[4], p5 = m[3] * rise + m[5];
      return [c[0] * p0 + c[2] * p1, c[1] * p0 + c[3] * p1, c[0] * p2 + c[2] * p3, c[1] * p2 + c[3] * p3, c[0] * p4 + c[2] * p5 + c[4], c[1] * p4 + c[3] * p5 + c[5]];`,
  },
  {
    file: 'pdf.worker.mjs',
    from: 'function compareWithLastPosition(glyphWidth) {\n      const currentTransform = getCurrentTextTransform();',
    to: 'function compareWithLastPosition(glyphWidth, reckoned = null) {\n      const currentTransform = reckoned ?? getCurrentTextTransform();',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'const scale = textState.fontMatrix[0] * textState.fontSize;\n      for (let i = 0, ii = glyphs.length; i < ii; i++) {\n        const glyph = glyphs[i];\n        const {\n          category\n        } = glyph;',
    to: 'const scale = textState.fontMatrix[0] * textState.fontSize;\n      let end = null;\n      for (let i = 0, ii = glyphs.length; i < ii; i++) {\n        const glyph = glyphs[i];\n        const { category } = glyph;\n        const begin = end;\n        end = null;',
  },
  {
    file: 'pdf.worker.mjs',
    from: '!category.isZeroWidthDiacritic && !compareWithLastPosition(scaledDim)',
    to: '!category.isZeroWidthDiacritic && !compareWithLastPosition(scaledDim, begin)',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'textChunk.prevTransform = getCurrentTextTransform();',
    to: 'textChunk.prevTransform = getCurrentTextTransform();\n          if (!charSpacing) end = textChunk.prevTransform;',
  },
];

/**
 * Text grows as text, not as lists of letters that are joined; only text with letters of its
 * direction is turned.
 */
const LETTERS: readonly Change[] = [
  {
    file: 'pdf.worker.mjs',
    from: 'initialized: false,\n      str: [],\n      totalWidth: 0,',
    to: 'initialized: false,\n      str: "",\n      totalWidth: 0,',
  },
  { file: 'pdf.worker.mjs', from: 'textChunk.str.push(" ");', to: 'textChunk.str += " ";' },
  {
    file: 'pdf.worker.mjs',
    from: 'textChunk.str.push(glyphUnicode);',
    to: 'textChunk.str += glyphUnicode;',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'textContentItem.str.push(" ");',
    to: 'textContentItem.str += " ";',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'if (!textContentItem.initialized || !textContentItem.str) {',
    to: 'if (!textContentItem.initialized) {',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'textContentItem.str.length = 0;',
    to: 'textContentItem.str = "";',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'let text = textChunk.str.join("");\n      if (!disableNormalization) {\n        text = normalizeUnicode(text);\n      }\n      const bidiResult = bidi(text, -1, textChunk.vertical);',
    to: 'let text = textChunk.str;\n      if (!disableNormalization) {\n        text = normalizeUnicode(text);\n      }\n      const bidiResult = /^[\\x20-\\u058F]*$/.test(text) ? { str: text, dir: "ltr" } : bidi(text, -1, textChunk.vertical);',
  },
  {
    file: 'pdf.worker.mjs',
    from: `for (const item of args[0]) {
              if (typeof item === "string") {
                showSpacedTextBuffer.push(item);
              } else if (typeof item === "number" && item !== 0) {
                const str = showSpacedTextBuffer.join("");
                showSpacedTextBuffer.length = 0;
                buildTextContentItem({
                  chars: str,
                  extraSpacing: item * spaceFactor
                });
              }
            }
            if (showSpacedTextBuffer.length > 0) {
              const str = showSpacedTextBuffer.join("");
              showSpacedTextBuffer.length = 0;
              buildTextContentItem({
                chars: str,
                extraSpacing: 0
              });
            }`,
    to: `shown.chars = "";
            for (let at = 0; at < args[0].length; at++) {
              const item = args[0][at];
              if (typeof item === "string") {
                shown.chars = shown.chars === "" ? item : shown.chars + item;
              } else if (typeof item === "number" && item !== 0) {
                shown.extraSpacing = item * spaceFactor;
                buildTextContentItem(shown);
                shown.chars = "";
              }
            }
            if (shown.chars !== "") {
              shown.extraSpacing = 0;
              buildTextContentItem(shown);
            }`,
  },
  {
    file: 'pdf.worker.mjs',
    from: 'const showSpacedTextBuffer = [];',
    to: 'const shown = { chars: "", extraSpacing: 0.5 };',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'let ch, previousCh;\n    const strBuf = this.strBuf;\n    strBuf.length = 0;\n    while ((ch = this.nextChar()) >= 0 && !specialChars[ch]) {\n      if (ch === 0x23) {',
    to: `let ch, previousCh;
    let plain = "";
    while ((ch = this.nextChar()) >= 0 && !specialChars[ch] && ch !== 0x23) plain += String.fromCharCode(ch);
    if (ch !== 0x23) return Name.get(plain);
    const strBuf = this.strBuf;
    strBuf.length = 0;
    strBuf.push(plain);
    let isFirst = true;
    while ((isFirst || (ch = this.nextChar()) >= 0) && !specialChars[ch]) {
      isFirst = false;
      if (ch === 0x23) {`,
  },
  {
    file: 'pdf.worker.mjs',
    from: 'let done = false;\n    const strBuf = this.strBuf;\n    strBuf.length = 0;\n    let ch = this.nextChar();',
    to: `let done = false;
    let ch = this.nextChar();
    let plain = "";
    while (ch >= 0 && ch !== 0x28 && ch !== 0x29 && ch !== 0x5c) {
      plain += String.fromCharCode(ch);
      ch = this.nextChar();
    }
    if (ch === 0x29) {
      this.nextChar();
      return plain;
    }
    const strBuf = this.strBuf;
    strBuf.length = 0;
    strBuf.push(plain);`,
  },
];

/**
 * Operands are read into the same arrays again and again, one for each number of them, where nobody
 * keeps them.
 */
const OPERANDS: readonly Change[] = [
  {
    file: 'pdf.worker.mjs',
    from: 'args.length = 0;\n        operation.args = args;\n        if (!preprocessor.read(operation)) {\n          break;\n        }\n        textState',
    to: 'if (!preprocessor.readReusing(operation)) {\n          break;\n        }\n        textState',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'let args = operation.args;\n    while (true) {\n      const obj = this.parser.getObj();',
    to: 'let args = operation.args;\n    while (true) {\n      const obj = this.unread ?? this.parser.getObj();\n      this.unread = null;',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'preprocessCommand(fn, args) {',
    to: `readReusing(operation) {
    const all = this.operands ??= Array.from({ length: 34 }, (_, count) => new Array(count).fill(null));
    const read = all[33];
    for (let count = 0; ; ) {
      const obj = this.parser.getObj();
      if (obj === EOF) return false;
      if (!(obj instanceof Cmd)) {
        if (obj === null) continue;
        read[count++] = obj;
        if (count < 33) continue;
      }
      const spec = obj instanceof Cmd ? EvaluatorPreprocessor.opMap[obj.cmd] : null;
      if (!spec || count !== spec.numArgs && !spec.variableArgs) {
        if (obj instanceof Cmd) this.unread = obj;
        operation.args = read.slice(0, count);
        return this.read(operation);
      }
      const { id } = spec;
      const args = all[count];
      for (let at = 0; at < count; at++) args[at] = read[at];
      if (!this._isPathOp) this._numInvalidPathOPS = 0;
      this._isPathOp = id >= OPS.moveTo && id <= OPS.endPath;
      this.preprocessCommand(id, args);
      operation.fn = id;
      operation.args = args;
      return true;
    }
  }
  preprocessCommand(fn, args) {`,
  },
];

/**
 * Nothing is waited for that is there: streams are inflated at once, and a font used before on the
 * page is at hand.
 */
const WAITING: readonly Change[] = [
  {
    file: 'pdf.worker.mjs',
    from: 'const {\n        readable,\n        writable\n      } = new DecompressionStream(name);',
    to: `if (name === "deflate") {
        const { buffer, byteOffset, byteLength } = process.getBuiltinModule("node:zlib").inflateSync(bytes, { maxOutputLength: ${2 ** 28} });
        return { decompressed: new Uint8Array(buffer, byteOffset, byteLength), compressed: bytes };
      }
      const { readable, writable } = new DecompressionStream(name);`,
  },
  {
    file: 'pdf.worker.mjs',
    from: 'textState.fontSize = fontSizeArg;\n            next(handleSetFont(fontNameArg, null));',
    to: `textState.fontSize = fontSizeArg;
            const usedFonts = preprocessor.usedFonts ??= new Map();
            if (usedFonts.has(fontNameArg)) {
              const used = usedFonts.get(fontNameArg);
              textState.loadedName = used.loadedName;
              textState.font = used.font;
              textState.fontMatrix = used.fontMatrix;
              break;
            }
            next(handleSetFont(fontNameArg, null).then(() => {
              const { loadedName, font, fontMatrix } = textState;
              usedFonts.set(fontNameArg, { loadedName, font, fontMatrix });
            }));`,
  },
];

/**
 * Its two halves share a thread here: text passes between them a page at a time, and neither it nor
 * what steers it is copied.
 */
const HALVES: readonly Change[] = [
  {
    file: 'pdf.mjs',
    from: 'data: structuredClone(obj, transfer ? {\n        transfer\n      } : null)',
    to: 'data: obj.stream === undefined || obj.chunk !== undefined && obj.chunk.items === undefined ? structuredClone(obj, transfer ? {\n        transfer\n      } : null) : { ...obj, ...(obj.chunk ? { chunk: { ...obj.chunk } } : {}) }',
  },
  {
    file: 'pdf.mjs',
    from: 'const TEXT_CONTENT_CHUNK_SIZE = 100;',
    to: 'const TEXT_CONTENT_CHUNK_SIZE = 10_000;',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'const TEXT_CHUNK_BATCH_SIZE = 10;',
    to: 'const TEXT_CHUNK_BATCH_SIZE = 5_000;',
  },
];

/**
 * Where a document is opened to be read (`onlyText`), its fonts are understood, but not made into
 * such as a canvas draws.
 */
const FONTS: readonly Change[] = [
  {
    file: 'pdf.mjs',
    from: 'evaluatorOptions: {',
    to: 'evaluatorOptions: {\n      onlyText: src.onlyText === true,',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'constructor(name, file, properties, evaluatorOptions) {\n    this.name = name;',
    to: 'constructor(name, file, properties, evaluatorOptions) {\n    properties.onlyText = evaluatorOptions.onlyText;\n    this.name = name;',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'adjustType1ToUnicode(properties, properties.builtInEncoding);\n    }\n    const glyphZeroId',
    to: 'adjustType1ToUnicode(properties, properties.builtInEncoding);\n    }\n    if (properties.onlyText) return undefined;\n    const glyphZeroId',
  },
  {
    file: 'pdf.worker.mjs',
    from: 'const compiler = new CFFCompiler(this.cff);\n    this.seacs',
    to: 'if (properties.onlyText) {\n      this._createBuiltInEncoding();\n      return;\n    }\n    const compiler = new CFFCompiler(this.cff);\n    this.seacs',
  },
];

/** Those of a group hang together. */
export const CHANGES: readonly (readonly Change[])[] = [
  ...MEANING.map((change) => [change]),
  SLANTED,
  [LINKS],
  STATES,
  PLACES,
  LETTERS,
  OPERANDS,
  ...WAITING.map((change) => [change]),
  HALVES,
  FONTS,
];

/** A group of which a place is not found is left out. */
export function changed(file: string, source: string): string {
  return CHANGES.reduce((text, group) => {
    const here = group.filter((change) => change.file === file);
    return here.every(({ from }) => text.includes(from))
      ? here.reduce((sum, { from, to }) => sum.replace(from, () => to), text)
      : text;
  }, source);
}
