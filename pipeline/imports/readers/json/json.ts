import { Fault } from '#core/contract/faults.ts';
import { isRecord } from '#core/is-record.ts';
import type { Reader } from '../contract.ts';
import { fieldsOf, entryFrom, textOf } from '../fields.ts';
import { Reading } from '../reading.ts';
import { SERVICES } from './services.ts';

/** Shortens a record for a message, without visiting nested values. */
const excerpt = (value: unknown): string =>
  isRecord(value)
    ? Object.values(value)
        .slice(0, 20)
        .flatMap((it) => textOf(it)?.slice(0, 200) ?? [])
        .join(' – ')
    : (textOf(value) ?? typeof value);

/**
 * Reads exports of services and browsers, and any JSON whose records have addresses. `line` counts
 * the records.
 */
export const json: Reader = {
  formats: ['json'],
  called: 'a JSON export',
  recognises: (input) => input.json !== undefined,
  read(input) {
    const service = SERVICES.find((one) => one.recognises(input.json));
    const reading = new Reading();
    let line = 0;
    for (const { value, folder, tags } of service?.records(input.json) ?? []) {
      line += 1;
      if (typeof value === 'string') {
        reading.add({ line, url: value, folder });
        continue;
      }
      const fields = fieldsOf(value);
      const usual = entryFrom(fields, line);
      const found = service?.read?.(fields, usual) ?? usual;
      if ('why' in found) reading.skip(line, excerpt(value), found.why);
      else if (found.url === undefined)
        reading.skip(
          line,
          excerpt(value),
          isRecord(value)
            ? 'This record holds no address. Find the page and add its link.'
            : 'This record has no address.',
        );
      else
        reading.add({
          ...found,
          ...(folder ? { folder } : {}),
          tags: [...(found.tags ?? []), ...(tags ?? [])],
        });
    }
    if (line === 0)
      throw new Fault('bad_request', {
        message: `${input.name === '' ? 'This JSON' : input.name} holds no records. Export it again, or give a file with a link on each line.`,
      });
    return reading.as(service?.format ?? 'json', service?.label ?? 'JSON');
  },
};
