/** Creates the package from the checkout and the page built in it. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.ts';
import { packageManifest, RootManifest } from './manifest.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files that modules read at run time: prompts, styles, the sample sources. */
const FILES = '{api,config}/**/*.{css,html,jpg,js,json,md,mp4,pdf,vtt}';
const NOT_SHIPPED = ['**/fixtures/**', '**/testing/**'];

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

/** Replaces the contents of `folder`. Returns the path of the package in it. */
export async function makePackage(folder: string): Promise<string> {
  const staging = path.join(folder, 'package');
  const app = path.join(staging, 'app');
  rmSync(folder, { recursive: true, force: true });
  await bundleProgram(ROOT, app);
  for (const file of globSync(FILES, { cwd: ROOT, exclude: NOT_SHIPPED }))
    copy(path.join(ROOT, file), path.join(app, file));
  copy(path.join(ROOT, 'ui/dist'), path.join(app, 'ui/dist'));
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md'])
    copy(path.join(ROOT, file), path.join(staging, file));
  const manifest = packageManifest(
    RootManifest.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))),
  );
  writeFileSync(path.join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of Object.values(manifest.bin)) chmodSync(path.join(staging, file), 0o755);
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staging,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path.join(folder, `${manifest.name}-${manifest.version}.tgz`);
}
