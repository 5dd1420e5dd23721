/** How often true and false claims about passages are shown as supported. */
import { supportOf } from '../../api/answer/support.ts';
import { passages } from '../../api/answer/testing/passages.ts';
import { claimPairs } from './lib/claim-pairs.ts';
import { retrievalSets } from './lib/retrieval.ts';
import type { Row } from './lib/table.ts';

/** Uses every nth paragraph of the larger set. */
const STRIDE = 4;

export function supportRows(): Row[] {
  return retrievalSets()
    .filter((it) => /squad/.test(it.name))
    .map(({ name, language, documents }) => {
      const stride = name.startsWith('xquad') ? 1 : STRIDE;
      const texts = documents.flatMap(({ id, title, text }, at) => {
        const other = documents.find((it) => it.title === title && it.id !== id)?.text;
        return at % stride === 0
          ? [{ title, text, ...(other === undefined ? {} : { other }) }]
          : [];
      });
      const counts = new Map<string, { all: number; supported: number }>();
      for (const { kind, claim, passage, title } of claimPairs(texts, language)) {
        const [it] = passages([{ text: passage, title, heading: '', language }]);
        if (!it) continue;
        const judged = { clause: claim, sentence: claim, paragraph: claim, answerSoFar: claim };
        const isSupported = supportOf(it, judged).strength === 'supported';
        for (const key of [kind, ...(kind === 'true' ? [] : ['false'])]) {
          const count = counts.get(key) ?? { all: 0, supported: 0 };
          counts.set(key, { all: count.all + 1, supported: count.supported + Number(isSupported) });
        }
      }
      const share = (kind: string): number | string => {
        const count = counts.get(kind);
        return count ? count.supported / count.all : '';
      };
      return {
        set: name,
        claims: (counts.get('true')?.all ?? 0) + (counts.get('false')?.all ?? 0),
        'true, shown as supported': share('true'),
        'false, shown as supported': share('false'),
        'number changed': share('number changed'),
        negated: share('negated'),
        swapped: share('swapped'),
        'wrong passage': share('wrong passage'),
      };
    });
}
