export { DiffSheet } from './history/diff-sheet.tsx';
export { SourceViewer } from './source-viewer.tsx';
export type { ClipChange, ClipRequest, Target, ViewerHandle } from './viewer-handle.ts';
