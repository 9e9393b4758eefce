import type { ComputedNote } from '../../../../domain/documents/computed-note.ts';
import type { NoteInput } from '../../../../domain/documents/compute/operation.ts';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import { field, group } from '../../../../domain/xml/writer.ts';
import { identity } from '../../../support/samples/notes.ts';
import { compute } from '../../documents/sale.ts';

/** A day on which sheets have the block of IBS, CBS and IS. */
const on = new Date('2026-12-01T12:30:00Z');

export type Issue = Partial<NoteInput> & {
  payload: GoodsPayload;
  environment?: ComputedNote['issuer']['environment'];
};

/** The nfeProc of a sale as the product computes and writes it, without signature. */
export function issuedNote({ environment = 'PRODUCTION', ...input }: Issue): string {
  const issuedAt = input.on ?? on;
  const note = compute({ on: issuedAt, ...input });
  const { accessKey, infNFe } = layoutNfe(note, { ...identity, environment, issuedAt });
  const infProt = group(
    'infProt',
    field('chNFe', accessKey),
    field('dhRecbto', '2026-12-01T09:30:05-03:00'),
    field('nProt', '135260000000042'),
    field('cStat', '100'),
  );

  return `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">${group('NFe', infNFe)}${group('protNFe', infProt)}</nfeProc>`;
}
