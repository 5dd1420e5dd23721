export { SourceFilters, TypeFilter, type SourceFilter } from './source-filters.tsx';
export { filterTexts } from './texts.ts';
