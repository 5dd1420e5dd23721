import { intlFormatDistance } from 'date-fns/intlFormatDistance';

/** "3 hours ago", "yesterday": how long ago it was, in the language of the page. */
export const agoText = (at: string | number | Date, now = new Date()): string =>
  intlFormatDistance(new Date(at), now, {
    locale: globalThis.document?.documentElement.lang || 'en',
  });
