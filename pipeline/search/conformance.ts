/** Conformance suite for engines of the SearchIndex port, called from each engine's test file. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { vectorConformance } from './conformance-vectors.ts';
import type { Chunk, IndexedSource, IndexHit, SearchIndex } from './contract.ts';
import { createRetriever } from './retriever.ts';
import { chunksOf, indexedSource, marked, owner, texts } from './testing/passages.ts';

export { chunksOf, indexedSource };

/** Opens the same store on every call within a test; `fresh` opens an empty one. */
export interface IndexUnderTest {
  fresh(): Promise<void>;
  open(): SearchIndex;
}

const HOSTILE = [
  '"',
  '""',
  '"unclosed word',
  "'; DROP TABLE sources; --",
  'word AND',
  'OR',
  'NOT word',
  'NEAR(word, 2)',
  'title:word',
  '^word',
  'word*',
  '(word',
  '{a b}: word',
  '-word',
  '+',
  'a'.repeat(5000),
  'word '.repeat(900),
  '\u0000word',
  '\ud800',
  '🙂',
  '%_%',
  '``',
  '\\',
  'word\n\r\t',
  'ﷺ',
  '⒈',
  '\u202eword',
  '“”„«»',
  '"word" "word" "',
  'c++ c#',
];

export function searchIndexConformance(name: string, under: IndexUnderTest): void {
  describe(`${name}: the contract of SearchIndex`, () => {
    let index: SearchIndex;
    const opened: SearchIndex[] = [];
    const open = () => {
      const made = under.open();
      opened.push(made);
      return made;
    };
    const add = async (passages: string[], more: Partial<IndexedSource> = {}, heading?: string) => {
      const source = indexedSource(more);
      await index.replace(source, chunksOf(source, passages, heading));
      return source;
    };
    beforeEach(async () => {
      await under.fresh();
      index = open();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((it) => it.close()));
    });

    it('returns a passage complete', async () => {
      const source = await add(
        ['Honey bees dance to tell where flowers are.'],
        { title: 'Bees', sourceType: 'pdf' },
        'Bees › Dance',
      );
      const [hit, ...rest] = await index.search({
        text: 'where do bees dance?',
        ownerId: source.ownerId,
        limit: 10,
      });
      expect(rest).toEqual([]);
      expect(hit).toMatchObject({
        chunkId: `${source.sourceId}-1-0`,
        sourceId: source.sourceId,
        sourceType: 'pdf',
        title: 'Bees',
        heading: 'Bees › Dance',
        text: 'Honey bees dance to tell where flowers are.',
        locator: {
          medium: 'flow',
          paragraph: 1,
          quote: 'Honey bees dance to tell where flowers are.',
        },
        pieces: [{ start: 0, end: 43, from: 0, at: { medium: 'flow', paragraph: 1 } }],
      });
    });

    it('ranks the best passage first and respects the limit', async () => {
      const source = await add([
        'Glaciers move slowly.',
        'Volcanoes erupt lava; lava cools to basalt.',
        'Rivers carry lava stones sometimes, and much else that comes down from the hills.',
      ]);
      const hits = await index.search({ text: 'lava basalt', ownerId: source.ownerId, limit: 10 });
      expect(texts(hits)[0]).toContain('basalt');
      expect(hits).toHaveLength(2);
      expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Infinity);
      expect(await index.search({ text: 'lava', ownerId: source.ownerId, limit: 1 })).toHaveLength(
        1,
      );
    });

    it('finds a passage by its title and headings', async () => {
      const source = await add(
        ['It began in the spring.'],
        { title: 'The French Revolution' },
        'The French Revolution › Bastille',
      );
      for (const text of ['revolution', 'bastille'])
        expect(
          await index.search({ text, ownerId: source.ownerId, limit: 5, match: 'all' }),
        ).toHaveLength(1);
    });

    it('finds words in every language of a library, even the rarest', async () => {
      const ownerId = owner();
      for (const language of ['en', 'de', 'fr', 'es', 'it', 'ru', 'ar', 'el'])
        await add(['One passage.', 'Another.'], { ownerId, language });
      await add(["İncil'in yayılmasında Almanca edebiyatının etkisi vardı."], {
        ownerId,
        language: 'tr',
      });
      expect(texts(await index.search({ text: 'edebiyatının', ownerId, limit: 5 }))[0]).toContain(
        'edebiyatının',
      );
    });

    it('replaces all passages of a source; repeating it changes nothing', async () => {
      const source = await add(['The old word is quagga.', 'Second part.']);
      const next = { ...source, version: 2, title: 'New' };
      await index.replace(next, chunksOf(next, ['The new word is zebra.']));
      await index.replace(next, chunksOf(next, ['The new word is zebra.']));
      expect(await index.search({ text: 'quagga', ownerId: source.ownerId, limit: 5 })).toEqual([]);
      expect(await index.search({ text: 'zebra', ownerId: source.ownerId, limit: 5 })).toHaveLength(
        1,
      );
      expect(await index.counts()).toEqual({ sources: 1, chunks: 1 });
      expect(await index.indexedSources()).toEqual([
        { sourceId: source.sourceId, version: 2, chunks: 1 },
      ]);
    });

    it('adds passages to a source that is still being processed; repeating it changes nothing', async () => {
      const source = await add(['The first page tells of quagga.', 'The second of zebra.']);
      const more = chunksOf(source, [
        'The first page tells of quagga.',
        'The second of zebra.',
        'The third of okapi.',
        'The fourth of kudu.',
      ]).slice(2);
      await index.append(source, more);
      await index.append(source, more);
      for (const text of ['quagga', 'zebra', 'okapi', 'kudu'])
        expect(await index.search({ text, ownerId: source.ownerId, limit: 5 })).toHaveLength(1);
      expect(await index.indexedSources()).toEqual([
        { sourceId: source.sourceId, version: 1, chunks: 4 },
      ]);
      await index.replace(source, chunksOf(source, ['Only addax.']));
      expect(await index.search({ text: 'okapi', ownerId: source.ownerId, limit: 5 })).toEqual([]);
    });

    it('adds passages to a source without any, and never to another version', async () => {
      const source = indexedSource();
      await index.append(
        source,
        chunksOf(source, ['The first page tells of quagga.', 'The second of zebra.']).slice(1),
      );
      expect(await index.search({ text: 'zebra', ownerId: source.ownerId, limit: 5 })).toHaveLength(
        1,
      );
      const next = { ...source, version: 2 };
      await index.append(next, chunksOf(next, ['The first page tells of okapi.']));
      expect(await index.search({ text: 'zebra', ownerId: source.ownerId, limit: 5 })).toEqual([]);
      expect(await index.indexedSources()).toEqual([
        { sourceId: source.sourceId, version: 2, chunks: 1 },
      ]);
    });

    it('replaces in one step: a reader sees the old passages or the new ones, never a mixture', async () => {
      const passages = (word: string) =>
        Array.from({ length: 300 }, (_, at) => `${word} passage number ${at} of many`);
      const source = await add(passages('amber'));
      const reader = open();
      let writing = true;
      const write = (async () => {
        for (const [at, word] of ['beryl', 'coral', 'denim'].entries()) {
          const next = { ...source, version: at + 2 };
          await index.replace(next, chunksOf(next, passages(word)));
        }
      })().finally(() => {
        writing = false;
      });
      do {
        const hits = await reader.search({ text: 'passage', ownerId: source.ownerId, limit: 200 });
        expect(new Set(hits.map((it) => it.text.split(' ')[0])).size).toBe(1);
        expect(hits).toHaveLength(200);
      } while (writing);
      await write;
    });

    it("keeps the old passages if the new ones can't be written", async () => {
      const source = await add(['The heron waits.']);
      const broken = { ...chunksOf(source, ['Other'])[0], text: Symbol('no text') };
      await expect(index.replace(source, [broken as unknown as Chunk])).rejects.toThrow();
      expect(await index.search({ text: 'heron', ownerId: source.ownerId, limit: 5 })).toHaveLength(
        1,
      );
    });

    it('removes a source and clears everything', async () => {
      const first = await add(['Removed passage.']);
      const second = await add(['Kept passage.'], { ownerId: first.ownerId });
      await index.remove(first.sourceId);
      await index.remove(first.sourceId);
      expect(
        texts(await index.search({ text: 'passage', ownerId: first.ownerId, limit: 5 })),
      ).toEqual(['Kept passage.']);
      await index.clear();
      expect(await index.counts()).toEqual({ sources: 0, chunks: 0 });
      await index.replace(second, chunksOf(second, ['Kept passage.']));
      expect(
        await index.search({ text: 'passage', ownerId: first.ownerId, limit: 5 }),
      ).toHaveLength(1);
    });

    it('never shows one owner the passages of another', async () => {
      const mine = await add(['The shared word is canary.']);
      const theirs = await add(['The shared word is canary too.']);
      const stranger = owner();
      for (const match of ['all', 'any'] as const) {
        for (const text of ['canary', '"shared word"', 'can', `canary" OR "${theirs.ownerId}`]) {
          const hits = await index.search({ text, ownerId: mine.ownerId, limit: 200, match });
          expect(hits.filter((hit) => hit.sourceId !== mine.sourceId)).toEqual([]);
          expect(
            await index.search({
              text,
              ownerId: mine.ownerId,
              sourceIds: [theirs.sourceId],
              limit: 200,
              match,
            }),
          ).toEqual([]);
          expect(await index.search({ text, ownerId: stranger, limit: 200, match })).toEqual([]);
        }
      }
    });

    it('filters by sources and by type', async () => {
      const a = await add(['Common ground.'], { sourceType: 'pdf' });
      const b = await add(['Common ground.'], { ownerId: a.ownerId, sourceType: 'web' });
      const found = async (more: object) =>
        (await index.search({ text: 'common', ownerId: a.ownerId, limit: 9, ...more })).map(
          (it) => it.sourceId,
        );
      expect(await found({ sourceIds: [b.sourceId] })).toEqual([b.sourceId]);
      expect(await found({ sourceIds: [] })).toEqual([]);
      expect(await found({ sourceType: 'pdf' })).toEqual([a.sourceId]);
      expect(await found({ sourceType: 'pdf', sourceIds: [b.sourceId] })).toEqual([]);
      expect((await found({})).sort()).toEqual([a.sourceId, b.sourceId].sort());
    });

    it.each([
      ['zh', '黑豹队的防守只丢了308分，在联赛中排名第六。', '防守排名', ['防守', '排名']],
      ['ja', '東京タワーは1958年に完成した電波塔です。', '電波塔の完成', ['完成', '電波塔']],
      ['ko', '대한민국의 수도는 서울특별시이다.', '서울', ['서울']],
      ['th', 'กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย', 'เมืองหลวง', ['เมืองหลวง']],
    ])(
      'finds words in %s, which is written without spaces',
      async (language, text, question, words) => {
        const source = await add([text], { language });
        const [hit] = await index.search({ text: question, ownerId: source.ownerId, limit: 5 });
        expect(hit && marked(hit)).toEqual(expect.arrayContaining(words));
      },
    );

    it('finds a single Chinese character', async () => {
      const source = await add(['我家有一只猫。'], { language: 'zh' });
      const [hit] = await index.search({
        text: '猫',
        ownerId: source.ownerId,
        limit: 5,
        match: 'all',
      });
      expect(hit && marked(hit)).toEqual(['猫']);
      expect(
        await index.search({ text: '狗', ownerId: source.ownerId, limit: 5, match: 'all' }),
      ).toEqual([]);
    });

    it.each([
      ['en', 'The committee decided on new regulations.', 'decision regulating', ['regulations']],
      ['en', 'She was running through the fields.', 'runs', ['running']],
      ['de', 'Die Häuser der Bürger waren alt.', 'haus', ['Häuser']],
      ['fr', 'Les étudiantes parlaient doucement.', 'étudiant', ['étudiantes']],
      ['ru', 'Книги лежали на столе.', 'книга', ['Книги']],
      ['es', 'Las canciones más populares.', 'canción', ['canciones']],
    ])('finds other forms of a word in %s', async (language, text, question, words) => {
      const source = await add([text], { language });
      const [hit] = await index.search({ text: question, ownerId: source.ownerId, limit: 5 });
      expect(hit && marked(hit)).toEqual(words);
    });

    it('finds each source by its own language in a library with several', async () => {
      const en = await add(['Many studies were made.'], { language: 'en-GB' });
      const de = await add(['Viele Studien wurden gemacht.'], {
        ownerId: en.ownerId,
        language: 'de',
      });
      expect(
        (await index.search({ text: 'study', ownerId: en.ownerId, limit: 5 })).map(
          (it) => it.sourceId,
        ),
      ).toContain(en.sourceId);
      expect(
        (await index.search({ text: 'Studie', ownerId: en.ownerId, limit: 5 })).map(
          (it) => it.sourceId,
        ),
      ).toContain(de.sourceId);
    });

    it.each([
      ['cafe', 'Le Café était fermé.', 'Café'],
      ['CAFÉ', 'the cafe was closed', 'cafe'],
      ['Zürich', 'Zurich is in the north.', 'Zurich'],
      ['strasse', 'Die lange Straße', 'Straße'],
      ['ﬁnal', 'the final day', 'final'],
      ['ABC', 'the ＡＢＣ of it', 'ＡＢＣ'],
      ['cafe', 'un cafe\u0301 noir', 'cafe\u0301'],
      [
        'cooperation',
        'their co\u00adop\u00ader\u00ada\u00adtion',
        'co\u00adop\u00ader\u00ada\u00adtion',
      ],
    ])('ignores accents, case and compatible forms: %s', async (question, text, word) => {
      const source = await add([text]);
      const [hit] = await index.search({
        text: question,
        ownerId: source.ownerId,
        limit: 5,
        match: 'all',
      });
      expect(hit && marked(hit)).toEqual([word]);
    });

    it('requires every word with `all`, and falls back to the best match if no passage has them', async () => {
      const source = await add(['Wind and water.', 'Only wind here.']);
      const find = async (text: string) =>
        texts(await index.search({ text, ownerId: source.ownerId, limit: 5, match: 'all' }));
      expect(await find('water wind')).toEqual(['Wind and water.']);
      expect(await find('wind granite')).toHaveLength(2);
      expect(await find('granite')).toEqual([]);
    });

    it('searches for a quoted phrase literally', async () => {
      const source = await add([
        'The cell divides; energy follows.',
        'Dividing energy cells',
        'A solar cell gives energy.',
        'Cells divide energy.',
      ]);
      const find = async (text: string) =>
        index.search({ text, ownerId: source.ownerId, limit: 5, match: 'all' });
      expect(texts(await find('"solar cell"'))).toEqual(['A solar cell gives energy.']);
      expect(marked((await find('“solar cell” energy'))[0] as IndexHit)).toEqual([
        'solar cell',
        'energy',
      ]);
      expect(texts(await find('"cells divide"'))).toEqual(['Cells divide energy.']);
    });

    it('completes the last word of a search', async () => {
      const source = await add(['Computational photography', 'Completely other'], {
        language: 'en',
      });
      for (const text of ['comput', 'computati', 'photography computatio']) {
        const [hit, ...rest] = await index.search({
          text,
          ownerId: source.ownerId,
          limit: 5,
          match: 'all',
        });
        expect(rest).toEqual([]);
        expect(hit && marked(hit)[0]).toBe('Computational');
      }
      expect(
        await index.search({ text: 'comput', ownerId: source.ownerId, limit: 5, match: 'any' }),
      ).toHaveLength(1);
    });

    it.each([
      ['all', 'photosinthesis', 'Photosynthesis'],
      ['any', 'what is photosintesis about', 'Photosynthesis'],
      ['all', 'chlorophyl leaf', 'Chlorophyll'],
      ['all', 'glasier', 'glacier'],
    ] as const)(
      'corrects a misspelt word that no passage has: %s %s',
      async (match, text, word) => {
        const source = await add([
          'Photosynthesis feeds plants.',
          'Chlorophyll makes a leaf green.',
          'The glacier moved.',
          'Nothing else is here.',
        ]);
        const [hit] = await index.search({ text, ownerId: source.ownerId, limit: 5, match });
        expect(hit && marked(hit)).toContain(word);
        expect(
          await index.search({ text: 'quaternion', ownerId: source.ownerId, limit: 5, match }),
        ).toEqual([]);
      },
    );

    it('highlights exactly the matched words in the original text', async () => {
      const text = '“Résumé” – the RESUMES, 😀 résumé! and presumed';
      const source = await add([text]);
      const [hit] = await index.search({ text: 'resume', ownerId: source.ownerId, limit: 5 });
      expect(hit && marked(hit)).toEqual(['Résumé', 'RESUMES', 'résumé']);
    });

    it('returns the part of a long text around the match', async () => {
      const long = `${'Sand and sea. '.repeat(1_000)}Otters hold hands. ${'Sea and sand. '.repeat(1_000)}`;
      const source = await add([long]);
      const [hit] = await index.search({
        text: 'otters',
        ownerId: source.ownerId,
        limit: 5,
        maxTextLength: 1_000,
      });
      expect(hit?.text.length).toBe(1_000);
      expect(hit && marked(hit)).toEqual(['Otters']);
      expect(hit?.pieces).toEqual([]);
    });

    it('ignores the stop words of a question', async () => {
      const source = await add(['What is this and what is that?', 'Photosynthesis feeds plants.']);
      expect(
        texts(
          await index.search({
            text: 'What is photosynthesis?',
            ownerId: source.ownerId,
            limit: 5,
          }),
        ),
      ).toEqual(['Photosynthesis feeds plants.']);
      expect(
        await index.search({ text: 'what is this', ownerId: source.ownerId, limit: 5 }),
      ).toHaveLength(1);
    });

    it('ranks a passage with the words in the question’s order first', async () => {
      const { ownerId } = await add(['A dog bites the man.']);
      for (const text of [
        'A man bites the dog.',
        'The man bites a dog.',
        'Bites a man the dog?',
        'Bites the dog a man?',
      ])
        await add([text], { ownerId });
      const retriever = createRetriever({ index, log: createLog('silent') });
      for (const text of ['dog bites man', 'Which dog bites the man?']) {
        const { hits } = await retriever.search({ text, ownerId, limit: 5, match: 'any' });
        expect(hits, text).toHaveLength(5);
        expect(hits[0]?.text, text).toBe('A dog bites the man.');
      }
    });

    it('accepts any string as a query', async () => {
      const source = await add(['A word about nothing.']);
      for (const text of HOSTILE) {
        for (const match of ['all', 'any'] as const) {
          await expect(
            index.search({ text, ownerId: source.ownerId, limit: 5, match }),
            JSON.stringify(text.slice(0, 40)),
          ).resolves.toBeInstanceOf(Array);
        }
      }
    });

    it('distinguishes C++ from C', async () => {
      const source = await add([
        'Written in C++ mostly.',
        'Written in C mostly.',
        'Written in C# mostly.',
      ]);
      expect(
        texts(await index.search({ text: 'C++', ownerId: source.ownerId, limit: 5, match: 'all' })),
      ).toEqual(['Written in C++ mostly.']);
    });

    it("serves two handles at once, each of which sees the other's writes", async () => {
      const other = open();
      const ownerId = owner();
      const sources = Array.from({ length: 24 }, () => indexedSource({ ownerId }));
      await Promise.all(
        sources.map((source, at) =>
          (at % 2 ? index : other).replace(source, chunksOf(source, ['Shared harbour', 'More'])),
        ),
      );
      for (const handle of [index, other]) {
        expect(await handle.counts()).toEqual({ sources: 24, chunks: 48 });
        expect(await handle.search({ text: 'harbour', ownerId, limit: 100 })).toHaveLength(24);
      }
    });

    it('throws `unavailable` once closed', async () => {
      const other = open();
      await other.counts();
      await other.close();
      await other.close();
      await expect(other.counts()).rejects.toMatchObject({ code: 'unavailable' });
    });

    vectorConformance(() => index);
  });
}
