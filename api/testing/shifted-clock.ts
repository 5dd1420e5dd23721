/**
 * Preloaded with `NODE_OPTIONS=--import=…` into a process whose clock a test sets. The file in
 * GLOSS_TEST_CLOCK has the number of ms that the clock is ahead of the system's.
 */
import { readFileSync } from 'node:fs';

const READ_MS = 20;
const file = process.env['GLOSS_TEST_CLOCK'] ?? '';
const SystemDate = Date;
let aheadMs = 0;
const read = (): void => {
  aheadMs = Number(readFileSync(file, 'utf8'));
};
read();
setInterval(read, READ_MS).unref();
const now = (): number => SystemDate.now() + aheadMs;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, of) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, of) as Date,
  apply: () => new SystemDate(now()).toString(),
  get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
});
