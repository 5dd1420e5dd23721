import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Command } from 'commander';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort } from '../api/testing/free-port.ts';
import { createMetrics } from '../api/telemetry/index.ts';
import { COMMANDS } from '../cli/commands/registry.ts';
import { Environment } from '../config/environment.ts';
import { readSettings } from '../config/settings.ts';
import { findExecutable } from '../pipeline/net/find-executable.ts';

const docs = new URL('../docs/', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, docs), 'utf8');
const Duration = z.string().regex(/^\d+(ms|s|m|h)$/);
/** The Compose attributes that the file uses. Like Compose, refuses misspelt ones. */
const Service = z.strictObject({
  image: z.string().optional(),
  build: z
    .strictObject({
      context: z.string(),
      dockerfile: z.string(),
      args: z.record(z.string(), z.string()),
    })
    .optional(),
  restart: z.literal('unless-stopped').optional(),
  stop_grace_period: Duration.optional(),
  profiles: z.array(z.string()).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
        interval: Duration,
      }),
    ])
    .optional(),
  deploy: z.strictObject({ replicas: z.int().min(1) }).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).default([]),
  command: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .default({}),
});
const { services, volumes, secrets } = z
  .strictObject({
    name: z.string(),
    'x-gloss': z.unknown(),
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  })
  .parse(parse(text('compose.yaml'), { merge: true }));
const ours = Object.entries(services).filter(([, { build }]) => build);
/** Substitutes variables like Compose, with only the required environment. */
const filled = (value: string) =>
  value.replace(/\$\{(\w+):?([-?])([^}]*)\}/g, (_, name: string, kind: string, more: string) =>
    kind === '?' ? `${name.toLowerCase()}0` : more,
  );

/** Mounts secrets like Compose. */
const mounted = mkdtempSync(join(tmpdir(), 'gloss-compose-'));
for (const name of Object.keys(secrets)) writeFileSync(join(mounted, name), `a-${name}\n`);
afterAll(() => rmSync(mounted, { recursive: true }));

