/** Loads dialogs and popups when they are opened. */
import { lazy } from 'react';

export const SourcesPanel = lazy(() =>
  import('./panel.tsx').then((it) => ({ default: it.SourcesPanel })),
);
export const AddSourceDialog = lazy(() =>
  import('./add-dialog.tsx').then((it) => ({ default: it.AddSourceDialog })),
);
export const SourceDialogs = lazy(() =>
  import('./source-dialogs.tsx').then((it) => ({ default: it.SourceDialogs })),
);
export const EditLinkDialog = lazy(() =>
  import('./edit-link.tsx').then((it) => ({ default: it.EditLinkDialog })),
);
export const SourceSelector = lazy(() =>
  import('./selector.tsx').then((it) => ({ default: it.SourceSelector })),
);
export const MissingSource = lazy(() =>
  import('./missing-source.tsx').then((it) => ({ default: it.MissingSource })),
);
