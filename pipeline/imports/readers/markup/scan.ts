/**
 * Reads markup as a stream of tags and text, without a tree: exports reach 50 MB, leave hundreds of
 * thousands of tags open, and must not exhaust the stack by nesting. Declarations are skipped, so
 * that a file can't define entities; the entities of HTML are known everywhere.
 */
import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities';
import { Tokenizer } from 'htmlparser2';

export interface MarkupEvents {
  /** Names are in lower case; `at` is the offset of the tag. */
  open(name: string, attributes: ReadonlyMap<string, string>, at: number): void;
  close(name: string, at: number): void;
  text(text: string): void;
  /** The text ended within a tag or comment that starts at `at`. */
  cut(at: number): void;
}

export function scanMarkup(text: string, { xml }: { xml: boolean }, events: MarkupEvents): void {
  let [name, attribute, value, at] = ['', '', '', -1];
  let attributes = new Map<string, string>();
  const finish = (selfClosing: boolean) => {
    const [opened, began] = [name, at];
    at = -1;
    events.open(opened, attributes, began);
    if (selfClosing) events.close(opened, began);
  };
  const comment = (start: number, end: number, closer: string) => {
    if (end >= text.length && !text.endsWith(closer)) events.cut(start);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: xml, decodeEntities: false },
    {
      onopentagname: (start, end) => {
        name = text.slice(start, end).toLowerCase();
        at = start - 1;
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attribute = text.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += text.slice(start, end);
      },
      onattribend: () => {
        if (!attributes.has(attribute))
          attributes.set(attribute, value.includes('&') ? decodeHTMLAttribute(value) : value);
      },
      onopentagend: () => {
        finish(false);
      },
      onselfclosingtag: () => {
        finish(true);
      },
      onclosetag: (start, end) => {
        events.close(text.slice(start, end).toLowerCase(), start - 2);
      },
      ontext: (start, end) => {
        const raw = text.slice(start, end);
        events.text(raw.includes('&') ? decodeHTMLStrict(raw) : raw);
      },
      oncdata: (start, end, offset) => {
        events.text(text.slice(start, end - offset));
        comment(start, end, ']]>');
      },
      oncomment: (start, end) => {
        comment(start, end, '-->');
      },
      onattribentity: () => undefined,
      ontextentity: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
      // Titles mention <script> and <textarea> unescaped, so no tag may turn the rest into raw text.
      isInForeignContext: () => true,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  if (at >= 0) events.cut(at);
}

/** Returns the line of an offset, from 1; offsets must be ascending. */
export function lineCounter(text: string): (at: number) => number {
  let [line, next] = [1, text.indexOf('\n')];
  return (at) => {
    while (next >= 0 && next < at) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

/**
 * Returns the first element of a text that starts as markup, in lower case; `netscape` for a
 * bookmark file.
 */
export function rootElement(text: string): string | undefined {
  let at = 0;
  const skipTo = (closer: string) => {
    const found = text.indexOf(closer, at);
    at = found < 0 ? text.length : found + closer.length;
  };
  for (;;) {
    at += /^\s*/.exec(text.slice(at, at + 4096))?.[0].length ?? 0;
    if (text.startsWith('<!--', at)) skipTo('-->');
    else if (text.startsWith('<?', at)) skipTo('?>');
    else if (text.startsWith('<!', at)) {
      if (/^<!doctype\s+netscape-bookmark/i.test(text.slice(at, at + 40))) return 'netscape';
      const [subset, end] = [text.indexOf('[', at), text.indexOf('>', at)];
      if (subset >= 0 && subset < end) skipTo(']');
      skipTo('>');
    } else break;
  }
  return /^<([a-z_][\w.-]*(?::[a-z_][\w.-]*)?)(?=[\s>/])/i
    .exec(text.slice(at, at + 200))?.[1]
    ?.toLowerCase();
}
