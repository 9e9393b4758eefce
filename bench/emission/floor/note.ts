import { join } from 'node:path';
import type { Orm } from '../../../config/orm.ts';
import { schemaPack } from '../../../tests/support/schema-pack.ts';
import { makeSigner } from '../../../tests/support/signer.ts';
import { type Sample, sample, type Timing } from '../../figures/sample.ts';
import { checkFloor, signFloor } from '../../nfe/floor.ts';

const warmUp = 300;

/** The time of signing and of the schema check alone, on one core, for the last note that was issued. */
export async function noteFloor(orm: Orm, runs: number): Promise<Sample> {
  const [row] = await orm.em
    .fork()
    .execute<{ xml: string }[]>('select signed_xml as xml from emission order by created_at desc limit 1');
  if (!row) throw new Error('no note was issued');
  const { xml } = row;
  const [infNFe = ''] = /<infNFe .*<\/infNFe>/s.exec(xml) ?? [];
  const signer = makeSigner();
  const check = checkFloor(join(schemaPack().folder, 'nfe'), 'nfe_v4.00.xsd');
  const run = async (): Promise<Timing> => {
    const start = performance.now();
    signFloor(infNFe, signer);
    check(xml);
    return { totalMs: performance.now() - start };
  };
  await sample({ runs: warmUp, lanes: 1 }, run);
  return sample({ runs, lanes: 1 }, run);
}
