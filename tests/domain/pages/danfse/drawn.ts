import { join } from 'node:path';
import { expect } from 'vitest';
import { createValidator } from '../../../../adapters/schemas/validator.ts';
import type { DanfeOptions } from '../../../../domain/pages/danfe/danfe.ts';
import { danfseHtml } from '../../../../domain/pages/danfse/danfse.ts';
import { schemaPack } from '../../../support/servers/schema-pack.ts';
import { issuedNfse, type SampleNfse } from './issued-nfse.ts';

const validator = createValidator(join(schemaPack().folder, 'nfse'));

/** The page of a sample, or of what `edit` makes of its XML: an NFS-e by the official schema. */
export function drawn(sample: SampleNfse = {}, options: DanfeOptions = {}, edit = (xml: string) => xml): string {
  const xml = edit(issuedNfse(sample));
  expect(validator.validate('NFSe_v1.01.xsd', xml)).toEqual([]);
  return danfseHtml(xml, options);
}
