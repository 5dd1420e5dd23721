import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('a wrong setting', () => {
  it.each([
    ['GLOSS_PORT', 'x', 'GLOSS_PORT is "x", but it must be: a whole number from 0 to 65535'], ['GLOSS_PORT', '70000', 'from 0 to 65535'], ['GLOSS_MAX_PDF_MB', '-1', 'a number above 0'],
    ['GLOSS_LOG_LEVEL', 'loud', 'one of trace, debug'], ['GLOSS_SERVER', 'here', 'an address as http://'], ['GLOSS_HOST_PACE', 'fast', 'as 2@1/s'], ['GLOSS_SECRET', 'short', 'GLOSS_SECRET is set, but it must be: at least 16 characters'],
  ])('%s=%s is told with what it may be', (name, value, said) => {
    expect(() => readSettings({ [name]: value })).toThrow(said);
  });
  it('tells all of them at once', () => {
    expect(() => readSettings({ GLOSS_PORT: 'x', GLOSS_LOG_LEVEL: 'loud' })).toThrow(/GLOSS_PORT[^]*\nGLOSS_LOG_LEVEL/);
  });
});
