/**
 * Finds addresses in the settings that Gloss would connect to without TLS, or without verifying the
 * certificate. Addresses on this machine need no TLS.
 */

const HTTP_SETTINGS = [
  'GLOSS_PUBLIC_URL',
  'GLOSS_CONTENT_URL',
  'OPENAI_BASE_URL',
  'GLOSS_EMBEDDING_BASE_URL',
  'GLOSS_QDRANT_URL',
  'GLOSS_S3_ENDPOINT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'GLOSS_SERVER',
] as const;
type Name =
  | (typeof HTTP_SETTINGS)[number]
  | 'GLOSS_DATABASE_URL'
  | 'GLOSS_REDIS_URL'
  | 'GLOSS_SMTP_URL'
  | 'GLOSS_CLAMD'
  | 'GLOSS_METRICS';
type Addresses = Readonly<Partial<Record<Name, string | undefined>>>;

const isHere = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
const isHttps = (url: URL): boolean => url.protocol === 'https:';
/** For each setting: which addresses count as TLS, and how to write one. */
const BY_NAME: Readonly<Record<string, { is(url: URL): boolean; as: string }>> = {
  ...Object.fromEntries(HTTP_SETTINGS.map((name) => [name, { is: isHttps, as: 'https://…' }])),
  // With `require`, libpq accepts any certificate.
  GLOSS_DATABASE_URL: {
    is: ({ searchParams }) =>
      (searchParams.has('uselibpqcompat')
        ? /^verify-full$/
        : /^(require|verify-ca|verify-full)$/
      ).test(searchParams.get('sslmode') ?? ''),
    as: 'postgres://…?sslmode=verify-full',
  },
  GLOSS_REDIS_URL: { is: ({ protocol }) => protocol === 'rediss:', as: 'rediss://…' },
  GLOSS_SMTP_URL: {
    is: ({ protocol, searchParams }) =>
      (protocol === 'smtps:' || searchParams.get('requireTLS') === 'true') &&
      ![...searchParams.keys()].some((key) => /^tls\./i.test(key)),
    as: 'smtps://…, or smtp://…?requireTLS=true',
  },
  GLOSS_CLAMD: { is: () => false, as: 'the path of a socket' },
  GLOSS_METRICS: { is: () => false, as: 'an address of this machine, as 127.0.0.1:9464' },
};

/** Returns each address with its corrected form. Other checks report invalid addresses. */
export function unencrypted(addresses: Addresses): { name: Name; as: string }[] {
  return (Object.keys(BY_NAME) as Name[]).flatMap((name) => {
    const address = addresses[name];
    if (address === undefined || address.startsWith('/')) return [];
    const url = URL.parse(address.includes('://') ? address : `tcp://${address}`);
    const { is, as } = BY_NAME[name] ?? { is: isHttps, as: 'https://…' };
    return !url || isHere(url.hostname) || is(url) ? [] : [{ name, as }];
  });
}
