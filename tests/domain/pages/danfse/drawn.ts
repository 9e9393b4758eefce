import { expect } from 'vitest';
import type { DanfeOptions } from '../../../../domain/pages/danfe/danfe.ts';
import { danfseHtml } from '../../../../domain/pages/danfse/danfse.ts';
import { issuedNfse, type SampleNfse } from './issued-nfse.ts';
import { officialValidator } from '../../../support/servers/schema-pack.ts';

const validator = officialValidator('nfse');

/** The page of a sample, whose XML `edit` may change; it must be valid by the official schema. */
export function drawn(sample: SampleNfse = {}, options: DanfeOptions = {}, edit = (xml: string) => xml): string {
  const xml = edit(issuedNfse(sample));
  expect(validator.validate('NFSe_v1.01.xsd', xml)).toEqual([]);
  return danfseHtml(xml, options);
}
