import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  // Each as a file of its own: the page's policy allows neither inline scripts nor data: fonts.
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', cssTarget: ['chrome123', 'firefox121', 'safari17.5'], assetsInlineLimit: 0, manifest: true },
  server: { proxy: { '/api': 'http://127.0.0.1:4870', '/collab': { target: 'ws://127.0.0.1:4870', ws: true } } },
});
