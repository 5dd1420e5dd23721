export { SourceViewer } from './source-viewer.tsx';
export type { ClipRequest, Target, ViewerHandle } from './viewer-handle.ts';