describe('docs/compose.yaml', () => {
  it('gives each service only the secrets that it reads, and none in the environment', () => {
    for (const [name, it] of Object.entries(services)) {
      const read =
        JSON.stringify([it.environment, it.command, it.entrypoint]).match(
          /(?<=\/run\/secrets\/)\w+/g,
        ) ?? [];
      expect([name, [...new Set(read)].sort()]).toEqual([name, [...it.secrets].sort()]);
      for (const [setting, value] of Object.entries(it.environment))
        if (/PASSWORD|SECRET|_KEY$/.test(setting) && !setting.endsWith('_FILE'))
          expect([name, setting, value]).toEqual([]);
      for (const secret of it.secrets)
        expect(secrets[secret]?.file).toBe(`\${GLOSS_SECRETS:-../secrets}/${secret}`);
    }
  });
  it('has no service with a default password', () => {
    // Each requires a secret, is reachable only from this machine, or has no accounts.
    const PASSWORDS: Record<string, string> = {
      postgres: 'postgres_password',
      redis: 'redis_password',
      qdrant: 'qdrant_api_key',
      minio: 'minio_password',
    };
    const others = Object.keys(services).filter(
      (name) => !ours.some(([own]) => own === name) && !(name in PASSWORDS),
    );
    // Services that end after their work, are reachable only in their own network, or have no sign-in.
    expect(others).toEqual(['bucket', 'clamav', 'prometheus', 'grafana']);
    for (const [name, secret] of Object.entries(PASSWORDS))
      expect([name, services[name]?.secrets]).toEqual([name, [secret]]);
    expect(services['grafana']?.environment).toMatchObject({
      GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
      GF_AUTH_DISABLE_LOGIN_FORM: 'true',
      GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    });
    for (const [name, { ports }] of Object.entries(services))
      for (const port of ports)
        expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
    // Without settings, Gloss uses none of these services.
    expect(readSettings({})).toMatchObject({
      secret: undefined,
      databaseUrl: undefined,
      redisUrl: undefined,
      s3: undefined,
    });
  });
  it.skipIf(
    !findExecutable({
      configured: undefined,
      names: ['redis-server'],
      path: process.env['PATH'] ?? '',
    }),
  )('reads the Redis password from its file', async () => {
    const port = await freePort();
    const script = (services['redis']?.command[2] ?? '')
      .replaceAll('$$', '$')
      .replace('/run/secrets', mounted)
      .replace(
        'docker-entrypoint.sh redis-server -',
        `redis-server - --port ${port} --bind 127.0.0.1 --dir ${mounted}`,
      );
    const redis = spawn('sh', ['-c', script], { stdio: 'ignore' });
    const ask = async (...words: string[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      try {
        await once(socket, 'connect');
        socket.write(`${words.join(' ')}\r\n`);
        return String((await once(socket, 'data'))[0]);
      } catch (error) {
        return String(error);
      } finally {
        socket.destroy();
      }
    };
    try {
      await expect.poll(() => ask('AUTH', 'a-redis_password')).toContain('+OK');
      expect(await ask('PING')).toContain('NOAUTH');
      expect(readFileSync(`/proc/${redis.pid}/cmdline`, 'utf8')).not.toContain('a-redis_password');
    } finally {
      redis.kill();
      await once(redis, 'exit');
    }
  });
  it('runs only existing commands and options', () => {
    expect(ours.map(([name]) => name)).toEqual(['serve', 'worker', 'schedule']);
    for (const [
      ,
      {
        command: [verb, ...options],
      },
    ] of ours) {
      const program = new Command();
      for (const it of Object.values(COMMANDS).flat()) it.describe(program);
      const found = program.commands.find((it) => it.name() === verb);
      expect(found, verb).toBeDefined();
      expect(found?.parseOptions(options).unknown).toEqual([]);
    }
  });
  it('sets only existing settings, to valid values', () => {
    for (const [, { environment }] of ours) {
      const settings = readSettings(
        Object.fromEntries(
          Object.entries(environment).map(([name, value]) => [
            name,
            filled(value).replace('/run/secrets', mounted),
          ]),
        ),
      );
      expect(settings.unknown).toEqual([]);
      expect(settings).toMatchObject({
        databaseUrl: 'postgres://gloss:a-postgres_password@postgres:5432/gloss',
        redisUrl: 'redis://:a-redis_password@redis:6379',
        qdrant: { url: 'http://qdrant:6333', apiKey: 'a-qdrant_api_key' },
        s3: {
          endpoint: 'http://minio:9000',
          bucket: 'gloss',
          accessKeyId: 'gloss',
          secretAccessKey: 'a-minio_password',
        },
      });
    }
  });
  it('passes every other setting from .env to every Gloss container', () => {
    const DECIDED = [
      'GLOSS_DATABASE_PASSWORD_FILE',
      'GLOSS_DATABASE_URL',
      'GLOSS_DATA_DIR',
      'GLOSS_HOST',
      'GLOSS_METRICS',
      'GLOSS_PORT',
      'GLOSS_QDRANT_API_KEY_FILE',
      'GLOSS_QDRANT_URL',
      'GLOSS_REDIS_PASSWORD_FILE',
      'GLOSS_REDIS_URL',
      'GLOSS_S3_ACCESS_KEY_ID',
      'GLOSS_S3_BUCKET',
      'GLOSS_S3_ENDPOINT',
      'GLOSS_S3_SECRET_ACCESS_KEY_FILE',
    ];
    const asked = {
      GLOSS_ACCOUNTS: 'accounts',
      GLOSS_OCR_LANGUAGES: 'eng+deu',
      GLOSS_MAIL_FROM: 'Gloss <gloss@example.org>',
      OPENAI_API_KEY: 'a-key-of-the-provider',
      // Settings for a server on this machine have no effect in a container.
      GLOSS_DATA_DIR: '/home/somebody/.gloss',
      GLOSS_HOST: '127.0.0.1',
    };
    for (const [name, { environment, env_file: files }] of ours) {
      expect([name, files]).toEqual([name, [{ path: '../.env', required: false }]]);
      expect([name, Object.keys(environment).sort()]).toEqual([name, DECIDED.sort()]);
      // An empty value of an unset variable would override .env.
      expect([name, JSON.stringify(environment).includes('${')]).toEqual([name, false]);
      const settings = readSettings({
        ...asked,
        ...Object.fromEntries(
          Object.entries(environment).map(([key, value]) => [
            key,
            value.replace('/run/secrets', mounted),
          ]),
        ),
      });
      expect(settings).toMatchObject({
        accounts: 'accounts',
        ocrLanguages: 'eng+deu',
        host: '0.0.0.0',
        dataDir: '/data',
      });
      expect(settings.provider).toMatchObject({ apiKey: 'a-key-of-the-provider' });
    }
    for (const name of DECIDED)
      expect(Object.keys(Environment.shape), name).toContain(name.replace(/_FILE$/, ''));
  });
  it('names only existing volumes, services and files', () => {
    for (const { volumes: mounted, depends_on: needed, build } of Object.values(services)) {
      for (const [place = ''] of mounted.map((it) => it.split(':'))) {
        if (place.startsWith('./')) expect(existsSync(new URL(place, docs)), place).toBe(true);
        else expect(Object.keys(volumes)).toContain(place);
      }
      for (const name of Object.keys(needed)) expect(Object.keys(services)).toContain(name);
      if (build)
        expect(existsSync(new URL(build.dockerfile, new URL(`${build.context}/`, docs)))).toBe(
          true,
        );
    }
  });
  it('creates the configured bucket, with its key, before Gloss starts', () => {
    const { minio, bucket } = services;
    for (const image of [minio?.image, bucket?.image])
      expect(image).toMatch(/^minio\/\w+:RELEASE\.\d{4}-/);
    for (const [, { environment, depends_on: needed }] of ours) {
      const {
        GLOSS_S3_ENDPOINT: endpoint = '',
        GLOSS_S3_BUCKET: name,
        GLOSS_S3_ACCESS_KEY_ID: id,
        GLOSS_S3_SECRET_ACCESS_KEY_FILE: secret,
      } = environment;
      expect(minio?.environment).toEqual({ MINIO_ROOT_USER: id, MINIO_ROOT_PASSWORD_FILE: secret });
      expect(bucket?.entrypoint.join(' ')).toContain(
        `MC_HOST_store=${endpoint.replace('://', () => `://${id}:$$(cat ${secret})@`)}; exec mc mb --ignore-existing store/${name}`,
      );
      expect(needed).toMatchObject({ bucket: { condition: 'service_completed_successfully' } });
      expect(bucket?.depends_on).toMatchObject({ minio: { condition: 'service_healthy' } });
    }
  });
  it('keeps the queue on disk and evicts no job', () => {
    expect(services['redis']?.command.join(' ')).toContain(
      '--appendonly yes --maxmemory-policy noeviction',
    );
  });
  it('lets Gloss write only to its volume and /tmp, without new privileges', () => {
    // The profile lets Chromium sandbox its pages.
    for (const [, service] of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true', 'seccomp=chromium.seccomp.json'],
        tmpfs: [expect.stringMatching(/^\/tmp:/)],
      });
      expect(service.environment).not.toHaveProperty('GLOSS_CHROME_NO_SANDBOX');
    }
    const {
      defaultAction,
      syscalls: [denied],
    } = z
      .object({
        defaultAction: z.literal('SCMP_ACT_ALLOW'),
        syscalls: z
          .array(z.object({ names: z.array(z.string()), action: z.literal('SCMP_ACT_ERRNO') }))
          .length(1),
      })
      .parse(JSON.parse(text('chromium.seccomp.json')));
    expect(defaultAction).toBe('SCMP_ACT_ALLOW');
    for (const name of ['mount', 'bpf', 'kexec_load', 'init_module', 'ptrace', 'reboot'])
      expect(denied?.names).toContain(name);
    for (const name of ['clone', 'clone3', 'unshare', 'chroot', 'setns'])
      expect(denied?.names).not.toContain(name);
  });
});

