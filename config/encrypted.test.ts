import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it.each([
  ['GLOSS_REDIS_URL', 'redis://queue:6379', 'rediss://queue:6379'],
  [
    'GLOSS_DATABASE_URL',
    'postgres://gloss@db/gloss?sslmode=prefer',
    'postgres://gloss@db/gloss?sslmode=verify-full',
  ],
  ['GLOSS_SMTP_URL', 'smtp://mail.example.org:587', 'smtp://mail.example.org:587?requireTLS=true'],
  [
    'GLOSS_DATABASE_URL',
    'postgres://gloss@db/gloss?sslmode=no-verify',
    'postgres://gloss@db/gloss?sslmode=require',
  ],
  [
    'GLOSS_DATABASE_URL',
    'postgres://gloss@db/gloss?sslmode=require&uselibpqcompat=true',
    'postgres://gloss@db/gloss?sslmode=verify-full&uselibpqcompat=true',
  ],
  [
    'GLOSS_SMTP_URL',
    'smtps://mail.example.org?tls.rejectUnauthorized=false',
    'smtps://mail.example.org',
  ],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0', '1'],
  ['GLOSS_QDRANT_URL', 'http://qdrant:6333', 'https://qdrant:6333'],
  ['OPENAI_BASE_URL', 'http://10.0.0.7/v1', 'http://[::1]:11434/v1'],
  ['GLOSS_PUBLIC_URL', 'http://gloss.example.org', 'https://gloss.example.org'],
  ['GLOSS_CLAMD', 'clamav:3310', '/run/clamd.sock'],
  ['GLOSS_METRICS', '0.0.0.0:9464', '127.0.0.1:9464'],
])('refuses to start with %s=%s when TLS is required, and accepts %s', (name, open, closed) => {
  expect(() => readSettings({ GLOSS_TLS: 'required', [name]: open })).toThrow(
    new RegExp(`^${name} is .* but it must be: .*, since GLOSS_TLS is required$`),
  );
  expect(() => readSettings({ GLOSS_TLS: 'required', [name]: closed })).not.toThrow();
  expect(() => readSettings({ [name]: open })).not.toThrow();
});
