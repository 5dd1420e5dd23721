import { expect, it } from 'vitest';
import { findText, render } from '#ui/testing/screen.tsx';
import { giveFiles } from '#ui/testing/user.ts';
import { CoverField } from './cover-field.tsx';
import { post } from './testing/post-example.ts';
import { publishTexts as texts } from './texts.ts';

it('takes every kind of image, and says which can be read if one cannot', async () => {
  await render(<CoverField post={post(1)} problem={undefined} />);
  const input = document.querySelector('input[type=file]');
  expect(input?.getAttribute('accept')).toBe('image/*');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file.');
  await giveFiles(input, new File(['%PDF-'], 'paper.pdf', { type: 'application/pdf' }));
  await findText(texts.coverNotImage);
});
