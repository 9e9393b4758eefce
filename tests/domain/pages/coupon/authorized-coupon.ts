import type { Csc } from '../../../../domain/companies/security-codes.ts';
import type { ComputedNote } from '../../../../domain/documents/computed-note.ts';
import { buildNfe } from '../../../../domain/nfe/build-nfe.ts';
import type { NoteIdentity } from '../../../../domain/nfe/layout/ide.ts';
import { field, group } from '../../../../domain/xml/writer.ts';
import { computedNote, identity, recipient } from '../../../support/samples/notes.ts';
import { makeSigner } from '../../../support/samples/signer.ts';

const signer = makeSigner();

export type SampleCoupon = {
  note?: Partial<ComputedNote>;
  issued?: Partial<NoteIdentity>;
  csc?: Csc | null;
  /** Texts (xMsg) of the protocol. */
  messages?: string[];
};

/** Time and reason of an offline emission. */
export const offline = {
  contingency: {
    emissionType: '9' as const,
    since: new Date('2026-11-21T12:20:00Z'),
    reason: 'Sem resposta da SEFAZ autorizadora',
  },
};

/** The signed NFe of an NFC-e, by default of R$ 100.00 to an anonymous consumer; its signature and QR code are real. */
export function signedCoupon({ note, issued, csc }: SampleCoupon = {}): { accessKey: string; xml: string } {
  const nobody = { ...recipient, document: '', documentType: null, address: null };
  const computed = computedNote({ model: '65', finalConsumer: true, recipient: nobody, ...note });
  return buildNfe(
    computed,
    { ...identity, ...issued },
    { signer, csc: csc === undefined ? { id: '1', token: '0123456789ABCDEF0123' } : csc },
  );
}

/** The nfeProc of the same. */
export async function authorizedCoupon({ messages = [], ...sample }: SampleCoupon = {}): Promise<string> {
  const { accessKey, xml } = signedCoupon(sample);
  const infProt = group(
    'infProt',
    field('chNFe', accessKey),
    field('dhRecbto', '2026-11-21T09:30:05-03:00'),
    field('nProt', '135260000000042'),
    field('cStat', messages.length > 0 ? '120' : '100'),
    ...messages.flatMap((message) => [field('cMsg', '172'), field('xMsg', message)]),
  );
  return `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">${xml}${group('protNFe', infProt)}</nfeProc>`;
}
