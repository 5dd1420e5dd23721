export { ExportLibrary } from './export-library.tsx';
