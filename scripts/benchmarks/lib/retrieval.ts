/**
 * Retrieval sets with ground truth: `corpus.jsonl.gz`, `queries.jsonl.gz`, `qrels.tsv`; and how a
 * ranking is scored.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const Document = z.object({ id: z.string(), title: z.string().default(''), text: z.string() });
const Query = z.object({ id: z.string(), text: z.string() });
export type Document = z.infer<typeof Document>;
export interface RetrievalSet {
  name: string;
  language: string;
  documents: Document[];
  queries: z.infer<typeof Query>[];
  grades: Map<string, Map<string, number>>;
}

export const evalData = (): string =>
  resolve(process.env['GLOSS_EVAL_DATA'] ?? join(import.meta.dirname, '../../../../shared/data'));

function lines<T>(file: string, schema: z.ZodType<T>): T[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => schema.parse(JSON.parse(line)));
}

/** Returns all available sets; none if the data is missing. */
export function retrievalSets(): RetrievalSet[] {
  const folder = join(evalData(), 'retrieval');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'corpus.jsonl.gz')))
    .sort()
    .map((name) => {
      const grades = new Map<string, Map<string, number>>();
      for (const line of readFileSync(join(folder, name, 'qrels.tsv'), 'utf8').split('\n')) {
        const [query, document, grade] = line.split('\t');
        if (!query || !document || !Number.isFinite(Number(grade))) continue;
        const of = grades.get(query) ?? new Map<string, number>();
        grades.set(query, of.set(document, Number(grade)));
      }
      return {
        name,
        language: /-([a-z]{2})$/.exec(name)?.[1] ?? 'en',
        grades,
        documents: lines(join(folder, name, 'corpus.jsonl.gz'), Document),
        queries: lines(join(folder, name, 'queries.jsonl.gz'), Query).filter(({ id }) =>
          [...(grades.get(id)?.values() ?? [])].some((grade) => grade > 0),
        ),
      };
    });
}

/** nDCG@10 with gain 2^grade − 1, and recall@10. */
export function scoreRanking(
  ranked: readonly string[],
  grades: ReadonlyMap<string, number>,
): { ndcg: number; recall: number } {
  const gain = (grade: number, at: number) => (2 ** Math.max(0, grade) - 1) / Math.log2(at + 2);
  const top = ranked.slice(0, 10);
  const best = [...grades.values()]
    .sort((a, b) => b - a)
    .slice(0, 10)
    .reduce((sum, grade, at) => sum + gain(grade, at), 0);
  const relevant = [...grades].filter(([, grade]) => grade > 0).length;
  return {
    ndcg:
      best === 0 ? 0 : top.reduce((sum, id, at) => sum + gain(grades.get(id) ?? 0, at), 0) / best,
    recall: relevant === 0 ? 0 : top.filter((id) => (grades.get(id) ?? 0) > 0).length / relevant,
  };
}
