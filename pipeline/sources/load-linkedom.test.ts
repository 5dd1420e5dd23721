import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs in a separate process, because linkedom can't be changed once it is loaded. */
const run = (script: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module-typescript',
        '--eval',
        `import { createRequire } from 'node:module';
        import path from 'node:path';
        import { loadLinkedom, patchLinkedom } from './load-linkedom.ts';
        const require = createRequire(path.join(process.cwd(), 'load-linkedom.ts'));
        const folder = path.dirname(require.resolve('linkedom'));
        const { version } = require('linkedom/package.json');
        ${script}`,
      ],
      { cwd: import.meta.dirname, encoding: 'utf8' },
    ),
  );

test('another version of linkedom is used unpatched', () => {
  expect(run("console.log(patchLinkedom(folder, '99.0.0'))")).toBe(false);
});

test("the patch fits the installed linkedom and doesn't change results", () => {
  const page = run(`
    const isPatched = patchLinkedom(folder, version);
    const { document } = loadLinkedom().parseHTML('<html><body><p class="a">Low water</p></body>');
    let heard = 0;
    document.body.addEventListener('tide', () => (heard += 1));
    document.body.dispatchEvent(new Event('tide'));
    console.log(JSON.stringify({ isPatched, text: document.querySelector('p.a').textContent, heard }));
  `);
  expect(page).toEqual({ isPatched: true, text: 'Low water', heard: 0 });
});

test("linkedom isn't changed once it is loaded", () => {
  expect(run("require('linkedom'); console.log(patchLinkedom(folder, version))")).toBe(false);
});
