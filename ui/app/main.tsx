import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { handleEarlyShortcuts } from './early-shortcuts.ts';
import { preloadScreen, preloadOnHover } from './screens.tsx';
import { ShellSkeleton } from './shell.tsx';

async function start(element: HTMLElement): Promise<void> {
  handleEarlyShortcuts();
  const screen = preloadScreen(location.pathname);
  const root = createRoot(element);
  root.render(<ShellSkeleton />);
  await screen;
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  preloadOnHover();
}

const element = document.getElementById('root');
// Not awaited: screens import from this file's chunk, which has to finish first.
if (element) void start(element);
