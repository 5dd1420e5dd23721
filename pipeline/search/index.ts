export type { IndexedSource, IndexHit, PassagePiece, SearchIndex } from './contract.ts';
export { analyse } from './analysis.ts';
export { linesWithin, placeOfHighlights, placeWithin, sentencesWithin } from './place-within.ts';
export { baseLanguage, stopWords } from './languages.ts';
export { createSqliteIndex } from './sqlite/sqlite-index.ts';
export type { Embedder } from './embeddings/contract.ts';
export { createOpenAiEmbedder } from './embeddings/openai-embedder.ts';
export { createRetriever, type Retrieved, type Retriever } from './retriever.ts';
