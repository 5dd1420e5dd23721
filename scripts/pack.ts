/** Creates `dist/gloss-notes-<version>.tgz`. */
import path from 'node:path';
import { makePackage } from './package/make-package.ts';

console.log(path.relative('.', await makePackage(path.resolve('dist'))));
