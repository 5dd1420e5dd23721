/** The IANA zone of this browser, as `Europe/Berlin`. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
