import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import {
  READING_RANGES,
  readingProperties,
  resetReadingStyle,
  setReadingStyle,
  TYPEFACES,
  USUAL_STYLE,
} from '#ui/kit/reading-style.ts';
import { readingTexts as texts, themeTexts } from '#ui/kit/texts/reading.ts';
import { findByRole, findNoRole, getByRole, render } from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { ReaderSettings } from './reader-settings.tsx';

const root = document.documentElement;
const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
afterEach(() => {
  root.removeAttribute('style');
  delete root.dataset['theme'];
});

async function opened() {
  await render(<ReaderSettings />);
  await click(getByRole('button', texts.settings));
  return findByRole('dialog', texts.settings);
}

it('changes typeface, size, width, line height and theme at once, and remembers them', async () => {
  const dialog = await opened();
  await click(getByRole('radio', texts.faces.sans, dialog));
  await type(getByRole('slider', texts.size, dialog), '20');
  await type(getByRole('slider', texts.width, dialog), '80');
  await type(getByRole('slider', texts.leading, dialog), '1.8');
  expect(root.style.cssText).toBe(
    '--font-text: var(--font-ui); --text-size: 1.25rem; --text-leading: 1.8; --measure: 80ch;',
  );
  expect(getByRole('slider', texts.size, dialog).getAttribute('aria-valuetext')).toBe('20 px');
  await click(getByRole('radio', themeTexts.themes.dark, dialog));
  expect(root.dataset['theme']).toBe('dark');
  await press('Escape');
  await findNoRole('dialog', texts.settings);
  expect(document.activeElement).toBe(getByRole('button', texts.settings));
  expect(localStorage.getItem('gloss-reading')).toBe(
    '{"face":"sans","size":20,"width":80,"leading":1.8}',
  );
});

it('resets to the defaults', async () => {
  setReadingStyle({ ...USUAL_STYLE, size: 24 });
  const dialog = await opened();
  expect(getByRole('slider', texts.size, dialog)).toHaveProperty('value', '24');
  await click(getByRole('button', texts.reset, dialog));
  expect(getByRole('slider', texts.size, dialog)).toHaveProperty('value', '17');
  expect(root.style.getPropertyValue('--text-size')).toBe('1.0625rem');
  expect(localStorage.getItem('gloss-reading')).toBeNull();
  expect(getByRole('button', texts.reset, dialog)).toHaveProperty('disabled', true);
});

it('uses the default for values out of range', async () => {
  localStorage.setItem('gloss-reading', '{"face":"comic","size":400,"width":80}');
  const dialog = await opened();
  expect(getByRole('slider', texts.size, dialog)).toHaveProperty('value', '17');
  expect(getByRole('slider', texts.width, dialog)).toHaveProperty('value', '80');
});

it.each(TYPEFACES)('looks the same before the first paint, in %s', (face) => {
  setReadingStyle({ face, size: READING_RANGES.size.max, width: 44, leading: 2 });
  const properties = Object.keys(readingProperties(USUAL_STYLE));
  const worn = () => properties.map((name) => root.style.getPropertyValue(name));
  const chosen = worn();
  root.removeAttribute('style');
  const script = document.createElement('script');
  script.textContent = file('../../public/theme.js');
  document.head.append(script);
  expect(worn()).toEqual(chosen);
  resetReadingStyle();
});

it.each(['../../kit/tokens.css', '../../../api/features/content/reader.css'])(
  'names the default style of %s',
  (path) => {
    const css = file(path);
    for (const [name, value] of Object.entries(readingProperties(USUAL_STYLE)))
      expect(css).toContain(`${name}: ${value};`);
  },
);
