/** Builds texts on which a regex is likely to be slow, from its syntax tree. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

type Node = AST.Element | AST.Alternative | AST.Pattern;
const PROBES = [
  ' ',
  '\n',
  'a',
  '0',
  '-',
  '<',
  '[',
  '.',
  '"',
  '/',
  ';',
  ':',
  'é',
  '中',
  '!',
  '}',
  '\u0000',
];
const LAST_CODE_POINT = 0x10_ffff;

const samples = new Map<string, string>();
/** Returns a character of the class: a probe, else the first in Unicode order. Empty if there is none. */
function classSample(raw: string, flags: string): string {
  const key = `${flags} ${raw}`;
  const known = samples.get(key);
  if (known !== undefined) return known;
  const regex = new RegExp(raw, flags);
  let sample = PROBES.find((char) => regex.test(char)) ?? '';
  for (let code = 1; sample === '' && code <= LAST_CODE_POINT; code += 1)
    if (regex.test(String.fromCodePoint(code))) sample = String.fromCodePoint(code);
  samples.set(key, sample);
  return sample;
}

/** Returns a short text that the node matches, or nearly; ignores look-around. */
function sample(node: Node, flags: string): string {
  switch (node.type) {
    case 'Pattern':
    case 'CapturingGroup':
    case 'Group':
      return sample(node.alternatives[0] as AST.Alternative, flags);
    case 'Alternative':
      return node.elements.map((element) => sample(element, flags)).join('');
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return classSample(node.raw, flags.replace(/[gyd]/g, ''));
    case 'Quantifier':
      return sample(node.element, flags).repeat(Math.min(Math.max(node.min, 1), 40));
    default:
      return '';
  }
}

/** Visits every element with the text that leads to it. */
function walk(
  node: Node,
  before: string,
  flags: string,
  each: (element: AST.Element, before: string, after: string) => void,
): void {
  if (node.type === 'Alternative') {
    let text = before;
    for (const [at, element] of node.elements.entries()) {
      each(
        element,
        text,
        node.elements
          .slice(at + 1)
          .map((it) => sample(it, flags))
          .join(''),
      );
      walk(element, text, flags, each);
      text += sample(element, flags);
    }
  } else if (node.type === 'Quantifier') walk(node.element, before, flags, each);
  else if ('alternatives' in node)
    for (const alternative of node.alternatives) walk(alternative, before, flags, each);
}

/** Parts of a text: `unit` is repeated to the full length, after `lead` and before `end`. */
export interface Pump {
  lead: string;
  unit: string;
  end: string;
}

export function pumps(source: string, flags: string): Pump[] {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const units = new Set<string>();
  const found: Pump[] = [];
  walk(pattern, '', flags, (element, before, after) => {
    const text = sample(element, flags);
    if (before !== '' && before.length <= 60) units.add(before);
    if (text === '') return;
    if (element.type === 'Quantifier' && element.max > 1) {
      const unit = sample(element.element, flags);
      // Repeats the quantified part after its prefix, followed by a text that can't match, or fails near the
      // end.
      const ends = ['\u0001', '', `${after}\u2028`];
      if (unit !== '') found.push(...ends.map((end) => ({ lead: before, unit, end })));
      if (before !== '') units.add(before + unit).add(before + unit.repeat(8));
    }
    if (text.length <= 60) units.add(text);
  });
  const generated = sample(pattern, flags);
  if (generated !== '') units.add(generated).add(generated.slice(0, -1) || generated);
  const runs = [...units]
    .filter((unit) => unit !== '')
    .map((unit) => ({ lead: '', unit, end: '\u0001' }));
  const spaces = [' ', '\n', '\t', '[', '<', 'a', '0'].map((unit) => ({
    lead: '',
    unit,
    end: '\u0001',
  }));
  const unique = new Map(
    [...found, ...runs, ...spaces].map((pump) => [JSON.stringify(pump), pump]),
  );
  return [...unique.values()];
}

const LAST_LATIN1 = '\u00ff';

/**
 * Returns a text of about `length` characters. Made from bytes, because V8 copies a joined string
 * when a regex first reads it.
 */
export function pumped({ lead, unit, end }: Pump, length: number): string {
  const isLatin1 = [...lead, ...unit, ...end].every((char) => char <= LAST_LATIN1);
  const [encoding, width] = isLatin1 ? (['latin1', 1] as const) : (['utf16le', 2] as const);
  const count = Math.max(1, Math.floor((length - lead.length) / unit.length));
  const [from, to] = [lead.length * width, (lead.length + count * unit.length) * width];
  const bytes = Buffer.alloc(to + end.length * width);
  bytes.write(lead, 0, encoding);
  bytes.fill(unit, from, to, encoding);
  bytes.write(end, to, encoding);
  return bytes.toString(encoding);
}
