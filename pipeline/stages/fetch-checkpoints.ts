import type { Transaction } from 'sequelize';
import { sha256 } from '#config/sha256.ts';
import type { Checkpoints } from '#pipeline/sources/contract.ts';
import type { StageInput } from './contract.ts';

type Of = Pick<StageInput, 'source' | 'ports'>;

/** Checkpoints of a kind's fetch, stored with the version. Changing the speech model discards them. */
export function checkpointsOf({ source, ports: { library, files, net } }: Of): Checkpoints {
  const of = {
    sourceId: source.id,
    version: source.version,
    input: sha256(`fetch:${net.speech?.model ?? ''}`),
  };
  return {
    async read(name) {
      const key = (await library.checkpoints.of(of)).get(name);
      return key === undefined ? undefined : files.read(key);
    },
    async keep(name, bytes) {
      const { key } = await files.putBlob(bytes);
      await library.checkpoints.keep({ ...of, part: name, fileKey: key });
    },
  };
}

export const dropCheckpoints = ({ source, ports }: Of, transaction: Transaction): Promise<void> =>
  ports.library.checkpoints.drop({ sourceId: source.id, version: source.version }, transaction);
