import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { computeNote, type NoteInput } from '../../domain/documents/compute.ts';
import { DomainError } from '../../domain/errors.ts';
import { layoutNfe } from '../../domain/nfe/layout/inf-nfe.ts';
import { signNfe } from '../../domain/nfe/nfe.ts';
import { createValidator } from '../../schemas/validator.ts';
import { readNote } from '../../simulator/rules/note.ts';
import { ruleBreach } from '../../simulator/services/judge-note.ts';
import { publishedEndpoints } from '../../simulator/transport/endpoints.ts';
import { readXml } from '../../simulator/xml/reader.ts';
import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import { identity } from '../support/notes.ts';
import { randomSale } from '../support/random-sale.ts';
import { schemaPack } from '../support/schema-pack.ts';
import { makeSigner } from '../support/signer.ts';

const address = new URL(endpoints.model55.SP.homologation.NfeAutorizacao);
const endpoint = publishedEndpoints().get(`${address.host}${address.pathname}`.toLowerCase())!;
const validator = createValidator(join(schemaPack().folder, 'nfe'));
const signer = makeSigner();

test('whatever the levels say, the authority finds nothing wrong with the note that is computed of it', async () => {
  await fc.assert(
    fc.asyncProperty(randomSale, async (sale) => {
      const xml = await noteOf(sale);
      fc.pre(xml !== null);
      expect(validator.validate('nfe_v4.00.xsd', xml)).toEqual([]);
      const note = readNote(readXml(xml));
      expect(note && ruleBreach(note, { endpoint, at: sale.on })).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

/** The signed note; null where the levels together say something that is refused before it could be one. */
async function noteOf(sale: NoteInput): Promise<string | null> {
  try {
    const { accessKey, infNFe } = layoutNfe(computeNote(sale), { ...identity, issuedAt: sale.on });
    return (await signNfe(infNFe, accessKey, signer)).xml;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_taxation') return null;
    throw error;
  }
}
