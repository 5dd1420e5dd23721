/**
 * pdf.js with small changes, made while it is loaded: it hands on what a document says that its glyphs mean
 * (ActualText, in which scripts such as Devanagari and Thai are printed); links within the document, of which there
 * may be thousands, are not read; saved states do not grow into chains; streams are inflated at once; a letter's
 * place is reckoned in one step; a font used before on a page is not waited for again; and text is passed between
 * its two halves, which share a thread here, without being copied. A version in which a place is not found is used as
 * it is there.
 */
import { registerHooks } from 'node:module';

interface Change { file: string; from: string; to: string }
export const CHANGES: readonly Change[] = [
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
  {
    file: 'pdf.worker.mjs',
    from: 'const clone = Object.assign(Object.create(this), this);\n    clone.textMatrix',
    to: 'const clone = Object.assign(Object.create(TextState.prototype), this);\n    clone.textMatrix',
  },
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
    from: 'return Util.transform(textState.ctm, Util.transform(textState.textMatrix, tsm));',
    to: `const { ctm: c, textMatrix: m } = textState;
      const [p0, p1, p2, p3] = [m[0] * tsm[0], m[1] * tsm[0], m[2] * tsm[3], m[3] * tsm[3]];
      const [p4, p5] = [m[2] * tsm[5] + m[4], m[3] * tsm[5] + m[5]];
      return [c[0] * p0 + c[2] * p1, c[1] * p0 + c[3] * p1, c[0] * p2 + c[2] * p3, c[1] * p2 + c[3] * p3, c[0] * p4 + c[2] * p5 + c[4], c[1] * p4 + c[3] * p5 + c[5]];`,
  },
  {
    file: 'pdf.worker.mjs',
    from: 'textState.fontSize = fontSizeArg;\n            next(handleSetFont(fontNameArg, null));',
    to: `textState.fontSize = fontSizeArg;
            const usedFonts = preprocessor.usedFonts ??= new Map();
            if (usedFonts.has(fontNameArg)) {
              Object.assign(textState, usedFonts.get(fontNameArg));
              break;
            }
            next(handleSetFont(fontNameArg, null).then(() => {
              const { loadedName, font, fontMatrix } = textState;
              usedFonts.set(fontNameArg, { loadedName, font, fontMatrix });
            }));`,
  },
  {
    file: 'pdf.mjs',
    from: 'data: structuredClone(obj, transfer ? {\n        transfer\n      } : null)',
    to: 'data: obj.chunk?.items === undefined ? structuredClone(obj, transfer ? {\n        transfer\n      } : null) : { ...obj, chunk: { ...obj.chunk } }',
  },
];

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const changes = CHANGES.filter(({ file }) => url.endsWith(`/pdfjs-dist/legacy/build/${file}`));
    if (changes.length === 0 || loaded.source === undefined || loaded.source === null) return loaded;
    const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
    return { ...loaded, source: changes.reduce((text, { from, to }) => text.replace(from, () => to), source) };
  },
});
// The second half would be loaded with the first document, out of the hooks' reach.
const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
hooks.deregister();

export const { getDocument, InvalidPDFException, PasswordException, PDFDateString, VerbosityLevel, OPS } = library;
