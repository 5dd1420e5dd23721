import { expect, it } from 'vitest';
import { findText, pageText, render } from '#ui/testing/screen.tsx';
import { SlowSkeleton } from './slow-skeleton.tsx';
import { loadingTexts as texts } from './texts/loading.ts';

it('shows a message after 3 seconds', async () => {
  const from = performance.now();
  await render(<SlowSkeleton>A skeleton</SlowSkeleton>);
  expect(pageText()).toContain('A skeleton');
  await findText(texts.slow);
  expect(performance.now() - from).toBeGreaterThan(2900);
  expect(pageText()).not.toContain('A skeleton');
});
