import type { Environment } from '../../companies/settings.ts';
import type { EmissionType, IssuedInContingency } from '../../contingency-mode.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';
import { fiscalDateTime } from '../../fiscal-time.ts';
import { stateCode } from '../../states.ts';
import { decimal, percent } from '../../money.ts';
import { governmentEntities, governmentOperations } from '../../taxation/ibs-cbs/government.ts';
import { field, group } from '../../xml/writer.ts';

/** What a note gets when it is issued, beside its content. */
export type NoteIdentity = {
  series: number;
  number: number;
  /** Eight digits (`randomCNF`). */
  cNF: string;
  issuedAt: Date;
  /** The document's environment, fixed at its creation. */
  environment: Environment;
  /** Lavra's version, for verProc. */
  version: string;
  /** Whether the schemas in force have gTribSN (NT 2026.005); without it, IBS and CBS paid inside Simples are not written. Absent means no. */
  hasSimplesGroup?: boolean;
  /** Absent or null where the note is issued the normal way. It is part of the access key. */
  contingency?: IssuedInContingency | null;
};

const purposeCodes = { NORMAL: '1', COMPLEMENTARY: '2', ADJUSTMENT: '3', RETURN: '4', CREDIT: '5', DEBIT: '6' };
const remotePresences = new Set(['2', '3', '4', '9']);

/** Group B: identification of the note. `issuedAt` is dhEmi, in the issuer's offset. */
export function layoutIde(note: ComputedNote, identity: NoteIdentity, accessKey: string, issuedAt: string): string {
  const { settings } = note.issuer;
  return group(
    'ide',
    field('cUF', stateCode(settings.address.state)), // B02
    field('cNF', identity.cNF), // B03
    field('natOp', note.operationNature), // B04
    field('mod', note.model), // B06
    field('serie', String(identity.series)), // B07
    field('nNF', String(identity.number)), // B08
    field('dhEmi', issuedAt), // B09
    field('dhSaiEnt', movedAt(note, identity)), // B10
    field('dPrevEntrega', note.expectedDeliveryDate), // B10a
    field('tpNF', note.operationType === 'IN' ? '0' : '1'), // B11
    field('idDest', note.destination), // B11a
    field('cMunFG', settings.address.municipalityCode), // B12
    field('tpImp', printForm(note)), // B21
    field('tpEmis', emissionTypeOf(identity)), // B22
    field('cDV', accessKey.slice(-1)), // B23
    field('tpAmb', identity.environment === 'PRODUCTION' ? '1' : '2'), // B24
    field('finNFe', purposeCodes[note.purpose]), // B25
    note.purpose === 'DEBIT' ? field('tpNFDebito', note.adjustmentType) : '', // B25.1
    note.purpose === 'CREDIT' ? field('tpNFCredito', note.adjustmentType) : '', // B25.2
    field('indFinal', note.finalConsumer ? '1' : '0'), // B25a
    field('indPres', note.presence), // B25b
    intermediary(note), // B25c
    field('procEmi', '0'), // B26
    field('verProc', `Lavra ${identity.version}`.slice(0, 20)), // B27
    ...contingency(identity, settings.address.state), // B28, B29
    ...note.referencedDocuments.map(referencedDocument), // BA01
    layoutGovernmentPurchase(note), // BB01
    group('gPagAntecipado', ...(note.advancePayments ?? []).map((key) => field('refNFe', key))), // BC01
  );
}

/** dhSaiEnt. Goods never leave before dhEmi, which is later than the moment at which the caller asked for the emission (rule B10-40, 506). */
function movedAt({ movementDateTime, operationType, issuer }: ComputedNote, { issuedAt }: NoteIdentity): string | null {
  if (!movementDateTime) return null;
  const asked = new Date(movementDateTime);
  const isLate = operationType === 'OUT' && asked < issuedAt;
  return fiscalDateTime(isLate ? issuedAt : asked, issuer.settings.address.state);
}

/** Group BB: the public body that buys (NT 2025.002 v1.40). */
function layoutGovernmentPurchase({ governmentPurchase: purchase }: ComputedNote): string {
  if (!purchase) return '';
  return group(
    'gCompraGov',
    field('tpEnteGov', governmentEntities[purchase.entity]), // BB02
    field('pRedutor', percent(decimal(purchase.rateReduction))), // BB03
    field('tpOperGov', governmentOperations[purchase.operation]), // BB04
    ...(purchase.previousDocuments ?? []).map((key) => field('refDFeAnt', key)), // BB05
  );
}

/** tpEmis of the note. */
export function emissionTypeOf({ contingency }: NoteIdentity): EmissionType {
  return contingency?.emissionType ?? '1';
}

/** dhCont and xJust, which only a note issued in contingency has (rules B28-10 and B28-20: 556 and 557). */
function contingency({ contingency: issued }: NoteIdentity, state: string): string[] {
  return issued ? [field('dhCont', fiscalDateTime(issued.since, state)), field('xJust', issued.reason)] : [];
}

/**
 * indIntermed: 1 for a sale through a marketplace; without one, remote sales must have 0, and others need no field (rules B25c-10 and B25c-20, NT
 * 2020.006).
 */
function intermediary({ marketplace, presence }: ComputedNote): string {
  if (marketplace) return field('indIntermed', '1');
  return remotePresences.has(presence) ? field('indIntermed', '0') : '';
}

/** tpImp: portrait, landscape, sticker, the coupon of an NFC-e, or that of an NF-e (NT 2026.002). */
function printForm({ model, printedAs, issuer }: ComputedNote): string {
  if (model === '65') return '4';
  if (printedAs) return printedAs === 'COUPON' ? '6' : '3';
  return issuer.settings.danfe.orientation === 'LANDSCAPE' ? '2' : '1';
}

function referencedDocument(accessKey: string): string {
  const isTransport = accessKey.slice(20, 22) === '57';
  return group('NFref', field(isTransport ? 'refCTe' : 'refNFe', accessKey)); // BA19, BA02
}
