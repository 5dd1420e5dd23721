export type {
  EmbeddedIndex,
  IndexedSource,
  IndexHit,
  PassagePiece,
  SearchIndex,
} from './contract.ts';
export { analyse } from './text/analysis.ts';
export {
  linesWithin,
  positionOfHighlights,
  positionWithin,
  sentencesWithin,
} from './position-within.ts';
export { baseLanguage, stopWords } from './text/languages.ts';
export { createSqliteIndex } from './engine/index.ts';
export { createQdrantIndex } from './qdrant/qdrant-index.ts';
export { withFallback } from './with-fallback.ts';
export type { Embedder } from './embeddings/contract.ts';
export { createOpenAiEmbedder } from './embeddings/openai-embedder.ts';
export {
  createCircuitBreakerEmbedder,
  type CircuitBreakerEmbedder,
} from './embeddings/circuit-breaker-embedder.ts';
export { createRetriever, type Retriever } from './retriever.ts';
export { createPassageIds } from './passage-ids.ts';
