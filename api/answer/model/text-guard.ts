/**
 * Makes text safe to store and show: without control characters and unpaired surrogates, up to a
 * maximum of bytes.
 */
export interface TextGuard {
  pass(delta: string): string;
  readonly full: boolean;
}

const CONTROLS = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]', 'g');

export function createTextGuard(maxBytes: number): TextGuard {
  let half = '';
  let bytes = 0;
  let full = false;
  return {
    get full() {
      return full;
    },
    pass(delta) {
      if (full || delta === '') return '';
      let text = half + delta;
      half = '';
      // The first half of a surrogate pair whose second half is in the next delta.
      if (/[\ud800-\udbff]$/.test(text)) {
        half = text.slice(-1);
        text = text.slice(0, -1);
      }
      text = text.replace(CONTROLS, '').toWellFormed();
      const size = Buffer.byteLength(text);
      if (bytes + size > maxBytes) {
        full = true;
        text = Buffer.from(text)
          .subarray(0, maxBytes - bytes)
          .toString('utf8')
          .replace(/(?<!\ufffd)\ufffd+$/, '');
      }
      bytes += size;
      return text;
    },
  };
}
