import { describe, expect, it } from 'vitest';
import { alignTexts } from './align-texts.ts';
import { reanchor } from './anchor.ts';
import { casesOf, judge } from './testing/edit-script.ts';

/** The outcome of the nth `quote` after the text has changed. */
function became(before: string, after: string, quote: string, nth = 0): string {
  let start = before.indexOf(quote);
  for (let n = 0; n < nth; n += 1) start = before.indexOf(quote, start + 1);
  const found = reanchor(alignTexts(before, after), start, start + quote.length);
  return found
    ? `${found.exact ? 'exact' : 'edited'}: ${after.slice(found.start, found.end)} @${found.start}`
    : 'lost';
}
const INTRO = 'The report was written in spring by three people of the office.';
const END = 'All figures were checked twice by people from outside the office.';

describe('finding a range in a new version', () => {
  it('stays if nothing changed, and follows a moved paragraph', () => {
    const text = `${INTRO}\n\nRevenue grew by twelve percent in the north.\n\n${END}`;
    expect(became(text, text, 'grew by twelve')).toBe('exact: grew by twelve @73');
    expect(
      became(
        text,
        `Revenue grew by twelve percent in the north.\n\n${INTRO}\n\n${END}`,
        'grew by twelve',
      ),
    ).toBe('exact: grew by twelve @8');
  });
  it('returns the edited text of a sentence', () => {
    const text = `${INTRO}\n\nRevenue grew by twelve percent in the north of the country.\n\n${END}`;
    expect(
      became(text, text.replace('twelve', 'eleven'), 'Revenue grew by twelve percent in the north'),
    ).toBe('edited: Revenue grew by eleven percent in the north @65');
    expect(
      became(text, text.replace('Revenue', 'Our revenue'), 'twelve percent in the north'),
    ).toMatch(/^exact: twelve percent in the north/);
  });
  it('does not mistake a similar neighbour for deleted text', () => {
    const one = 'In 2019 the revenue of the northern office grew by 12 percent.';
    const other = 'In 2020 the revenue of the northern office grew by 13 percent.';
    expect(became(`${INTRO} ${one}\n\n${other} ${END}`, `${INTRO}\n\n${other} ${END}`, one)).toBe(
      'lost',
    );
    expect(
      became(
        `${INTRO} ${one} ${other} ${END}`,
        `${INTRO} ${other.replace('grew', 'rose')} ${END}`,
        one,
      ),
    ).toBe('lost');
  });
  it('does not mistake similar text elsewhere for deleted text', () => {
    const one = 'In 2019 the revenue of the northern office grew by 12 percent.';
    expect(
      became(
        `${INTRO} ${one} It went on.\n\n${END}`,
        `${INTRO} It went on.\n\n${END}\n\nAn appendix. ${one.replace('2019', '2021')}`,
        one,
      ),
    ).toBe('lost');
  });
  it('is lost if two candidates are equally likely', () => {
    const one = 'In 2019 the revenue of the northern office grew by 12 percent.';
    expect(
      became(
        `${INTRO} ${one} ${END}`,
        `${INTRO} ${one.replace('2019', '2018')} ${one.replace('2019', '2017')} ${END}`,
        one,
      ),
    ).toBe('lost');
  });
  it('distinguishes duplicates by their neighbours', () => {
    const twin = 'Read more about this in the archive of the office.';
    const text = `${INTRO} ${twin}\n\nA paragraph stands between the two of them here. ${twin} ${END}`;
    const gone = `${INTRO}\n\nA paragraph stands between the two of them here. ${twin} ${END}`;
    expect(became(text, gone, twin)).toBe('lost');
    expect(became(text, gone, twin, 1)).toBe(`exact: ${twin} @${gone.indexOf(twin)}`);
  });
  it('checks the text around a short quote', () => {
    const text = `${INTRO} The yes was heard in the room by all who sat there. ${END}`;
    expect(became(text, text.replace('in the room', 'in the hall'), 'yes was')).toMatch(
      /^exact: yes was/,
    );
    expect(
      became(text, `${INTRO} Nobody could say whether it was yes was or no was. ${END}`, 'yes was'),
    ).toBe('lost');
  });
  it('finds a long quote by its ends if its middle changed a little, but not if the text differs', () => {
    const long = Array.from(
      { length: 12 },
      (_, n) =>
        `Sentence number ${n} tells of the ${['river', 'mill', 'road'][n % 3]} that runs past house ${n * 7}.`,
    ).join(' ');
    const text = `${INTRO}\n\n${long}\n\n${END}`;
    expect(became(text, text.replace('house 35', 'barn 35'), long)).toMatch(
      /^edited: Sentence number 0 .*barn 35.*house 77\. @65$/,
    );
    expect(
      became(
        text,
        `${INTRO}\n\n${long.replace(/Sentence number [3-9][^.]*\./g, 'Nothing of it is left.')}\n\n${END}`,
        long,
      ),
    ).toBe('lost');
  });
  it('ignores white space, case, ligatures and quote marks', () => {
    const text = `${INTRO}\n\nHe said: "The office is fine, and efficient."\n\n${END}`;
    expect(
      became(
        text,
        text.replace('"The office', '“The  office').replace('efficient."', 'eﬃcient.”'),
        'office is fine, and efficient',
      ),
    ).toMatch(/^exact: office is fine, and eﬃcient/);
  });
  it('handles empty texts', () => {
    expect(reanchor(alignTexts('', ''), 0, 0)).toBeUndefined();
    expect(reanchor(alignTexts('One.', ''), 0, 4)).toBeUndefined();
    expect(reanchor(alignTexts(' \n\n ', 'x'), 0, 2)).toBeUndefined();
  });
});

describe('over random edits with known results', () => {
  it('is never wrong, and finds most of the remaining text', () => {
    const count = { right: 0, wrong: 0, missed: 0, gone: 0 };
    const edited = { right: 0, wrong: 0, missed: 0, gone: 0 };
    const wrong: string[] = [];
    for (let seed = 1; seed <= 150; seed += 1) {
      let alignment: ReturnType<typeof alignTexts> | undefined;
      for (const it of casesOf(seed)) {
        alignment ??= alignTexts(it.before.text, it.after.text);
        const found = reanchor(alignment, it.start, it.end);
        const verdict = judge(it, found);
        (it.left.length === it.words ? count : edited)[verdict] += 1;
        if (verdict === 'wrong')
          wrong.push(
            `${seed}: ${it.before.text.slice(it.start, it.end)} → ${it.after.text.slice(found?.start, found?.end)}`,
          );
        if (found?.exact && found.end - found.start > it.end - it.start + 2)
          wrong.push(`${seed}: too much for ${it.before.text.slice(it.start, it.end)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count.right / (count.right + count.missed)).toBeGreaterThan(0.98);
    expect(edited.right / (edited.right + edited.missed)).toBeGreaterThan(0.7);
  });
});
