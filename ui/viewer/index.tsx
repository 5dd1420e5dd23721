export { SourceViewer, type SourceViewerProps } from './source-viewer.tsx';
export type { ClipRequest, Target, ViewerClip, ViewerHandle } from './viewer-handle.ts';
