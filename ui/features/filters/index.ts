export { SourceFilters, TypeFilter, type SourceFilter } from './source-filters.tsx';
