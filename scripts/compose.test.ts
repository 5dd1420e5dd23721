import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Command } from 'commander';
import { parse } from 'yaml';
import { z } from 'zod';
import { COMMANDS } from '../cli/commands/registry.ts';
import { readSettings } from '../config/settings.ts';

const docs = new URL('../docs/', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, docs), 'utf8');
const Service = z.object({
  image: z.string().optional(), build: z.object({ context: z.string(), dockerfile: z.string() }).optional(), command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}), volumes: z.array(z.string()).default([]), depends_on: z.record(z.string(), z.unknown()).default({}),
});
const { services, volumes } = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) }).parse(parse(text('compose.yaml'), { merge: true }));
const ours = Object.entries(services).filter(([, { build }]) => build);
/** As compose would, with nothing in the environment but what has to be there. */
const filled = (value: string) => value.replace(/\$\{(\w+):?([-?])([^}]*)\}/g, (_, name: string, kind: string, more: string) => (kind === '?' ? `${name.toLowerCase()}0` : more));

describe('docs/compose.yaml', () => {
  it('runs commands that there are, with options that they have', () => {
    expect(ours.map(([name]) => name)).toEqual(['serve', 'worker', 'schedule']);
    for (const [, { command: [verb, ...options] }] of ours) {
      const program = new Command();
      for (const it of Object.values(COMMANDS).flat()) it.describe(program);
      const found = program.commands.find((it) => it.name() === verb);
      expect(found, verb).toBeDefined();
      expect(found?.parseOptions(options).unknown).toEqual([]);
    }
  });
  it('sets what Gloss reads, to what it takes', () => {
    for (const [, { environment }] of ours) {
      const settings = readSettings(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)])));
      expect(settings.unknown).toEqual([]);
      expect(settings).toMatchObject({ databaseUrl: expect.stringContaining('@postgres:'), redisUrl: 'redis://redis:6379', qdrant: { url: 'http://qdrant:6333', apiKey: 'qdrant_api_key0' }, s3: { endpoint: 'http://minio:9000', bucket: 'gloss', accessKeyId: 'gloss', secretAccessKey: 'minio_password0' } });
    }
  });
  it('names no volume, service or file that is not there', () => {
    for (const { volumes: mounted, depends_on: needed, build } of Object.values(services)) {
      for (const volume of mounted) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
      for (const name of Object.keys(needed)) expect(Object.keys(services)).toContain(name);
      if (build) expect(existsSync(new URL(build.dockerfile, new URL(`${build.context}/`, docs)))).toBe(true);
    }
  });
  it('makes the bucket that Gloss is told of, with its key, before Gloss starts', () => {
    const { minio, bucket } = services;
    for (const image of [minio?.image, bucket?.image]) expect(image).toMatch(/^minio\/\w+:RELEASE\.\d{4}-/);
    for (const [, { environment, depends_on: needed }] of ours) {
      const { GLOSS_S3_ENDPOINT: endpoint = '', GLOSS_S3_BUCKET: name, GLOSS_S3_ACCESS_KEY_ID: id, GLOSS_S3_SECRET_ACCESS_KEY: secret } = environment;
      expect(minio?.environment).toEqual({ MINIO_ROOT_USER: id, MINIO_ROOT_PASSWORD: secret });
      expect(bucket?.environment).toEqual({ MC_HOST_store: endpoint.replace('://', `://${id}:${secret}@`) });
      expect(bucket?.command).toEqual(['mb', '--ignore-existing', `store/${name}`]);
      expect(needed).toMatchObject({ bucket: { condition: 'service_completed_successfully' } });
      expect(bucket?.depends_on).toMatchObject({ minio: { condition: 'service_healthy' } });
    }
  });
  it('keeps the queue on disk and evicts no job', () => {
    expect(services['redis']?.command.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction');
  });
});

it('docs/Dockerfile leaves root before it runs, and copies what there is', () => {
  const lines = text('Dockerfile').split('\n');
  expect(lines.findIndex((line) => line === 'USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')));
  const copied = lines.flatMap((line) => (/^COPY (.+) \S+$/.exec(line)?.[1] ?? '').split(' ')).filter((it) => it && it !== '.');
  expect(copied.filter((it) => !existsSync(new URL(`../${it}`, docs)))).toEqual([]);
});
