import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) createRoot(root).render(<StrictMode><main className="p-8 font-serif">Gloss</main></StrictMode>);
