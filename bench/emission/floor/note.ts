import { join } from 'node:path';
import type { Orm } from '../../../config/orm.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { schemaPack } from '../../../tests/support/servers/schema-pack.ts';
import { makeSigner } from '../../../tests/support/samples/signer.ts';
import { type Sample, sample, type Timing } from '../../figures/sample.ts';
import { checkFloor, signFloor } from '../../nfe/floor.ts';
import { type Kind, kinds } from '../kinds.ts';

const warmUp = 300;

const lastOfType = `
  select emission.signed_xml as xml from emission join document on document.id = emission.document_id
  where document.type = ? order by emission.created_at desc limit 1`;

/** Times signing and the schema check alone, on one core, for the last issued document of a kind. */
export async function noteFloor(orm: Orm, kind: Kind, runs: number): Promise<Sample> {
  const [row] = await orm.em.fork().execute<{ xml: string }[]>(lastOfType, [kind]);
  if (!row) throw new Error(`no ${kind} was issued`);
  const { xml } = row;
  const [signed] = kinds[kind].signed.exec(xml) ?? [];
  if (!signed) throw new Error(`nothing to sign in a ${kind}`);
  const signer = makeSigner();
  const { family, file } = traitsOf[kind].schema;
  const check = checkFloor(join(schemaPack().folder, family), file);
  const run = async (): Promise<Timing> => {
    const start = performance.now();
    signFloor(signed, signer);
    check(xml);
    return { totalMs: performance.now() - start };
  };
  await sample({ runs: warmUp, lanes: 1 }, run);
  return sample({ runs, lanes: 1 }, run);
}
