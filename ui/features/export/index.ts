export { ExportDialog } from './export-dialog.tsx';
export { ExportThreads } from './export-threads.tsx';
export { exportUrl } from './save-export.ts';
