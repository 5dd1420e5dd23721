/**
 * Checks the registry for outdated direct packages, and for known vulnerabilities of all packages
 * in the lockfile: `node scripts/packages.ts`. Exits with 1 if a package is outdated for longer
 * than `docs/security.md` allows, or has a known vulnerability.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { overdue, FRAMES, HELD, isTooLate } from './overdue-packages.ts';

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const Outdated = z.record(z.string(), z.unknown());
const Times = z.record(z.string(), z.string());
const Audit = z.object({ metadata: z.object({ vulnerabilities: z.record(z.string(), z.int()) }) });

/** Returns npm's output regardless of its exit code, which is 1 if there are results. */
const npm = (...args: string[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    execFile('npm', [...args, '--json'], { maxBuffer: 64 * 2 ** 20 }, (error, said) => {
      try {
        resolve(JSON.parse(said || '{}'));
      } catch {
        reject(error ?? new Error('npm said nothing that can be read'));
      }
    });
  });

const { dependencies, devDependencies } = Manifest.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);
const versions = { ...dependencies, ...devDependencies };
const outdated = Object.keys(Outdated.parse(await npm('outdated'))).filter(
  (name) => name in versions,
);
const now = new Date();
let isFine = true;
for (const name of outdated) {
  const version = versions[name] ?? '';
  for (const it of overdue(
    { name, version, times: Times.parse(await npm('view', name, 'time')) },
    now,
  )) {
    const late = isTooLate(it);
    isFine &&= !late;
    console.log(
      `${late ? 'TOO LATE' : '        '}  ${name} ${version}: ${it.newer} for ${it.days} of ${FRAMES[it.kind]} days${it.kind === 'major' && HELD[name] ? ` (held: ${HELD[name]})` : ''}`,
    );
  }
}
console.log(
  `${Object.keys(versions).length} direct packages, ${Object.keys(versions).length - outdated.length} of them the newest.`,
);

const audit = Audit.safeParse(await npm('audit').catch(() => undefined));
if (!audit.success) {
  console.log(
    'What is known to be wrong could not be asked: this registry has no answer to `npm audit`.',
  );
  isFine = false;
} else {
  const { total = 0, ...known } = audit.data.metadata.vulnerabilities;
  console.log(
    total === 0
      ? 'Nothing is known to be wrong with any package.'
      : `Known to be wrong: ${Object.entries(known)
          .filter(([, count]) => count > 0)
          .map(([how, count]) => `${count} ${how}`)
          .join(', ')}. See \`npm audit\`.`,
  );
  isFine &&= total === 0;
}
process.exitCode = isFine ? 0 : 1;
