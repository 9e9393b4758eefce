import type { IssuedInContingency } from '../../../../domain/contingency-mode.ts';
import type { ComputedNote } from '../../../../domain/documents/computed-note.ts';
import { buildNfe } from '../../../../domain/nfe/build-nfe.ts';
import type { NoteIdentity } from '../../../../domain/nfe/layout/ide.ts';
import { computedNote, identity } from '../../../support/samples/notes.ts';
import { makeSigner } from '../../../support/samples/signer.ts';
import { authorizedXml, sampleKey, type SampleNote } from './authorized-xml.ts';

const signer = makeSigner();
export const since = new Date('2026-11-21T12:20:00Z');
export const reason = 'Sem resposta da SEFAZ autorizadora desde 09:20';
export const epec = { protocol: '891260000000077', registeredAt: '2026-11-21T09:30:40-03:00' };

/** A signed NF-e in this form of contingency, without a protocol. */
export function signedIn(
  emissionType: IssuedInContingency['emissionType'],
  overrides: Partial<NoteIdentity> = {},
  note: Partial<ComputedNote> = {},
) {
  const issued = { ...identity, ...overrides, contingency: { emissionType, since, reason } };
  return buildNfe(computedNote(note), issued, { signer, csc: null });
}

/** The sample note authorized after an emission in contingency: tpEmis, dhCont and xJust in the XML, and tpEmis in the key. */
export function authorizedIn(emissionType: string, note: SampleNote = {}): string {
  const key = sampleKey(note.issuerTaxId);
  return authorizedXml({
    ...note,
    extra: { ...note.extra, ide: `<dhCont>2026-11-21T09:20:00-03:00</dhCont><xJust>${reason}</xJust>` },
  })
    .replace('<tpEmis>1', `<tpEmis>${emissionType}`)
    .replaceAll(key, `${key.slice(0, 34)}${emissionType}${key.slice(35)}`);
}
