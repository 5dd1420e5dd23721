import { describe, expect, it } from 'vitest';
import { alignTexts } from './align.ts';
import { reanchor } from './anchor.ts';
import { editDocument, isReplaced, lay, makeDocument, seeded, type Paragraphs, type Random } from './testing/edit-script.ts';

/** What has become of `quote`, the nth of its kind, when the text turned into another. */
function became(before: string, after: string, quote: string, nth = 0): string {
  let start = before.indexOf(quote);
  for (let n = 0; n < nth; n += 1) start = before.indexOf(quote, start + 1);
  const found = reanchor(alignTexts(before, after), start, start + quote.length);
  return found ? `${found.exact ? 'exact' : 'edited'}: ${after.slice(found.start, found.end)} @${found.start}` : 'lost';
}
const INTRO = 'The report was written in spring by three people of the office.';
const END = 'All figures were checked twice by people from outside the office.';

describe('finding a stretch again', () => {
  it('stays where nothing changed, and follows a paragraph that went elsewhere', () => {
    const text = `${INTRO}\n\nRevenue grew by twelve percent in the north.\n\n${END}`;
    expect(became(text, text, 'grew by twelve')).toBe('exact: grew by twelve @73');
    expect(became(text, `Revenue grew by twelve percent in the north.\n\n${INTRO}\n\n${END}`, 'grew by twelve')).toBe('exact: grew by twelve @8');
  });
  it('tells how an edited sentence reads now', () => {
    const text = `${INTRO}\n\nRevenue grew by twelve percent in the north of the country.\n\n${END}`;
    expect(became(text, text.replace('twelve', 'eleven'), 'Revenue grew by twelve percent in the north')).toBe('edited: Revenue grew by eleven percent in the north @65');
    expect(became(text, text.replace('Revenue', 'Our revenue'), 'twelve percent in the north')).toMatch(/^exact: twelve percent in the north/);
  });
  it('does not take a lookalike that stood beside it for what is gone', () => {
    const one = 'In 2019 the revenue of the northern office grew by 12 percent.';
    const other = 'In 2020 the revenue of the northern office grew by 13 percent.';
    expect(became(`${INTRO} ${one}\n\n${other} ${END}`, `${INTRO}\n\n${other} ${END}`, one)).toBe('lost');
    expect(became(`${INTRO} ${one} ${other} ${END}`, `${INTRO} ${other.replace('grew', 'rose')} ${END}`, one)).toBe('lost');
  });
  it('does not take a lookalike that comes elsewhere for what is gone', () => {
    const one = 'In 2019 the revenue of the northern office grew by 12 percent.';
    expect(became(`${INTRO} ${one} It went on.\n\n${END}`, `${INTRO} It went on.\n\n${END}\n\nAn appendix. ${one.replace('2019', '2021')}`, one)).toBe('lost');
  });
  it('says lost where two are equally likely', () => {
    const one = 'In 2019 the revenue of the northern office grew by 12 percent.';
    expect(became(`${INTRO} ${one} ${END}`, `${INTRO} ${one.replace('2019', '2018')} ${one.replace('2019', '2017')} ${END}`, one)).toBe('lost');
  });
  it('knows twins by their neighbours', () => {
    const twin = 'Read more about this in the archive of the office.';
    const text = `${INTRO} ${twin}\n\nA paragraph stands between the two of them here. ${twin} ${END}`;
    const gone = `${INTRO}\n\nA paragraph stands between the two of them here. ${twin} ${END}`;
    expect(became(text, gone, twin)).toBe('lost');
    expect(became(text, gone, twin, 1)).toBe(`exact: ${twin} @${gone.indexOf(twin)}`);
  });
  it('asks of a short word what stood around it', () => {
    const text = `${INTRO} The yes was heard in the room by all who sat there. ${END}`;
    expect(became(text, text.replace('in the room', 'in the hall'), 'yes was')).toMatch(/^exact: yes was/);
    expect(became(text, `${INTRO} Nobody could say whether it was yes was or no was. ${END}`, 'yes was')).toBe('lost');
  });
  it('finds a long quote by its ends where its middle changed a little, and not where it is another text', () => {
    const long = Array.from({ length: 12 }, (_, n) => `Sentence number ${n} tells of the ${['river', 'mill', 'road'][n % 3]} that runs past house ${n * 7}.`).join(' ');
    const text = `${INTRO}\n\n${long}\n\n${END}`;
    expect(became(text, text.replace('house 35', 'barn 35'), long)).toMatch(/^edited: Sentence number 0 .*barn 35.*house 77\. @65$/);
    expect(became(text, `${INTRO}\n\n${long.replace(/Sentence number [3-9][^.]*\./g, 'Nothing of it is left.')}\n\n${END}`, long)).toBe('lost');
  });
  it('is not led astray by white space, case, ligatures and quote marks', () => {
    const text = `${INTRO}\n\nHe said: "The office is fine, and efficient."\n\n${END}`;
    expect(became(text, text.replace('"The office', '“The  office').replace('efficient."', 'eﬃcient.”'), 'office is fine, and efficient')).toMatch(/^exact: office is fine, and eﬃcient/);
  });
  it('answers for nothing at all', () => {
    expect(reanchor(alignTexts('', ''), 0, 0)).toBeUndefined();
    expect(reanchor(alignTexts('One.', ''), 0, 4)).toBeUndefined();
    expect(reanchor(alignTexts(' \n\n ', 'x'), 0, 2)).toBeUndefined();
  });
});

