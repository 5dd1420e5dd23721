/** Packages for large installations. A checkout has them all; the npm package installs none. */
import { SettingsError, type Settings } from './settings.ts';

/** The packages by the setting that needs them. */
const NEEDED = {
  GLOSS_DATABASE_URL: ['pg'],
  GLOSS_REDIS_URL: ['bullmq', 'ioredis', '@bull-board/api', '@bull-board/ui'],
  GLOSS_QDRANT_URL: ['@qdrant/js-client-rest'],
  GLOSS_S3_ENDPOINT: ['@aws-sdk/client-s3'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    '@opentelemetry/context-async-hooks',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ],
} as const;
/** @internal `scripts/pack` makes them optional. */
export const OPTIONAL_PACKAGES: readonly string[] = Object.values(NEEDED).flat();

type Services = Pick<Settings, 'databaseUrl' | 'redisUrl' | 'qdrant' | 's3' | 'traces'>;

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(`${name}/package.json`);
    return true;
  } catch (error) {
    // The package is installed, but doesn't export this file.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

/**
 * Throws `SettingsError` that names the packages to install if the settings name a service whose
 * packages are missing.
 */
export function assertPackagesInstalled(services: Services, has = isInstalled): void {
  const isSet: Record<keyof typeof NEEDED, boolean> = {
    GLOSS_DATABASE_URL: services.databaseUrl !== undefined,
    GLOSS_REDIS_URL: services.redisUrl !== undefined,
    GLOSS_QDRANT_URL: services.qdrant !== undefined,
    GLOSS_S3_ENDPOINT: services.s3 !== undefined,
    OTEL_EXPORTER_OTLP_ENDPOINT: services.traces !== undefined,
  };
  const missing = Object.entries(NEEDED)
    .filter(([setting]) => isSet[setting as keyof typeof NEEDED])
    .map(([setting, names]) => ({ setting, names: names.filter((name) => !has(name)) }))
    .filter(({ names }) => names.length > 0);
  if (missing.length === 0) return;
  const names = missing.flatMap((it) => it.names).join(' ');
  throw new SettingsError(
    [
      ...missing.map(
        (it) =>
          `${it.setting} is set, and needs packages that are not installed: ${it.names.join(', ')}`,
      ),
      `Install them where Gloss is installed: npm install -g ${names}`,
      `Without -g if Gloss was installed without it, or with npx: npx -p gloss-notes ${names.replace(/\S+/g, '-p $&')} gloss start`,
    ].join('\n'),
  );
}
