import { buildAccessKey } from '../../access-key.ts';
import type { Csrt } from '../../companies/csrt.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';
import { fiscalDateTime } from '../../fiscal-time.ts';
import { stateCode } from '../../states.ts';
import { taxIdField } from '../../xml/tax-id-field.ts';
import { element, field, group } from '../../xml/writer.ts';
import type { NoteIdentity } from '../identity.ts';
import { layoutMarketplace, layoutOrder } from './buyer-details.ts';
import { layoutCobr } from './cobr.ts';
import { layoutDest } from './dest.ts';
import { layoutDet } from './det.ts';
import { layoutEmit } from './emit.ts';
import { layoutExport } from './foreign-trade.ts';
import { emissionTypeOf, layoutIde } from './ide.ts';
import { layoutInfRespTec } from './inf-resp-tec.ts';
import { layoutPag } from './pag.ts';
import { layoutPlaces } from './place.ts';
import { layoutTotal } from './total.ts';
import { layoutTransp } from './transp.ts';

/** `issuedAt` is dhEmi. */
export type LaidOutNfe = { accessKey: string; infNFe: string; issuedAt: string };

/**
 * Group A: the whole note in layout 4.00, in canonical form, and the access key it is issued under. The same note and identity give
 * the same text. `csrt` is that of the technical responsible, where the company has one.
 */
export function layoutNfe(note: ComputedNote, identity: NoteIdentity, csrt: Csrt | null = null): LaidOutNfe {
  const { state } = note.issuer.settings.address;
  const issuedAt = fiscalDateTime(identity.issuedAt, state);
  const accessKey = buildAccessKey({
    stateCode: stateCode(state),
    yearMonth: issuedAt.slice(2, 4) + issuedAt.slice(5, 7),
    taxId: note.issuer.taxId,
    model: note.model,
    series: identity.series,
    number: identity.number,
    emissionType: emissionTypeOf(identity),
    cNF: identity.cNF,
  });
  const infNFe = element(
    'infNFe',
    { Id: `NFe${accessKey}`, versao: '4.00' }, // A03, A02
    layoutIde(note, identity, accessKey, issuedAt),
    layoutEmit(note),
    layoutDest(note, identity),
    layoutPlaces(note),
    layoutAutXml(note.authorizedTaxIds ?? note.issuer.settings.autXml),
    ...note.items.map((item) => layoutDet(item, note, identity)),
    layoutTotal(note.totals),
    layoutTransp(note),
    layoutCobr(note, identity),
    layoutPag(note),
    layoutMarketplace(note),
    layoutInfAdic(note),
    layoutExport(note),
    layoutOrder(note),
    layoutInfRespTec(note.issuer, accessKey, csrt),
  );
  return { accessKey, infNFe, issuedAt };
}

/** Group GA: who may download the XML. */
function layoutAutXml(taxIds: string[]): string {
  return taxIds.map((taxId) => group('autXML', taxIdField(taxId))).join(''); // GA02, GA03
}

/** Group Z: texts that the issuer and the law want printed. */
function layoutInfAdic({ additionalInfo }: ComputedNote): string {
  return group('infAdic', field('infCpl', additionalInfo)); // Z03
}
