import { describeSourceKind } from '#pipeline/sources/conformance.ts';
import { youtube } from './youtube.ts';

describeSourceKind(youtube, new URL('fixtures', import.meta.url).pathname);