describe('docs/Dockerfile', () => {
  const file = text('Dockerfile');
  it('passes the linter', () => {
    expect(
      validate(file).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    ).toEqual([]);
    expect(validate('FORM node')).not.toEqual([]);
  });
  it('installs the OCR languages that the build names', async () => {
    const [, list = ''] = /^ +(\$\(for language in .*\)) \\$/m.exec(file) ?? [];
    const shell = spawn('sh', ['-c', `echo ${list}`], {
      env: { ...process.env, OCR_LANGUAGES: 'eng+deu+chi_sim' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const packages = Buffer.concat(await shell.stdout.toArray()).toString();
    expect(packages).toBe('tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-chi-sim\n');
    expect(file).toContain('ARG OCR_LANGUAGES=eng\n');
    for (const [, { build }] of ours)
      expect(build?.args).toEqual({ OCR_LANGUAGES: '${OCR_LANGUAGES:-eng}' });
  });
  it('copies only existing files', () => {
    const copied = file
      .split('\n')
      .flatMap((line) => (/^COPY (?!--from)(.+) \S+$/.exec(line)?.[1] ?? '').split(' '))
      .filter((it) => it && it !== '.');
    expect(copied).toContain('package-lock.json');
    expect(copied.filter((it) => !existsSync(new URL(`../${it}`, docs)))).toEqual([]);
  });
  it('keeps history, secrets and build results out of the image', () => {
    const left = text('Dockerfile.dockerignore').split('\n');
    for (const name of ['.git', '.env', 'secrets', 'node_modules', '.toolchain', 'ui/dist'])
      expect(left).toContain(name);
    expect(left.filter((line) => line.startsWith('!'))).toEqual([]);
  });
  it('leaves out tests and tools, which nothing in the image imports', () => {
    const [left, kept] = [
      text('Dockerfile.dockerignore').split('\n').filter(Boolean),
      '{api,cli,config,core,pipeline,ui}/**/*.{ts,tsx,js}',
    ];
    for (const name of [
      '**/*.test.ts',
      '**/*.test.tsx',
      '**/testing',
      'ui/e2e',
      'bench',
      'scripts',
    ])
      expect(left).toContain(name);
    const cwd = new URL('..', docs).pathname;
    const files = globSync(kept, { cwd, exclude: left.flatMap((name) => [name, `${name}/**`]) });
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter((file) => /\.test\.|\/testing\//.test(file))).toEqual([]);
    const asks = files.filter((file) =>
      /(?:from|import\() ?'[^']*(?:\.test\.|\/testing\/|\/conformance|\/scripts\/|\/bench\/)/.test(
        readFileSync(join(cwd, file), 'utf8'),
      ),
    );
    expect(asks).toEqual([]);
  });
  it('runs as an unprivileged user, with only what it needs', () => {
    const last = file.slice(file.lastIndexOf('\nFROM '));
    expect(last).toMatch(/\nUSER (?!root)\w+/);
    expect(last.indexOf('\nUSER ')).toBeLessThan(last.indexOf('\nENTRYPOINT '));
    expect(last).toContain('npm ci --omit=dev');
    expect(last).not.toMatch(/no-sandbox|NO_SANDBOX/);
  });
});

describe('docs/grafana', () => {
  it('queries only metrics that Gloss exports', async () => {
    const metrics = createMetrics();
    metrics.watch({
      queue: async () => ({ waiting: 0, delayed: 0, running: 0, background: 0 }),
      isDiskFull: () => false,
      pools: () => ({ parsing: { running: 0, waiting: 0, limit: 2 } }),
      notes: () => ({ documents: 0, connections: 0, failing: [] }),
      parts: async () => ({ database: { status: 'ok' } }),
    });
    const told = new Set(
      [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(
        ([, name = '', kind]) =>
          kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
      ),
    );
    const { panels } = z
      .object({
        panels: z.array(
          z.object({
            title: z.string(),
            targets: z.array(z.object({ expr: z.string() })).default([]),
          }),
        ),
      })
      .parse(JSON.parse(text('grafana/gloss.json')));
    const asked = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:gloss|process|nodejs)_\w+/g) ?? []),
    );
    expect(asked.length).toBeGreaterThan(15);
    for (const name of asked) expect([...told]).toContain(name);
    // Each of our own metrics is shown.
    const shown = new Set(asked.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
    for (const name of [...told].filter(
      (it) => it.startsWith('gloss_') && it !== 'gloss_build_info',
    ))
      expect([...shown], name).toContain(name.replace(/_(?:bucket|count|sum)$/, ''));
  });
});
