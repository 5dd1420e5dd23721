/** What is opened, not shown at first, comes when it is opened. */
import { lazy } from 'react';

export const SourcesPanel = lazy(() =>
  import('./panel.tsx').then((it) => ({ default: it.SourcesPanel })),
);
export const AddSourceDialog = lazy(() =>
  import('./add-dialog.tsx').then((it) => ({ default: it.AddSourceDialog })),
);
export const MissingSource = lazy(() =>
  import('./missing-source.tsx').then((it) => ({ default: it.MissingSource })),
);
