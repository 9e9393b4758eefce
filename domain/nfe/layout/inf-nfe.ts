import { createHash } from 'node:crypto';
import { buildAccessKey } from '../../access-key.ts';
import type { Csrt } from '../../companies/security-codes.ts';
import type { Issuer } from '../../companies/settings.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';
import { type ComputedSugarCane, permitKinds } from '../../documents/farm-goods.ts';
import { processActs, processOrigins } from '../../documents/remarks.ts';
import { fiscalDateTime } from '../../fiscal-time.ts';
import { stateCode } from '../../states.ts';
import { onlyDigits, element, field, group, taxIdField } from '../../xml/writer.ts';
import { layoutExport } from './foreign-trade.ts';
import { emissionTypeOf, layoutIde, type NoteIdentity } from './ide.ts';
import { layoutDet, layoutRemark } from './item.ts';
import { layoutDest, layoutEmit } from './parties.ts';
import { layoutCobr, layoutPag, layoutTotal } from './totals.ts';
import { layoutPlaces, layoutTransp } from './transport.ts';

/** `issuedAt` is dhEmi as it is written. */
export type LaidOutNfe = { accessKey: string; infNFe: string; issuedAt: string };

/**
 * Group A: the whole note in layout 4.00, in canonical form, and its access key. The same note and identity give the same text. `csrt` is the code of
 * the technical responsible, where the company has one.
 */
export function layoutNfe(computed: ComputedNote, identity: NoteIdentity, csrt: Csrt | null = null): LaidOutNfe {
  const note = asSchemasHave(computed, identity);
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
    layoutEmit(note, identity),
    layoutDest(note, identity),
    layoutPlaces(note),
    layoutAutXml(note.authorizedTaxIds ?? note.issuer.settings.autXml),
    ...note.items.map((item) => layoutDet(item, note, identity)),
    layoutTotal(note.totals, note),
    layoutTransp(note),
    layoutCobr(note, identity),
    layoutPag(note),
    layoutMarketplace(note),
    layoutInfAdic(note),
    layoutExport(note),
    layoutOrder(note),
    note.sugarCane ? layoutSugarCane(note.sugarCane) : '',
    layoutInfRespTec(note.issuer, accessKey, csrt),
    layoutFarmGoods(note),
  );
  return { accessKey, infNFe, issuedAt };
}

/**
 * The note as the schemas in force can have it. IBS and CBS paid inside Simples (gTribSN) go with the line's group IBSCBS; where the schemas have no
 * gTribSN, both are left out, because the class alone would be refused (1022).
 */
function asSchemasHave(note: ComputedNote, { hasSimplesGroup = false }: NoteIdentity): ComputedNote {
  const { items, totals } = note;
  if (!totals.simples) return note;
  if (hasSimplesGroup) {
    return {
      ...note,
      items: items.map((item) => ({ ...item, ibsCbs: item.ibsCbs ?? item.simples?.group ?? null })),
      totals: { ...totals, ibsCbs: totals.simples.group },
    };
  }
  const others = { ...totals };
  delete others.simples;
  return { ...note, items: items.map(({ simples: _left, ...item }) => item), totals: others };
}

/** Group GA: who may download the XML. */
function layoutAutXml(taxIds: string[]): string {
  return taxIds.map((taxId) => group('autXML', taxIdField(taxId))).join(''); // GA02, GA03
}

/** Group YB: the marketplace that the sale was made through. */
function layoutMarketplace({ marketplace }: ComputedNote): string {
  return group(
    'infIntermed', // YB01
    field('CNPJ', marketplace?.taxId), // YB02
    field('idCadIntTran', marketplace?.sellerId), // YB03
  );
}

/** Group Z: texts of the issuer and of the law, information for the tax office, and processes. */
function layoutInfAdic({
  additionalInfo,
  taxOfficeInfo,
  remarks,
  taxOfficeRemarks,
  legalProcesses,
}: ComputedNote): string {
  return group(
    'infAdic',
    field('infAdFisco', taxOfficeInfo), // Z02
    field('infCpl', additionalInfo), // Z03
    ...(remarks ?? []).map((remark) => layoutRemark('obsCont', remark)), // Z04
    ...(taxOfficeRemarks ?? []).map((remark) => layoutRemark('obsFisco', remark)), // Z07
    ...(legalProcesses ?? []).map(({ number, origin, act }) =>
      group(
        'procRef', // Z10
        field('nProc', number), // Z11
        field('indProc', processOrigins[origin]), // Z12
        field('tpAto', act && processActs[act]), // Z13
      ),
    ),
  );
}

/** Group ZB: the buyer's order of the whole note. */
function layoutOrder({ purchaseOrder }: ComputedNote): string {
  return group(
    'compra', // ZB01
    field('xNEmp', purchaseOrder?.commitment), // ZB02
    field('xPed', purchaseOrder?.number), // ZB03
    field('xCont', purchaseOrder?.contract), // ZB04
  );
}

/** Group ZD: the technical responsible, whose CSRT proves that the note was made by its software (NT 2018.005). */
function layoutInfRespTec(
  { settings: { technicalResponsible: responsible } }: Issuer,
  accessKey: string,
  csrt: Csrt | null,
): string {
  if (!responsible) return '';
  return group(
    'infRespTec',
    field('CNPJ', responsible.cnpj), // ZD02
    field('xContato', responsible.contact), // ZD04
    field('email', responsible.email), // ZD05
    field('fone', onlyDigits(responsible.phone)), // ZD06
    field('idCSRT', csrt?.id), // ZD08
    field('hashCSRT', csrt && hashOf(csrt, accessKey)), // ZD09
  );
}

/** Group ZF: prescriptions of pesticides, or the permit with which animals, plants or wood travel. */
function layoutFarmGoods({ pesticidePrescriptions, transitPermit: permit }: ComputedNote): string {
  return group(
    'agropecuario', // ZF01
    ...(pesticidePrescriptions ?? []).map(({ number, agronomistTaxId }) =>
      group('defensivo', field('nReceituario', number), field('CPFRespTec', agronomistTaxId)),
    ),
    group(
      'guiaTransito',
      field('tpGuia', permit && permitKinds[permit.kind]),
      field('UFGuia', permit?.state),
      field('serieGuia', permit?.series),
      field('nGuia', permit?.number),
    ),
  );
}

/** base64(SHA-1(CSRT + access key)). */
function hashOf({ code }: Csrt, accessKey: string): string {
  return createHash('sha1')
    .update(code + accessKey)
    .digest('base64');
}

/** Group ZC: sugar cane that a supplier delivered in a month. */
function layoutSugarCane(cane: ComputedSugarCane): string {
  const [year = '', month = ''] = cane.month.split('-');
  return group(
    'cana', // ZC01
    field('safra', cane.harvest), // ZC02
    field('ref', `${month}/${year}`), // ZC03
    ...cane.deliveries.map(
      ({ day, kilograms }) => element('forDia', { dia: String(day) }, field('qtde', kilograms)), // ZC04, ZC05, ZC06
    ),
    field('qTotMes', cane.monthKilograms), // ZC07
    field('qTotAnt', cane.previousKilograms), // ZC08
    field('qTotGer', cane.totalKilograms), // ZC09
    ...cane.deductions.map(
      ({ description, value }) => group('deduc', field('xDed', description), field('vDed', value)), // ZC10, ZC11, ZC12
    ),
    field('vFor', cane.value), // ZC13
    field('vTotDed', cane.deductedValue), // ZC14
    field('vLiqFor', cane.netValue), // ZC15
  );
}