/** Whole sentences, pieces of one, and two in a row: what people mark. */
function* quotes(document: Paragraphs, random: Random): Generator<{ ids: number[]; from: number; to: number }> {
  for (const paragraph of document) {
    for (const [n, { id, words }] of paragraph.entries()) {
      yield { ids: [id], from: 0, to: words.length };
      if (words.length >= 6) {
        const from = Math.floor(random() * (words.length - 3));
        yield { ids: [id], from, to: from + 2 + Math.floor(random() * (words.length - from - 2)) };
      }
      const next = paragraph[n + 1];
      if (next) yield { ids: [id, next.id], from: 0, to: words.length + next.words.length };
    }
  }
}

describe('over edit scripts with a known truth', () => {
  it('is never wrong, and finds most of what is left', () => {
    const count = { unedited: 0, edited: 0, lostUnedited: 0, lostEdited: 0, gone: 0 };
    const wrong: string[] = [];
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed);
      const document = makeDocument(random, 8 + Math.floor(random() * 20));
      const next = editDocument(random, document, 1 + Math.floor(random() * 14));
      const [before, after] = [lay(document), lay(next)];
      const alignment = alignTexts(before.text, after.text);
      const now = new Map(next.flat().map((sentence) => [sentence.id, sentence]));
      for (const { ids, from, to } of quotes(document, random)) {
        const was = ids.flatMap((id) => before.words.get(id) ?? []).slice(from, to);
        const [start, end] = [was[0]?.start ?? 0, was.at(-1)?.end ?? 0];
        // The words of the quote that are left, where they are now.
        let passed = 0;
        const left = ids.flatMap((id) => {
          const base = passed;
          passed += before.words.get(id)?.length ?? 0;
          const sentence = now.get(id);
          return (after.words.get(id) ?? []).filter((_, n) => { const word = sentence?.from[n] ?? -1; return word >= 0 && base + word >= from && base + word < to; });
        });
        const found = reanchor(alignment, start, end);
        const isThere = left.length >= 0.85 * was.length;
        const touched = found ? left.filter((word) => word.start < found.end && found.start < word.end).length : 0;
        if (ids.some((id) => !now.has(id) && isReplaced(id, document, next))) continue;
        if (found && touched < 0.5 * was.length) wrong.push(`${seed}: ${before.text.slice(start, end)} → ${after.text.slice(found.start, found.end)}`);
        else if (found?.exact && found.end - found.start > end - start + 2) wrong.push(`${seed}: too much for ${before.text.slice(start, end)}: ${after.text.slice(found.start, found.end)}`);
        else if (!isThere) count.gone += 1;
        else if (left.length === was.length) count[found ? 'unedited' : 'lostUnedited'] += 1;
        else count[found ? 'edited' : 'lostEdited'] += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(count.unedited / (count.unedited + count.lostUnedited)).toBeGreaterThan(0.98);
    expect(count.edited / (count.edited + count.lostEdited)).toBeGreaterThan(0.7);
  });
});
